/** Build of the app, from its service worker, which lists the revision of every file. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export function appBuildOf(appDir: string | null): string | null {
  const worker = appDir && join(appDir, 'service-worker.js');
  if (!worker || !existsSync(worker)) return null;
  return createHash('sha256').update(readFileSync(worker)).digest('hex').slice(0, 8);
}
