/** `npm run build`: app and server into dist/, each only when its sources changed. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { docsSources } from './docs.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const shared = ['contract', 'decoder', 'reference-data', 'package-lock.json', 'package.json'];
const parts = {
  app: {
    title: 'the app',
    sources: [
      'src',
      'sw',
      'public',
      'index.html',
      'manifest.webmanifest',
      'vite.config.ts',
      'tools/chunk-of.ts',
      ...['tools/docs.mjs', 'tools/markdown.mjs', ...docsSources],
      ...shared,
    ],
    result: 'dist/app/index.html',
    args: ['build', '--logLevel', 'warn'],
    after: () => compressFiles(join(root, 'dist/app')),
  },
  server: {
    title: 'the server',
    sources: ['server', ...shared],
    result: 'dist/server/main.js',
    args: ['build', '--config', 'server/vite.config.ts', '--logLevel', 'warn'],
    after: async () => {},
  },
};

/** Builds what is out of date of `names`; prints a line per build. False when one fails. */
export async function build(names = ['app', 'server']) {
  for (const name of names) {
    const part = parts[name];
    const hash = hashOf(part.sources);
    const stampFile = join(root, 'dist', `.${name}-built-from`);
    if (existsSync(join(root, part.result)) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash)
      continue;
    const startedAt = performance.now();
    process.stdout.write(`Building ${part.title} ... `);
    rmSync(stampFile, { force: true });
    const { code, output } = await vite(part.args);
    if (code !== 0) {
      console.log(`failed\n${output}`);
      return false;
    }
    await part.after();
    mkdirSync(join(root, 'dist'), { recursive: true });
    writeFileSync(stampFile, hash);
    console.log(`${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  }
  return true;
}

function vite(args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_ENV: 'production' },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
    child.on('error', (error) => resolve({ code: 1, output: error.message }));
    child.on('close', (code) => resolve({ code, output }));
  });
}

/** Hash of names and contents, because file times change with a checkout. Without tests. */
function hashOf(sources) {
  const hash = createHash('sha256').update(process.env.SW_KILL ?? '');
  for (const file of sources.flatMap((source) => filesBelow(join(root, source))))
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return /\.test\.tsx?$/.test(path) ? [] : [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)));
}

/** Files are compressed once, here: no cost on the server, smallest size for phones. */
async function compressFiles(folder) {
  const files = filesBelow(folder).filter((file) =>
    ['.js', '.mjs', '.css', '.html', '.svg', '.json', '.webmanifest'].includes(extname(file)),
  );
  await Promise.all(
    files.map(async (file) => {
      const content = readFileSync(file);
      if (content.length < 1024) return;
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: content.length > 400_000 ? 9 : 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      };
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(content, { params }));
      writeFileSync(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
    }),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = (await build()) ? 0 : 1;
