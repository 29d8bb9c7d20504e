import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pages } from '../../tools/docs.mjs';
import { toHtml } from '../../tools/markdown.mjs';
import { read } from '../support/repository.ts';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.dispose());

test('every page of /docs is served as a page, and each of its links leads to one', async () => {
  const pageOf = async (path: string) => {
    const response = await fetch(server.url + path, { headers: { accept: 'text/html' } });
    expect(response.status, path).toBe(200);
    expect(response.headers.get('content-security-policy'), path).toContain("require-trusted-types-for 'script'");
    return response.text();
  };
  const linksOf = (html: string) => [...html.matchAll(/href="(\/docs[^"#]*)"/g)].map(([, path = '']) => path);
  const found = new Set(linksOf(await pageOf('/docs')).filter((path) => !path.endsWith('.css')));
  expect(found.size, 'the list, and each document').toBe(pages.length + 1);
  for (const path of found) {
    const html = await pageOf(path);
    expect(html, path).toMatch(/<h1>.+<\/h1>\n<(p|ol|h2|div)/);
    expect(html, path).not.toMatch(/<script|\son\w+=|style=|\]\(|```|\*\*/);
    for (const link of linksOf(html)) if (!link.endsWith('.css')) expect([...found], path).toContain(link);
  }
});

test('the examples of docs/api.md run as written', async () => {
  const examples = [...read('docs/api.md').text.matchAll(/```sh\n([\s\S]+?)```/g)].map(([, code = '']) => code);
  expect(examples).toHaveLength(4);
  const script = examples
    .map((code) => `${code}\necho`)
    .join('\n')
    .replaceAll('http://localhost:8080', server.url);
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script]);
  const responses = stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as object);
  expect(responses).toMatchObject([
    { acarsMessages: [], acarsMessagesCount: 0 },
    { airports: { length: 5 } },
    { status: 'ok' },
  ]);
});

test('HTML in a document is shown as text, and links lead only to allowed addresses', () => {
  const html = toHtml(
    'a <b onclick="x">&\n\n`<i>` [x](javascript:1) **[y](/docs/api)**\n\n| `a\\|b` | c |\n|---|---|\n| 1 | *2* |',
    (one) => one,
  );
  expect(html).toBe(
    '<p>a &lt;b onclick=&quot;x&quot;&gt;&amp;</p>\n' +
      '<p><code>&lt;i&gt;</code> x <strong><a href="/docs/api">y</a></strong></p>\n' +
      '<div class="table" tabindex="0" role="group" aria-label="Table"><table><thead><tr><th><code>a|b</code></th><th>c</th></tr></thead>' +
      '<tbody><tr><td>1</td><td data-of="c"><em>2</em></td></tr></tbody></table></div>',
  );
});
