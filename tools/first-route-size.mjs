/**
 * Size of /auth after brotli: index.html, its styles and scripts, and their static imports.
 * By hand: node tools/first-route-size.mjs [folder].
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';

export const firstRouteLimit = 150_000;

const staticImport = /(?:\bimport|\bexport)\s*(?:[\w*{}\s,$]+?from\s*)?["'](\.{1,2}\/[^"']+)["']/g;
const pageAsset = /<(?:script|link)\b[^>]*\b(?:src|href)="(\/[^"]+\.(?:js|mjs|css))"/g;

/** @param {string} folder the built app. @returns {{ files: { name: string, brotli: number }[], total: number }} largest first */
export function firstRouteSize(folder) {
  const sizes = new Map();
  const visit = (name) => {
    if (sizes.has(name)) return;
    const bytes = readFileSync(join(folder, name));
    sizes.set(name, brotliCompressSync(bytes).length);
    const text = bytes.toString('utf8');
    if (name.endsWith('.html')) for (const [, path] of text.matchAll(pageAsset)) visit(path.slice(1));
    if (/\.m?js$/.test(name))
      for (const [, path] of text.matchAll(staticImport)) visit(posix.join(posix.dirname(name), path));
  };
  visit('index.html');
  const files = [...sizes].map(([name, brotli]) => ({ name, brotli })).sort((a, b) => b.brotli - a.brotli);
  return { files, total: files.reduce((sum, file) => sum + file.brotli, 0) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), '..', 'dist', 'app');
  if (!existsSync(join(folder, 'index.html'))) {
    console.error(`There is no built app in ${folder}: run npm run build first.`);
    process.exit(1);
  }
  const { files, total } = firstRouteSize(folder);
  for (const { name, brotli } of files) console.log(`${String(brotli).padStart(8)} B  ${name}`);
  console.log(`${String(total).padStart(8)} B  in total, brotli, limit ${firstRouteLimit}`);
  if (total > firstRouteLimit) process.exitCode = 1;
}
