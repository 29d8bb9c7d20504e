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
  const client = await connectOnce(place);
  const until = performance.now() + patienceMs;
  for (;;) {
    const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [lockKey]);
    if (rows[0]?.got) return { release: () => client.end() };
    if (performance.now() > until) break;
    await pause(150);
  }
  await client.end();
  throw new StartupError(
    `Downlink is running already on the data folder ${dataDir}. Stop it first, or start this one on another: DATA_DIR=/path PORT=8081 npm start`,
  );
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
