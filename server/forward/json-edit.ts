/** Sets one member in the text of a JSON object and leaves every other character as it is. */

type Span = { readonly from: number; readonly to: number };

/** `text` must be valid JSON of an object. `json` = the value as JSON text. Objects that are missing on the path are added. */
export function setMember(text: string, path: readonly string[], json: string): string {
  let at = text.indexOf('{');
  for (const [depth, name] of path.entries()) {
    const value = nested(path.slice(depth + 1), json);
    const found = memberOf(text, at, name);
    if (!found) {
      const isEmpty = /^\s*\}/.test(text.slice(at + 1));
      return `${text.slice(0, at + 1)}${JSON.stringify(name)}:${value}${isEmpty ? '' : ','}${text.slice(at + 1)}`;
    }
    if (depth === path.length - 1 || text[found.from] !== '{')
      return text.slice(0, found.from) + value + text.slice(found.to);
    at = found.from;
  }
  return text;
}

const nested = (path: readonly string[], json: string): string =>
  path.reduceRight((inner, name) => `{${JSON.stringify(name)}:${inner}}`, json);

/** Value of a member of the object that begins at `open`. Of several with one name the last counts, as for JSON.parse. */
function memberOf(text: string, open: number, name: string): Span | null {
  let found: Span | null = null;
  let at = skipBlanks(text, open + 1);
  while (text[at] === '"') {
    const nameEnd = stringEnd(text, at);
    const isMatch = JSON.parse(text.slice(at, nameEnd)) === name;
    const from = skipBlanks(text, skipBlanks(text, nameEnd) + 1);
    const to = valueEnd(text, from);
    if (isMatch) found = { from, to };
    at = skipBlanks(text, to);
    if (text[at] === ',') at = skipBlanks(text, at + 1);
  }
  return found;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) <= 0x20) at++;
  return at;
}

/** After the closing quote. */
function stringEnd(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

function valueEnd(text: string, from: number): number {
  if (text[from] === '"') return stringEnd(text, from);
  let at = from;
  let depth = 0;
  while (at < text.length) {
    const character = text[at] as string;
    if (character === '"') {
      at = stringEnd(text, at);
      continue;
    }
    if (depth === 0 && (character === ',' || character === '}' || character === ']')) return trimmedEnd(text, from, at);
    if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') depth--;
    at++;
    if (depth === 0 && (character === '}' || character === ']')) return at;
  }
  return at;
}

function trimmedEnd(text: string, from: number, to: number): number {
  let end = to;
  while (end > from && text.charCodeAt(end - 1) <= 0x20) end--;
  return end;
}
