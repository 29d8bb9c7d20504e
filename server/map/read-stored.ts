/**
 * Updates positions from the database, so that those stored by any process appear: imports, listeners, other servers.
 * Uses a small part of the database's time.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { clock } from '../base/clock.ts';
import { nextTurn } from '../base/pieces.ts';
import type { Database } from '../database/pool.ts';
import { type Positions, reportsAtOnce } from './positions.ts';
import { reportsBetween, typesOf } from './received-positions.ts';
import { maxAgeMs } from './report.ts';

const everyMs = 2000;
/** Of regular rounds: received messages are stored within seconds. */
const recentMs = 60_000;
/** With more in a minute, each aircraft reports its position again within seconds. */
const recentRows = 5000;
const wholeRows = 20_000;
/** Interval of full rounds: a recording shifted to now reaches further back. */
const wholeEvery = 10;
/** Maximum share of time for reading. */
const mostShare = 0.2;
const longestPauseMs = 5000;

type Stored = Pick<Database, 'query' | 'snapshot'>;
type StoredInto = Pick<Positions, 'take' | 'untyped' | 'takeTypes'>;

/** Receptions of the last `spanMs`, and the types of new aircraft. */
export async function readStored(db: Stored, positions: StoredInto, spanMs = maxAgeMs): Promise<void> {
  const nowMs = clock.now();
  const maxRows = spanMs === recentMs ? recentRows : wholeRows;
  for await (const reports of reportsBetween(db, [nowMs - spanMs, nowMs + recentMs], maxRows, reportsAtOnce)) {
    positions.take(reports);
    await nextTurn();
  }
  const untyped = positions.untyped();
  if (untyped.length > 0) positions.takeTypes(await typesOf(db, untyped));
}

/** Reads everything first, then what is new. Returns a function that stops it and waits for a pending query. */
export function followStored(db: Stored, positions: StoredInto): () => Promise<void> {
  const ended = new AbortController();
  const running = (async () => {
    for (let round = 0; !ended.signal.aborted; round++) {
      const beganMs = performance.now();
      // While the database is unavailable positions age. The next round retries.
      await readStored(db, positions, round % wholeEvery === 0 ? maxAgeMs : recentMs).catch(() => {});
      const tookMs = performance.now() - beganMs;
      const pauseMs = Math.min(Math.max(everyMs, tookMs / mostShare), longestPauseMs);
      await pause(pauseMs, null, { ref: false, signal: ended.signal }).catch(() => {});
    }
  })();
  return async () => {
    ended.abort();
    await running;
  };
}
