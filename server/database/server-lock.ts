/**
 * One server per embedded database: a lock in the database itself, which a killed server loses with its connection.
 * Must not: be taken by commands (import, admin:reset), they work beside a running server.
 */
import { StartupError } from '../startup-error.ts';
import { type ConnectionPlace, connectOnce } from './pool.ts';
import { pause } from './postmaster.ts';

const lockKey = 0x646c6e6b;

export type ServerLock = { release(): Promise<void> };

/** Waits a moment for a server that is just stopping. @throws StartupError when another one goes on */
export async function takeServerLock(place: ConnectionPlace, dataDir: string, patienceMs = 6000): Promise<ServerLock> {
  const until = performance.now() + patienceMs;
  let client = await tryLock(place);
  while (!client && performance.now() < until) {
    await pause(150);
    client = await tryLock(place);
  }
  if (!client)
    throw new StartupError(
      `Downlink is running already on the data folder ${dataDir}. Stop it first, or start this one on another: DATA_DIR=/path PORT=8081 npm start`,
    );
  return keep(place, client);
}

type Client = Awaited<ReturnType<typeof connectOnce>>;

async function tryLock(place: ConnectionPlace): Promise<Client | null> {
  const client = await connectOnce(place);
  const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [lockKey]);
  if (rows[0]?.got) return client;
  await client.end();
  return null;
}

/** A database that was restarted has forgotten the lock: it is taken again as soon as there is a connection. */
function keep(place: ConnectionPlace, first: Client): ServerLock {
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

/** Does a server hold the lock? A command that started the database asks before it stops it. */
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
