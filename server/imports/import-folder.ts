/** Files of imports under way: a folder for each process, because servers may share DATA_DIR. */
import { readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

const ownName = `${hostname()}-${process.pid}`;

export const folderOfProcess = (uploads: string): string => join(uploads, ownName);

/** Removes the folders of this machine's processes that are gone. A killed server could not. */
export async function removeLeftFolders(uploads: string): Promise<void> {
  for (const name of await readdir(uploads).catch(() => []))
    if (isLeft(name)) await rm(join(uploads, name), { recursive: true, force: true });
}

/** An earlier process may have had the same number, in a container for example. */
function isLeft(name: string): boolean {
  const [, host, pid] = /^(.+)-(\d+)$/.exec(name) ?? [];
  if (host === undefined) return true;
  return host === hostname() && (Number(pid) === process.pid || !isAlive(Number(pid)));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
