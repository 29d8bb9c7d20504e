/** Finds, starts and stops a PostgreSQL process of a folder. */
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fchmodSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import type { OtherUser } from './cluster-home.ts';

/** Contents of postmaster.pid. */
type Postmaster = {
  readonly pid: number;
  /** Socket folder or address. null = it does not listen yet: another PostgreSQL may have its port on 127.0.0.1. */
  readonly host: string | null;
  readonly port: number;
  /** 'starting', 'stopping', 'ready' or empty. */
  readonly status: string;
};

const pidFile = (cluster: string): string => join(cluster, 'postmaster.pid');

/** The server of the folder's postmaster.pid, if it runs. A file half-written by one that is starting stays. */
export function findPostmaster(cluster: string): Postmaster | null {
  const lines = readLines(pidFile(cluster));
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !isPostgres(pid, cluster)) return null;
  const socketFolder = lines[4] ?? '';
  return {
    pid,
    port: Number(lines[3]),
    host: socketFolder || lines[5] || null,
    status: (lines[7] ?? '').trim(),
  };
}

/** Removes the file of a dead server (power cut, reused process id), which would block a start. Only while none starts. */
export function removeLeftOver(cluster: string): void {
  if (!findPostmaster(cluster)) rmSync(pidFile(cluster), { force: true });
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return [];
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** After a crash another program may have the process id: only a postgres on this folder counts. */
function isPostgres(pid: number, cluster: string): boolean {
  if (!isAlive(pid)) return false;
  const command = commandOf(pid);
  return command === null || (/postgres/.test(command) && command.includes(cluster));
}

function commandOf(pid: number): string | null {
  if (process.platform === 'win32') return null;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    const { status, stdout } = spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return status === 0 ? stdout : null;
  }
}

type StartOptions = {
  readonly binaries: Binaries;
  readonly cluster: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly logFile: string;
  readonly user: OtherUser | null;
};
/** `ended` resolves at its end, with the reason. */
export type Started = { readonly pid: number | undefined; readonly ended: Promise<string> };

/** Starts the server, detached: Ctrl-C must reach only us, so that requests end before their database. */
export function startPostmaster(options: StartOptions): Started {
  limitLogSize(options.logFile);
  const log = openSync(options.logFile, 'a', 0o600);
  // Of an earlier version.
  fchmodSync(log, 0o600);
  const settings = Object.entries(options.settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(options.binaries.postgres, ['-D', options.cluster, ...settings], {
    detached: true,
    stdio: ['ignore', log, log],
    cwd: options.cluster,
    windowsHide: true,
    ...(options.user ? { uid: options.user.uid, gid: options.user.gid } : {}),
  });
  closeSync(log);
  child.unref();
  // However this program ends, except by kill -9, its database does not outlive it.
  const { pid } = child;
  const end = (): void => {
    if (pid !== undefined && isAlive(pid)) process.kill(pid, 'SIGINT');
  };
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ? `ended by ${signal}` : `ended with code ${code}`));
  });
  return { pid: child.pid, ended };
}

const maxLogBytes = 5_000_000;

/**
 * Keeps the log and one earlier part of it. The server has the file open for appending, so it is copied and emptied: statements may contain
 * personal data, and an error in each of them would fill the disk.
 */
export function limitLogSize(file: string): void {
  if (!existsSync(file) || statSync(file).size <= maxLogBytes) return;
  const earlier = `${file}.old`;
  rmSync(earlier, { force: true });
  copyFileSync(file, earlier);
  chmodSync(earlier, 0o600);
  truncateSync(file);
}

/** Stops it: sessions are closed, data is flushed. After `patienceMs` at once (the next start then recovers from the log). */
export async function stopPostmaster(
  postmaster: { pid: number },
  options: { binaries: Binaries; cluster: string },
  patienceMs = 3500,
): Promise<void> {
  const { pid } = postmaster;
  if (process.platform === 'win32') {
    spawnSync(options.binaries.pgCtl, ['stop', '-D', options.cluster, '-m', 'fast', '-w'], { windowsHide: true });
    return;
  }
  for (const [signal, ms] of [
    ['SIGINT', patienceMs],
    ['SIGQUIT', 1000],
    ['SIGKILL', 1000],
  ] as const) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    const until = performance.now() + ms;
    while (performance.now() < until) {
      // Not `isAlive`: an adopted server that ended may remain as a zombie.
      if (!isPostgres(pid, options.cluster)) return;
      await pause(20);
    }
  }
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
