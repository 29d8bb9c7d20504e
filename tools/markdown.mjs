/**
 * Markdown of our documents to HTML: headings, paragraphs, lists, tables, code, links. Every text is escaped, and HTML in a document is
 * text. `linkTo` = the address of a link, null = only its words are shown. Own file: tests of the documents use it alone.
 */
const escapes = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escapeHtml = (text) => text.replace(/[&<>"]/g, (one) => escapes[one]);

export const idOf = (title) =>
  title
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .trim()
    .replace(/\s+/g, '-');

/** Code first: nothing inside it has a meaning. */
const inlineForms = /`([^`]+)`|!\[([^\]]*)\]\([^)]*\)|\[([^\]]+)\]\(([^)\s]+)\)|\*\*(.+?)\*\*|\*(.+?)\*/g;

function inline(text, linkTo) {
  let html = '';
  let from = 0;
  for (const match of text.matchAll(inlineForms)) {
    html += escapeHtml(text.slice(from, match.index));
    from = match.index + match[0].length;
    const [, code, image, words, target, strong, stressed] = match;
    if (code !== undefined) html += `<code>${escapeHtml(code)}</code>`;
    else if (words !== undefined) html += link(words, linkTo(target), linkTo);
    else if (strong !== undefined) html += `<strong>${inline(strong, linkTo)}</strong>`;
    else if (stressed !== undefined) html += `<em>${inline(stressed, linkTo)}</em>`;
    else html += escapeHtml(image ?? '');
  }
  return html + escapeHtml(text.slice(from));
}

function link(words, address, linkTo) {
  const isSafe = address !== null && /^(https?:\/\/|\/|#)/.test(address);
  return isSafe ? `<a href="${escapeHtml(address)}">${inline(words, linkTo)}</a>` : inline(words, linkTo);
}

const cellsOf = (line) =>
  line
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));

function table([head, , ...rows], linkTo) {
  // A phone shows each row as a block, and each cell with its header.
  const headers = cellsOf(head).map((cell) => cell.replaceAll('`', ''));
  const row = (tag, line) =>
    `<tr>${cellsOf(line)
      .map(
        (cell, at) =>
          `<${tag}${tag === 'td' && at > 0 ? ` data-of="${escapeHtml(headers[at] ?? '')}"` : ''}>${inline(cell, linkTo)}</${tag}>`,
      )
      .join('')}</tr>`;
  return `<div class="table" tabindex="0" role="group" aria-label="Table"><table><thead>${row('th', head)}</thead><tbody>${rows
    .map((line) => row('td', line))
    .join('')}</tbody></table></div>`;
}

const listMark = /^(?:[-*]|\d+\.) /;

function list(lines, linkTo) {
  const items = [];
  for (const line of lines)
    if (listMark.test(line)) items.push(line.replace(listMark, ''));
    else items[items.length - 1] += ` ${line.trim()}`;
  const tag = /^\d/.test(lines[0]) ? 'ol' : 'ul';
  return `<${tag}>${items.map((item) => `<li>${inline(item, linkTo)}</li>`).join('')}</${tag}>`;
}

/** A block ends at an empty line. */
export function toHtml(markdown, linkTo) {
  const lines = markdown.split('\n');
  const blocks = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at];
    if (line.trim() === '') continue;
    if (line.startsWith('```')) {
      const end = lines.indexOf('```', at + 1);
      const code = lines.slice(at + 1, end).join('\n');
      blocks.push(`<pre tabindex="0" role="group" aria-label="Code"><code>${escapeHtml(code)}</code></pre>`);
      at = end;
      continue;
    }
    const [, marks, title] = /^(#{1,4}) (.+)$/.exec(line) ?? [];
    if (marks) {
      blocks.push(`<h${marks.length} id="${idOf(title)}">${inline(title, linkTo)}</h${marks.length}>`);
      continue;
    }
    let end = at;
    while (end < lines.length && lines[end].trim() !== '' && !lines[end].startsWith('```')) end++;
    const block = lines.slice(at, end);
    at = end - 1;
    if (line.startsWith('|')) blocks.push(table(block, linkTo));
    else if (listMark.test(line)) blocks.push(list(block, linkTo));
    else blocks.push(`<p>${block.map((one) => inline(one, linkTo)).join('\n')}</p>`);
  }
  return blocks.join('\n');
}
