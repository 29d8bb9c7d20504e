/**
 * Keeps the positions in memory up to date with the database, so that what any process stores is seen: an import, a listener, another server.
 * Must not: write, or take more than a small part of the database's time.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { clock } from '../clock.ts';
import type { Database } from '../database/pool.ts';
import { heardBetween } from '../store/heard-positions.ts';
import type { Positions } from './positions.ts';
import { keepMs } from './report.ts';

const everyMs = 2000;
/** Of ordinary rounds: what receivers hear is stored within seconds. */
const recentMs = 60_000;
/** Each so many rounds all that counts is read: a recording that was moved to now reaches further back. */
const wholeEvery = 10;
/** Reading takes at most this part of the time, while it is quick enough to be worth that. */
const mostShare = 0.2;
const longestPauseMs = 5000;

/** What was heard in the last `spanMs`. */
export async function readStored(
  db: Pick<Database, 'query'>,
  positions: Pick<Positions, 'take'>,
  spanMs = keepMs,
): Promise<void> {
  const nowMs = clock.now();
  positions.take(await heardBetween(db, nowMs - spanMs, nowMs + recentMs));
}

/** Reads all of it first, then what is new. Returns the way to stop, which waits for a question under way. */
export function followStored(db: Pick<Database, 'query'>, positions: Pick<Positions, 'take'>): () => Promise<void> {
  const ended = new AbortController();
  const running = (async () => {
    for (let round = 0; !ended.signal.aborted; round++) {
      const beganMs = performance.now();
      // While the database is away positions grow old; the next round tries again.
      await readStored(db, positions, round % wholeEvery === 0 ? keepMs : recentMs).catch(() => {});
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
