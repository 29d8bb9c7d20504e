/**
 * Counts what text messages contain, and their levels, day by day (decision 18). Not in the transaction that stores them: that has a
 * row for each aircraft and receiver, and halved the speed of storing.
 */
import { minuteMs } from '../../contract/durations.ts';
import type { Database } from '../database/pool.ts';

export const levelBuckets = 16;
export const bucketDb = 5;
/** Lower limit of the first bucket. */
export const lowestDb = -80;

/** Transactions that stored in a minute have ended so long after it. */
const settledMs = 2 * minuteMs;
/** The current day is counted again this often. */
const everyMs = 10 * minuteMs;
type Due = { readonly day: string; readonly isDemo: boolean };

/** To be called every minute. */
export class TextCounts {
  readonly #db: Database;
  readonly #countedAt = new Map<string, number>();

  constructor(db: Database) {
    this.#db = db;
  }

  async countDue(nowMs: number): Promise<void> {
    const settled = new Date(Math.floor((nowMs - settledMs) / minuteMs) * minuteMs);
    const due = await this.#db.query<Due>(
      `select distinct to_char(day, 'YYYY-MM-DD') as day, is_demo as "isDemo" from text_due where stored_minute <= $1 order by 1 desc`,
      [settled],
    );
    for (const { day, isDemo } of due) {
      const key = `${day} ${isDemo}`;
      if (nowMs - (this.#countedAt.get(key) ?? 0) < everyMs) continue;
      await this.#db.transaction(async (tx) => {
        await tx.query('set local statement_timeout = 0');
        // Two servers of one database count one after the other.
        await tx.query(`select pg_advisory_xact_lock(hashtext('texts are counted'))`);
        await tx.query('select count_texts($1::date, $2)', [day, isDemo]);
        await tx.query('delete from text_due where day = $1::date and is_demo = $2 and stored_minute <= $3', [
          day,
          isDemo,
          settled,
        ]);
      });
      this.#countedAt.set(key, nowMs);
    }
    for (const [key, at] of this.#countedAt) if (nowMs - at > everyMs) this.#countedAt.delete(key);
  }
}
