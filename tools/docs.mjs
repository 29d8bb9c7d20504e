/**
 * The documents as pages of the app (/docs), created with the build. A page is a document of docs/, or a section of the README, so that
 * nothing is written twice.
 */
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { escapeHtml, toHtml } from './markdown.mjs';

/** In the order of the menu. `section` = the heading in the file. */
export const pages = [
  { name: 'install', title: 'Install', file: 'README.md', section: 'Start' },
  { name: 'receivers', title: 'Connect receivers', file: 'docs/receivers.md' },
  { name: 'tablets', title: 'Tablets and certificates', file: 'docs/tablets.md' },
  { name: 'settings', title: 'Settings', file: 'docs/settings.md' },
  { name: 'notices', title: 'Notices in other services', file: 'docs/notices.md' },
  { name: 'operating', title: 'Operating', file: 'docs/operating.md' },
  { name: 'reverse-proxy', title: 'Reverse proxy', file: 'docs/reverse-proxy.md' },
  { name: 'scaling', title: 'Scaling', file: 'docs/scaling.md' },
  { name: 'distributing', title: 'Distributing messages', file: 'docs/distributing.md' },
  { name: 'decoding', title: 'Decoding differences', file: 'docs/decoding-differences.md' },
  { name: 'upgrading', title: 'Upgrading', file: 'docs/upgrading.md' },
  { name: 'api', title: 'API', file: 'docs/api.md' },
  { name: 'security', title: 'Security', file: 'SECURITY.md' },
];

/** What the pages are made from. */
export const docsSources = [...new Set(pages.map(({ file }) => file)), 'docs/docs.css', 'src/ui/fonts.css'];

const readText = (file) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');

/** Without the title, which the page has. Headings of a section move up by one level, below the title. */
function contentOf({ file, section }) {
  const text = readText(file).replaceAll('\r\n', '\n');
  if (!section) return text.replace(/^# .+\n/, '');
  const from = text.indexOf(`\n## ${section}\n`);
  if (from < 0) throw new Error(`${file} has no section '${section}'.`);
  const body = text.slice(from + section.length + 5);
  const end = body.search(/^## /m);
  return (end < 0 ? body : body.slice(0, end)).replace(/^###/gm, '##');
}

/** Other files of the repository are not on the server: only their words are shown. */
function linkFrom(file, target) {
  if (/^(https?:|#)/.test(target)) return target;
  const [, path = '', heading = ''] = /^([^#]*)(#.*)?$/.exec(target) ?? [];
  const page = pages.find((one) => one.file === posix.join(posix.dirname(file), path) && !one.section);
  return page ? `/docs/${page.name}${heading}` : null;
}

/** `head` = the mark of our pages, which a captive portal's page does not have. */
function page(current, body, head) {
  const items = [{ name: '', title: 'Documents' }, ...pages].map(({ name, title }) => {
    const here = name === (current?.name ?? '') ? ' aria-current="page"' : '';
    return `<li><a href="/docs${name && `/${name}`}"${here}>${escapeHtml(title)}</a></li>`;
  });
  const title = current?.title ?? 'Documents';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
${head}
<title>${escapeHtml(title)} · Downlink</title>
<link rel="icon" href="/icons/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/docs.css">
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header><a class="product" href="/docs">Downlink</a><a class="app" href="/">Open the app</a></header>
<nav aria-label="Documents"><ul>${items.join('')}</ul></nav>
<main id="content" tabindex="-1">
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`;
}

/** Without scripts the system decides about high contrast. */
const withSystemContrast = (css) =>
  css.replace(/^:root\[data-contrast="more"\] (\{[^}]*\})/m, '@media (prefers-contrast: more) { :root $1 }');

/** Files below the folder of the app, by name. */
export function docsFiles(head, builtFile) {
  const fonts = readText('src/ui/fonts.css').replace(
    /url\("\.\/([^"]+)"\)/g,
    (_url, file) => `url("../${builtFile(`src/ui/${file}`)}")`,
  );
  const list = pages.map(({ name, title }) => `<li><a href="/docs/${name}">${escapeHtml(title)}</a></li>`);
  return {
    'docs.html': page(
      null,
      `<p>Once the app is installed, these pages open offline.</p><ul class="pages">${list.join('')}</ul>`,
      head,
    ),
    ...Object.fromEntries(
      pages.map((one) => [
        `docs/${one.name}.html`,
        page(
          one,
          toHtml(contentOf(one), (target) => linkFrom(one.file, target)),
          head,
        ),
      ]),
    ),
    'docs/docs.css': fonts + withSystemContrast(readText('src/ui/tokens.css')) + readText('docs/docs.css'),
  };
}
