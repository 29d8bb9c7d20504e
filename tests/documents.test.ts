import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { docsFiles } from '../tools/docs.mjs';
import { idOf } from '../tools/markdown.mjs';
import { read, repositoryFiles, root } from './support/repository.ts';

const documents = repositoryFiles().filter((file) => file.endsWith('.md'));

test('each link of a document names an existing file, and an existing heading in it', () => {
  const missing = documents.flatMap((file) =>
    [...read(file).text.matchAll(/\]\((?!https?:)([^)#\s]*)(#[^)\s]+)?\)/g)].flatMap(([link, path = '', heading]) => {
      const target = path ? posix.join(posix.dirname(file), path) : file;
      if (!existsSync(join(root, target))) return [`${file}: ${link}`];
      const titles = () => [...read(target).text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => `#${idOf(title)}`);
      return heading && !titles().includes(heading) ? [`${file}: ${link}`] : [];
    }),
  );
  expect(missing).toEqual([]);
});

test('a link to a heading of another document leads to it at /docs', () => {
  const files = docsFiles('', (file) => file);
  const links = Object.values(files).flatMap((html) => [...html.matchAll(/href="\/(docs\/[\w-]+)#([\w-]+)"/g)]);
  expect(links.length).toBeGreaterThan(0);
  expect(links.filter(([, page, id]) => !files[`${page}.html`]?.includes(`id="${id}"`)).map(([link]) => link)).toEqual(
    [],
  );
});

test('the README can be read in five minutes', () => {
  const { lines, text } = read('README.md');
  expect(lines.length).toBeLessThanOrEqual(90);
  expect(text.split(/\s+/).length).toBeLessThanOrEqual(900);
});
