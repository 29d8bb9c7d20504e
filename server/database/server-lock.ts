/**
 * One server per embedded database: a lock in the database, released when a killed server loses its connection.
 * Commands (import, admin:reset) do not take it: they run next to a server.
 */
import { StartupError } from '../base/startup-error.ts';
import { type ConnectionPlace, connectOnce } from './pool.ts';
import { pause } from './postmaster.ts';

const lockKey = 0x646c6e6b;

/** Time for a server that is stopping. */
const patienceMs = 6000;

type ServerLock = { release(): Promise<void> };

/** Waits briefly for a server that is stopping. @throws StartupError if another one is running */
export async function takeServerLock(place: ConnectionPlace, dataDir: string): Promise<ServerLock> {
  const until = performance.now() + patienceMs;
  let client = await tryLock(place);
  while (!client && performance.now() < until) {
    await pause(150);
    client = await tryLock(place);
  }
  if (!client)
    throw new StartupError(
      `Downlink is already running on the data folder ${dataDir}. Stop it first, or start this one on another: DATA_DIR=/path PORT=8081 npm start`,
    );
  return maintainLock(place, client);
}

type Client = Awaited<ReturnType<typeof connectOnce>>;

async function tryLock(place: ConnectionPlace): Promise<Client | null> {
  const client = await connectOnce(place);
  const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [lockKey]);
  if (rows[0]?.got) return client;
  await client.end();
  return null;
}

/** A restarted database has lost the lock: it is acquired again with the next connection. */
function maintainLock(place: ConnectionPlace, first: Client): ServerLock {
  let client = first;
  let isReleased = false;
  const again = async (): Promise<void> => {
    while (!isReleased) {
      const next = await tryLock(place).catch(() => null);
      if (next) {
        client = next;
        client.once('end', again);
        return;
      }
      await pause(500);
    }
  };
  client.once('end', again);
  return {
    release: () => {
      isReleased = true;
      return client.end();
    },
  };
}

/** Whether a server holds the lock. A command that started the database checks before stopping it. */
export async function isServerRunning(place: ConnectionPlace): Promise<boolean> {
  const client = await connectOnce(place);
  try {
    const { rows } = await client.query<{ held: boolean }>(
      `select exists (select from pg_locks where locktype = 'advisory' and granted and classid = 0 and objid::bigint = $1) as held`,
      [lockKey],
    );
    return rows[0]?.held ?? false;
  } finally {
    await client.end();
  }
}
