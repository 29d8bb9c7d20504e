/**
 * `npm start`: installs what is missing, builds what is out of date, and runs the server in this very process, so that
 * Ctrl-C ends all of it. Must not: need any package before they are installed.
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

/** When npm is killed outright, its child would live on without a master and hold port and database: it ends itself. */
function endWithNpm() {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return;
  const masters = mastersNow();
  setInterval(() => {
    if (mastersNow() !== masters) process.kill(process.pid, 'SIGTERM');
  }, 500).unref();
}

/** Our parent and, where the system tells, its parent: npm starts us through a shell, which outlives it. */
function mastersNow() {
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8');
    return `${process.ppid} ${stat.slice(stat.lastIndexOf(')')).split(' ')[2]}`;
  } catch {
    return String(process.ppid);
  }
}
