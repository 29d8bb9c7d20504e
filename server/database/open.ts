/** Opens the configured database, embedded or by DATABASE_URL, and migrates it. */
import { diskReserve } from '../base/disk-reserve.ts';
import { StartupError } from '../base/startup-error.ts';
import type { DatabaseConfig } from './database-config.ts';
import { type Launched, launchPostgres } from './launch.ts';
import { type ConnectionPlace, connectOnce, type Database, openDatabase } from './pool.ts';
import { primaryOnly, type Reads, ReplicaReads } from './reads.ts';
import { isServerRunning, takeServerLock } from './server-lock.ts';

/** Brings the schema up to date. null = it is left as it is. */
type Prepare = ((db: Database) => Promise<unknown>) | null;
type OpenDatabase = {
  /** For API calls, with the configured query timeout. */
  readonly api: Database;
  /** For imports, retention and demo, without a timeout. */
  readonly work: Database;
  /** For a connection of its own. */
  readonly place: ConnectionPlace;
  close(): Promise<void>;
};
type ServerDatabase = OpenDatabase & {
  /** For exports and statistics. */
  readonly reads: Reads;
};

/** For the server: exclusive on its data folder. Closing stops the embedded PostgreSQL. */
export async function openForServer(
  config: DatabaseConfig,
  say: (line: string) => void,
  prepare: Prepare,
): Promise<ServerDatabase> {
  if (config.databaseUrl)
    return withReads(await open(await reach(config.databaseUrl), config, async () => {}, prepare), config);
  const launched = await launchPostgres(config.dataDir, say);
  diskReserve.watch(launched.folder);
  const lock = await takeServerLock(launched.place, config.dataDir);
  const watch = restartWhenGone(launched, config.dataDir);
  try {
    const close = async (): Promise<void> => {
      await lock.release().catch(() => {});
      await watch.stop();
    };
    return await withReads(await open(launched.place, config, close, prepare), config);
  } catch (error) {
    throw launched.explain(error);
  }
}

const watchMs = 1000;

/** A full disk must not end the program. */
function limitLog(launched: Launched): void {
  try {
    launched.limitLog();
  } catch (error) {
    console.error(`The log of the database could not be shortened: ${(error as Error).message}`);
  }
}

/** A database that stopped unexpectedly (killed, out of memory) is restarted. Until then calls return 503. */
function restartWhenGone(first: Launched, dataDir: string): { stop(): Promise<void> } {
  let launched = first;
  let restarting: Promise<void> | null = null;
  const restart = async (): Promise<void> => {
    console.error('The database stopped unexpectedly. Restarting ...');
    launched = await launchPostgres(dataDir, (line) => console.error(line));
  };
  const timer = setInterval(() => {
    if (restarting) return;
    if (launched.isRunning()) return limitLog(launched);
    restarting = restart()
      .catch((error: Error) => console.error(error.message))
      .finally(() => {
        restarting = null;
      });
  }, watchMs);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await restarting;
      await launched.stop();
    },
  };
}

/**
 * For a command: with or without a running server. Stops the embedded PostgreSQL only if it started it and no one else uses it.
 * Without `prepare` the schema is left as it is, for a backup of it or for one that brings its own.
 */
export async function openForCommand(
  config: DatabaseConfig,
  say: (line: string) => void,
  prepare: Prepare,
): Promise<OpenDatabase> {
  if (config.databaseUrl) return open(await reach(config.databaseUrl), config, async () => {}, prepare);
  const launched = await launchPostgres(config.dataDir, say);
  diskReserve.watch(launched.folder);
  const close = async (): Promise<void> => {
    if (!launched.wasRunning && !(await isServerRunning(launched.place))) await launched.stop();
  };
  return open(launched.place, config, close, prepare);
}

async function open(
  place: ConnectionPlace,
  config: DatabaseConfig,
  after: () => Promise<void>,
  prepare: Prepare,
): Promise<OpenDatabase> {
  const work = openDatabase(place, { max: 6 });
  const api = openDatabase(place, { max: 16, statementTimeoutMs: config.statementTimeoutMs });
  const close = async (): Promise<void> => {
    await Promise.allSettled([api.close(), work.close()]);
    await after();
  };
  try {
    await prepare?.(work);
  } catch (error) {
    await close();
    throw error;
  }
  return { api, work, place, close };
}

/** An absent replica prevents no start. */
async function withReads(
  database: OpenDatabase,
  { readUrl, statementTimeoutMs }: DatabaseConfig,
): Promise<ServerDatabase> {
  if (!readUrl) return { ...database, reads: primaryOnly(database.api) };
  const reads = new ReplicaReads(database.api, { url: readUrl }, statementTimeoutMs);
  await reads.start();
  const close = async (): Promise<void> => {
    await reads.close();
    await database.close();
  };
  return { ...database, reads, close };
}

async function reach(url: string): Promise<ConnectionPlace> {
  const place = { url };
  try {
    const client = await connectOnce(place);
    await client.end();
    return place;
  } catch (error) {
    // The URL may contain a password: only the reason is reported.
    const reason = (error as Error).message || (error as NodeJS.ErrnoException).code || 'no answer';
    throw new StartupError(`The database of DATABASE_URL cannot be reached (${reason}).`);
  }
}
