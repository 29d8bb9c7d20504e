/** Files of the embedded PostgreSQL, accessible only to the user that runs it. */
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { StartupError, withDatabaseHint } from '../base/startup-error.ts';
import { storedSecret } from '../base/stored-secret.ts';

export type ClusterHome = {
  /** Folder of `cluster`: the data folder, or a folder that the database's user can enter. */
  readonly folder: string;
  /** PostgreSQL's own data folder (may not exist yet). */
  readonly cluster: string;
  readonly logFile: string;
  /** null = the current user */
  readonly user: OtherUser | null;
  readonly password: string;
};

/** Creates the folders. @throws StartupError */
export function prepareHome(dataDir: string): ClusterHome {
  try {
    const made = mkdirSync(dataDir, { recursive: true });
    const pointer = join(dataDir, 'postgres');
    const user = clusterUser([pointer, dataDir]);
    // Independent of root's umask: the database's user reaches its own folder through this one.
    if (made && user) chmodSync(dataDir, 0o755);
    const folder = homeFor(dataDir, user);
    const cluster = join(folder, folder === realpathSync(dataDir) ? 'postgres' : 'cluster');
    return {
      folder,
      cluster,
      logFile: join(dataDir, 'postgres.log'),
      user,
      password: storedSecret(dataDir, 'postgres-password'),
    };
  } catch (error) {
    throw error instanceof StartupError ? error : folderTrouble(dataDir, error as NodeJS.ErrnoException);
  }
}

function folderTrouble(dataDir: string, error: NodeJS.ErrnoException): StartupError {
  if (error.code === 'ENOSPC') return new StartupError(`The disk is full: ${dataDir} cannot be written.`);
  if (error.code === 'EACCES' || error.code === 'EPERM' || error.code === 'EROFS')
    return new StartupError(
      `The data folder ${dataDir} cannot be written by this user (${error.code}). Make it writable, or choose another one with DATA_DIR=/path npm start`,
    );
  return new StartupError(
    `The data folder ${dataDir} cannot be used (${error.message}). Choose another one: DATA_DIR=/path npm start`,
  );
}

/**
 * As root in a private home, the database's user could not enter its own data folder. Then the files are in
 * /var/lib/downlink under an unguessable name, and `postgres` in the data folder is a link to it.
 */
function homeFor(dataDir: string, user: OtherUser | null): string {
  const plain = realpathSync(dataDir);
  const pointer = join(plain, 'postgres');
  const isElsewhere = lstatSync(pointer, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  if (isElsewhere) return elsewhere(dirname(readlinkSync(pointer)), user);
  if (!user || canReach(plain, user)) return plain;
  if (canReach(dirname(plain), user)) {
    // Only the data folder itself is closed: passing through it reveals nothing, and its contents are closed on their own.
    chmodSync(plain, statSync(plain).mode | 0o011);
    return plain;
  }
  const folder = elsewhere(join('/var/lib/downlink', randomBytes(8).toString('hex')), user);
  symlinkSync(join(folder, 'cluster'), pointer);
  return folder;
}

function elsewhere(folder: string, user: OtherUser | null): string {
  let reason = 'it is closed to that user';
  try {
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    if (!user || canReach(folder, user)) return folder;
  } catch (error) {
    reason = (error as Error).message;
  }
  throw withDatabaseHint(
    `PostgreSQL does not run as root, and the user '${user?.name}' can enter neither the data folder nor ${folder} (${reason}).\n` +
      'Start Downlink as an ordinary user, or choose a folder that others may enter: DATA_DIR=/path npm start',
  );
}

/** Socket addresses are limited to 107 bytes (103 on macOS): a deeply nested folder needs a short one elsewhere. */
const longestSocketPath = process.platform === 'darwin' ? 103 : 107;

/** A socket folder that only the database's user (and root) can enter. null = none, use TCP. */
export function socketFolder(home: ClusterHome): string | null {
  if (process.platform === 'win32') return null;
  const usual = join(home.folder, 'run');
  const fits = Buffer.byteLength(join(usual, '.s.PGSQL.54321.lock')) <= longestSocketPath;
  if (!fits) {
    const short = shortFolder(home);
    give(short, home.user);
    return Buffer.byteLength(join(short, '.s.PGSQL.54321.lock')) <= longestSocketPath ? short : null;
  }
  mkdirSync(usual, { recursive: true, mode: 0o700 });
  give(usual, home.user);
  return usual;
}

/** The same at each start: connected clients find the database again after a restart. */
function shortFolder(home: ClusterHome): string {
  const note = join(home.folder, 'socket-folder');
  const known = existsSync(note) ? readFileSync(note, 'utf8') : '';
  if (known && lstatSync(known, { throwIfNoEntry: false })?.isDirectory()) return known;
  const made = mkdtempSync(join(existsSync('/tmp') ? '/tmp' : tmpdir(), 'downlink-'));
  writeFileSync(note, made);
  return made;
}

/** Creates a folder of the database's user, closed to others. */
export function give(folder: string, user: OtherUser | null): void {
  if (user) chownSync(folder, user.uid, user.gid);
  chmodSync(folder, 0o700);
}

// The user that runs PostgreSQL, which refuses to run as root

/** A user other than the current one. */
export type OtherUser = { readonly uid: number; readonly gid: number; readonly name: string };

/** null = the current user. As root: the owner of existing files, else the system's postgres or nobody. */
export function clusterUser(folders: readonly string[]): OtherUser | null {
  if (process.getuid?.() !== 0) return null;
  for (const folder of folders) {
    if (!existsSync(folder)) continue;
    const { uid, gid } = statSync(folder);
    if (uid !== 0) return { uid, gid, name: `user ${uid}` };
  }
  return systemUser('postgres') ?? systemUser('nobody') ?? { uid: 65534, gid: 65534, name: 'user 65534' };
}

function systemUser(name: string): OtherUser | null {
  try {
    const line = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((entry) => entry.startsWith(`${name}:`));
    const [, , uid, gid] = line?.split(':') ?? [];
    // macOS writes nobody as -2.
    return uid && gid && Number(uid) > 0 ? { uid: Number(uid), gid: Number(gid), name } : null;
  } catch {
    return null;
  }
}

/** Whether this user can enter every folder on the path, and read (run) `path` itself. */
export function canReach(path: string, user: OtherUser): boolean {
  for (let at = path; ; at = dirname(at)) {
    if (!existsSync(at)) continue;
    const { uid, gid, mode } = statSync(at);
    const bits = uid === user.uid ? mode >> 6 : gid === user.gid ? mode >> 3 : mode;
    const needed = at === path ? 0o5 : 0o1;
    if ((bits & needed) !== needed) return false;
    if (dirname(at) === at) return true;
  }
}
