/** Reads the repository as text. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url)).replace(/\/$/, '');

export type Source = { readonly file: string; readonly lines: readonly string[]; readonly text: string };
export type Import = { readonly file: string; readonly line: number; readonly from: string };

const ignored = new Set(['node_modules', 'dist', 'data', '.git', '.cache', 'test-results']);

function walk(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (ignored.has(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? walk(path) : [path];
  });
}

/** Files of the repository, as paths from its root: those of git, including untracked ones. Without git all files. */
export function repositoryFiles(): string[] {
  try {
    const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return listed.split('\n').filter((file) => file && existsSync(join(root, file)));
  } catch {
    return walk(root).map((path) => relative(root, path));
  }
}

export function read(file: string): Source {
  const text = readFileSync(join(root, file), 'utf8');
  return { file, text, lines: text.split('\n') };
}

/** Program text of the product and its tests. */
export function sources(pattern: RegExp): Source[] {
  return repositoryFiles()
    .filter((file) => pattern.test(file))
    .map(read);
}

const importPattern = /\b(?:from\s+|import\s*\(\s*|import\s+)(['"])([^'"\n]+)\1/g;

/** Every static and dynamic import of a file, with its line. */
export function importsOf(source: Source): Import[] {
  const found: Import[] = [];
  for (const match of source.text.matchAll(importPattern)) {
    const line = source.text.slice(0, match.index).split('\n').length;
    if (!source.lines[line - 1]?.trimStart().startsWith('*'))
      found.push({ file: source.file, line, from: match[2] ?? '' });
  }
  return found;
}

/** The file that an import names, from the repository's root, or null when it names a package. */
export function resolveImport({ file, from }: Import): string | null {
  if (!from.startsWith('.')) return null;
  const parts = file.split('/').slice(0, -1);
  for (const step of from.replace(/\?.*$/, '').split('/')) {
    if (step === '..') parts.pop();
    else if (step !== '.') parts.push(step);
  }
  return parts.join('/');
}
