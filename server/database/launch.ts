/**
 * Finds, creates and starts the embedded PostgreSQL of a data folder.
 * Failures are StartupErrors that mention DATABASE_URL as the alternative.
 */
import { spawn } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { freemem } from 'node:os';
import { join } from 'node:path';
import { StartupError, withDatabaseHint } from '../base/startup-error.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { type ClusterHome, give, prepareHome, socketFolder } from './cluster-home.ts';
import { type ConnectionPlace, connectOnce, sqlState } from './pool.ts';
import {
  findPostmaster,
  isAlive,
  limitLogSize,
  pause,
  removeLeftOver,
  type Started,
  startPostmaster,
  stopPostmaster,
} from './postmaster.ts';

const databaseUser = 'downlink';
/** Version of the folder with copied programs: a new package gets a new copy. */
const copyName = 'postgresql-18.4';
/** Recovery after a crash takes 0.6 to 3.7 s on small data, longer on large data. */
const patienceMs = 60_000;

export type Launched = {
  readonly place: Extract<ConnectionPlace, { host: string }>;
  /** Folder of its files. */
  readonly folder: string;
  /** It was running already: left by a killed server, or used by another program of ours. */
  readonly wasRunning: boolean;
  stop(): Promise<void>;
  isRunning(): boolean;
  /** Ends a log file that has become too large. */
  limitLog(): void;
  /** The reason as text if the database's log contains one (a full disk), otherwise the error itself. */
  explain(error: unknown): unknown;
};

/** `say` receives one line per slow step. @throws StartupError */
export async function launchPostgres(dataDir: string, say: (line: string) => void): Promise<Launched> {
  const home = prepareHome(dataDir);
  return launchCluster(home, ownBinaries(home), say);
}

export const ownBinaries = (home: ClusterHome): Binaries => findBinaries(join(home.folder, copyName), home.user);

/** Creates the cluster if there is none. `port` names the socket: two clusters of one home run side by side. @throws StartupError */
export async function launchCluster(
  home: ClusterHome,
  binaries: Binaries,
  say: (line: string) => void,
  port = '5432',
): Promise<Launched> {
  if (!existsSync(join(home.cluster, 'PG_VERSION'))) await createCluster(home, binaries, say);
  const deadline = performance.now() + patienceMs;
  let started: Started | null = null;
  let end: string | null = null;
  let hasReportedWait = false;
  let starts = 0;
  for (;;) {
    const running = findPostmaster(home.cluster);
    const place = running && placeOf(running, home);
    const state = place ? await probe(place) : 'absent';
    if (place && running && state === 'ready')
      return {
        place,
        folder: home.folder,
        wasRunning: started?.pid !== running.pid,
        stop: () => stopPostmaster(running, { binaries, cluster: home.cluster }),
        isRunning: () => findPostmaster(home.cluster) !== null,
        limitLog: () => limitLogSize(home.logFile),
        explain: (error) => (diskFull.test(lastWords(home)) ? explain(home, '') : error),
      };
    if (running && state === 'lost' && !started) await stopPostmaster(running, { binaries, cluster: home.cluster });
    if (!running && (!started || end !== null)) {
      // Retries: workers of a killed server may hold its memory for a moment.
      if (starts === 3) throw explain(home, end ?? '');
      starts += 1;
      if (starts > 1) await pause(700);
      end = null;
      removeLeftOver(home.cluster);
      started = startPostmaster({
        binaries,
        cluster: home.cluster,
        settings: await settings(home, port),
        logFile: home.logFile,
        user: home.user,
      });
      started.ended.then((why) => {
        end = why;
      });
    }
    if (performance.now() > deadline) throw explain(home, 'it did not become ready');
    if (!hasReportedWait && performance.now() > deadline - patienceMs + 3000) {
      say('The database is recovering from its log ...');
      hasReportedWait = true;
    }
    await pause(30);
  }
}

function placeOf(running: { host: string | null; port: number }, home: ClusterHome): Launched['place'] | null {
  if (running.host === null) return null;
  return { host: running.host, port: running.port, user: databaseUser, password: home.password, database: 'postgres' };
}

/** 'busy' = it starts, recovers or stops (57P03). 'lost' = it runs, but refuses connections. */
async function probe(place: ConnectionPlace): Promise<'ready' | 'busy' | 'lost'> {
  try {
    const client = await connectOnce(place);
    await client.end();
    return 'ready';
  } catch (error) {
    const state = sqlState(error);
    if (state === '28P01')
      throw new StartupError('The password in postgres-password does not match the database in the data folder.');
    if (state !== null) return 'busy';
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'lost' : 'busy';
  }
}

async function settings(home: ClusterHome, port: string): Promise<Record<string, string>> {
  const folder = socketFolder(home);
  const sharedMb = Math.max(32, Math.min(512, Math.floor(freemem() / 2 ** 20 / 8)));
  const way: Record<string, string> = folder
    ? {
        listen_addresses: '',
        unix_socket_directories: `"${folder.replaceAll('"', '""')}"`,
        unix_socket_permissions: '0700',
        port,
      }
    : { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: String(await freePort()) };
  return {
    ...way,
    shared_buffers: `${sharedMb}MB`,
    max_connections: '60',
    synchronous_commit: 'on',
    // No replication: the log is only for recovery.
    wal_level: 'minimal',
    max_wal_senders: '0',
    ...logSizes(home),
    random_page_cost: '1.1',
    jit: 'off',
    idle_in_transaction_session_timeout: '120s',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    log_min_error_statement: 'panic',
  };
}

/** On a small volume the write-ahead log takes an eighth at most, as far as PostgreSQL allows. */
function logSizes(home: ClusterHome): Record<string, string> {
  const { blocks, bsize } = statfsSync(home.folder);
  const eighthMb = Math.floor((blocks * bsize) / 8 / 2 ** 20);
  if (eighthMb >= 1024) return { max_wal_size: '1GB' };
  return { max_wal_size: `${Math.max(48, eighthMb)}MB`, min_wal_size: '32MB' };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 5432));
    });
  });
}

/** Creates the cluster in a temporary folder, then renames it: an interruption leaves nothing incomplete. */
async function createCluster(home: ClusterHome, binaries: Binaries, say: (line: string) => void): Promise<void> {
  say('Creating the database (first start only) ...');
  removeUnfinished(home);
  const making = `${home.cluster}.new-${process.pid}`;
  const passwordFile = `${making}.password`;
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making);
  give(making, home.user);
  writeFileSync(passwordFile, home.password, { mode: 0o600 });
  if (home.user) chownSync(passwordFile, home.user.uid, home.user.gid);
  try {
    const { code, text } = await run(
      binaries.initdb,
      [
        '-D',
        making,
        `--username=${databaseUser}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        '--no-instructions',
      ],
      home,
    );
    if (code !== 0) throw explainText(text, `initdb ended with ${code}`);
    // The faster process of ours wins. Both created the same.
    if (!existsSync(join(home.cluster, 'PG_VERSION'))) renameSync(making, home.cluster);
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(making, { recursive: true, force: true });
  }
}

/** Left by an interrupted first start. */
function removeUnfinished(home: ClusterHome): void {
  for (const name of readdirSync(home.folder)) {
    const pid = Number(/^(?:cluster|postgres)(?:\.adopting)?\.new-(\d+)(?:\.password)?$/.exec(name)?.[1] ?? 0);
    if (pid && !isAlive(pid)) rmSync(join(home.folder, name), { recursive: true, force: true });
  }
}

function run(command: string, args: string[], home: ClusterHome): Promise<{ code: number | string; text: string }> {
  return new Promise((resolve) => {
    const user = home.user ? { uid: home.user.uid, gid: home.user.gid } : {};
    // LC_ALL: a locale that is set but not installed would stop it.
    const child = spawn(command, args, {
      cwd: home.folder,
      windowsHide: true,
      env: { ...process.env, LC_ALL: 'C' },
      ...user,
    });
    const end = (): void => void child.kill();
    process.once('exit', end);
    child.once('close', () => process.off('exit', end));
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data: Buffer) => (text += data.toString('utf8')));
    child.once('error', (error) => resolve({ code: error.message, text: `${text}\n${error.message}` }));
    child.once('close', (code, signal) => resolve({ code: code ?? signal ?? 'an error', text }));
  });
}

// Why it does not start, in words for the operator

const diskFull = /No space left on device/i;

function lastWords(home: ClusterHome): string {
  return existsSync(home.logFile) ? readFileSync(home.logFile, 'utf8').trimEnd().split('\n').slice(-12).join('\n') : '';
}

function explain(home: ClusterHome, why: string): StartupError {
  return explainText(lastWords(home), why);
}

function explainText(text: string, why: string): StartupError {
  if (diskFull.test(`${text}${why}`))
    return new StartupError(
      'The disk is full: the database cannot start. Free some space (or set DATA_DIR to another disk) and try again.',
    );
  if (
    /ENOENT|EACCES|cannot execute|not found|SIGILL|shared librar|Exec format/i.test(why) ||
    /error while loading shared libraries/i.test(text)
  )
    return withDatabaseHint(
      `The built-in PostgreSQL cannot run on this machine (${why}).${text ? `\n${text.trim()}` : ''}`,
    );
  return withDatabaseHint(`The built-in PostgreSQL does not start (${why}). Its last words:\n${text.trim()}`);
}
