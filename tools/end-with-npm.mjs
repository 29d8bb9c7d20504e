/** Started by `npm start` or `npx downlink`: if npm is killed, its child would keep port and database, so it ends itself. */
import { readFileSync } from 'node:fs';

export function endWithNpm() {
  // `npx` is the event of npm's own runner. A shell, a service manager or a container starts the program without one.
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
