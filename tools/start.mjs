/**
 * `npm start`: installs and builds what is missing, then runs the server in this process, so that Ctrl-C ends everything.
 * Imports no package before the installation.
 */
import { readFileSync } from 'node:fs';
import { requireNode, requirePackages } from './prepare.mjs';

requireNode();
requirePackages();
const { build } = await import('./build.mjs');
if (!(await build())) {
  console.error('The build failed (see above). Nothing was started.');
  process.exit(1);
}
endWithNpm();
console.log('Starting ...');
await import('../dist/server/main.js');

/** If npm is killed, its child would keep port and database: it ends itself. */
function endWithNpm() {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return;
  const masters = mastersNow();
  setInterval(() => {
    if (mastersNow() !== masters) process.kill(process.pid, 'SIGTERM');
  }, 500).unref();
}

/** Our parent and, where known, its parent: npm starts us through a shell, which outlives it. */
function mastersNow() {
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8');
    return `${process.ppid} ${stat.slice(stat.lastIndexOf(')')).split(' ')[2]}`;
  } catch {
    return String(process.ppid);
  }
}
