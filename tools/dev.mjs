/** `npm run dev`: app with hot reload on http://localhost:5173, and a server that restarts when its sources change. */
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { requireNode, requirePackages } from './prepare.mjs';

requireNode();
requirePackages();
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const apiPort = process.env.PORT ?? '8080';
const env = { ...process.env, PORT: apiPort, API_PORT: apiPort, APP_DIR: 'none' };
const tool = (path, ...args) =>
  spawn(process.execPath, [join(root, 'node_modules', path), ...args], { cwd: root, env, stdio: 'inherit' });
const children = [
  tool('tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'server/main.ts', ...process.argv.slice(2)),
  tool('vite/bin/vite.js', '--host', '127.0.0.1'),
];
let isEnding = false;
const end = (code) => {
  if (isEnding) return;
  isEnding = true;
  process.exitCode = code;
  for (const child of children) child.kill('SIGTERM');
};
for (const child of children) child.on('exit', (code) => end(code ?? 1));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => end(0));
