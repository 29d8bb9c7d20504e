/**
 * Keeps messages RETENTION_DAYS: drops whole days, forgets their keys, makes the partitions of the days to come, and finishes days that are over.
 * Must not: delete rows one by one where a day can be dropped, or touch a day that was filled lately.
 */
import { clock } from '../clock.ts';
import { type Database, sqlState, type Transaction } from '../database/pool.ts';
import { dataVersion } from './data-version.ts';
import { dayMs, dayOf, ensureDays, forgetDay, partitionDays, partitionName } from './day-partitions.ts';
import { indexFinishedDays } from './finished-days.ts';
import { adsbTable, type MessageTable, messageTables } from './message-tables.ts';
import { clearRecords } from './station-records.ts';

const daysAhead = 3;
const everyMs = 3_600_000;
const lockNotAvailable = '55P03';

/** Runs now and each hour. `retentionDays` 0 = keep for ever. Returns the way to stop it, which waits for a run under way. */
export function startRetention(
  db: Database,
  config: { readonly retentionDays: number },
  warn: (message: string) => void = (message) => console.warn(message),
): () => Promise<void> {
  const stopping = new AbortController();
  const run = () =>
    runRetention(db, config.retentionDays)
      .then(() => indexFinishedDays(db, stopping.signal))
      .then(
        () => {},
        (error: Error) => warn(`Old messages could not be cleared now: ${error.message}`),
      );
  let running = run();
  const timer = setInterval(() => {
    running = running.then(run);
  }, everyMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    stopping.abort();
    return running;
  };
}

/**
 * One run over every table of messages; resolves to the days that were dropped, each once. A day goes when it ended more than `retentionDays`
 * ago and nothing was stored in it within that time: a recording from long ago stays as many days after its import.
 */
export async function runRetention(db: Database, retentionDays: number): Promise<string[]> {
  const dropped = new Set<string>();
  for (const table of messageTables) {
    for (const day of await clearTable(db, table, retentionDays)) dropped.add(day);
  }
  await clearRecords(db, retentionDays);
  if (dropped.size) dataVersion.bump();
  return [...dropped].sort();
}

async function clearTable(db: Database, table: MessageTable, retentionDays: number): Promise<string[]> {
  const nowMs = clock.now();
  const daysToCome = Array.from({ length: daysAhead + 1 }, (_, i) => dayOf(nowMs + i * dayMs));
  await ensureDays(db, daysToCome, nowMs, table);
  if (retentionDays <= 0) return [];
  const cutoffMs = nowMs - retentionDays * dayMs;
  const dropped: string[] = [];
  for (const day of await partitionDays(db, table)) {
    if (day < dayOf(cutoffMs) && (await dropDay(db, table, day, cutoffMs))) dropped.push(day);
  }
  return [...dropped, ...(await clearDefault(db, table, cutoffMs))];
}

/**
 * False when the day was filled lately, or a long query holds it: then the next run tries again. Whether it was filled is asked twice: without a
 * lock, since most days need none, and under it, when whoever stored meanwhile has committed. The table is locked before its partition, as writers
 * and readers do, so that nobody waits in a circle.
 */
async function dropDay(db: Database, table: MessageTable, day: string, cutoffMs: number): Promise<boolean> {
  const partition = partitionName(day, table);
  const isFresh = async (on: Pick<Database, 'query'>): Promise<boolean> => {
    const sql = `select 1 from ${partition} where stored_at >= $1::timestamptz limit 1`;
    return (await on.query(sql, [new Date(cutoffMs).toISOString()])).length > 0;
  };
  if (await isFresh(db)) return false;
  forgetDay(db, day, table);
  const dropped = await unlessHeld(db, async (tx) => {
    await tx.query(`lock table only ${table.name}, only ${partition} in access exclusive mode`);
    if (await isFresh(tx)) return false;
    await tx.query(`drop table ${partition}`);
    await forgetCounted(tx, table, day);
    return true;
  });
  return dropped ?? false;
}

/** Days without a partition of their own: the same rule, row by row. */
async function clearDefault(db: Database, table: MessageTable, cutoffMs: number): Promise<string[]> {
  if ((await oldDefaultDays(db, table, cutoffMs)).length === 0) return [];
  const cleared = await unlessHeld(db, async (tx) => {
    // Readers go on; who stores waits, so that no row comes between the question and the deletion.
    await tx.query(`lock table ${table.name}_default in share row exclusive mode`);
    const old = await oldDefaultDays(tx, table, cutoffMs);
    for (const day of old) {
      await tx.query(
        `delete from ${table.name}_default
         where ${table.time} >= $1::timestamptz and ${table.time} < $1::timestamptz + interval '1 day'`,
        [`${day}T00:00:00Z`],
      );
      await forgetCounted(tx, table, day);
    }
    return old;
  });
  return cleared ?? [];
}

async function oldDefaultDays(db: Pick<Database, 'query'>, table: MessageTable, cutoffMs: number): Promise<string[]> {
  const days = await db.query<{ day: string }>(
    `select to_char(${table.time} at time zone 'UTC', 'YYYY-MM-DD') as day from ${table.name}_default
     where ${table.time} < $1::timestamptz group by 1 having max(stored_at) < $1::timestamptz`,
    [new Date(cutoffMs).toISOString()],
  );
  return days.map(({ day }) => day).filter((day) => day < dayOf(cutoffMs));
}

/** What `work` resolves to; null when somebody held a lock for seconds: nothing was done. */
async function unlessHeld<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T | null> {
  try {
    return await db.transaction(async (tx) => {
      await tx.query(`set local lock_timeout = '5s'; set local statement_timeout = 0`);
      return work(tx);
    });
  } catch (error) {
    if (sqlState(error) === lockNotAvailable) return null;
    throw error;
  }
}

/** What was kept of the messages of a day that are gone: their keys, and their counts. */
async function forgetCounted(tx: Transaction, table: MessageTable, day: string): Promise<void> {
  await tx.query(`delete from ${table.keys} where day = $1::date`, [day]);
  for (const counts of ['rx_hour', 'range_hour'])
    await tx.query(
      `delete from ${counts} where hour >= $1::timestamptz and hour < $1::timestamptz + interval '1 day' and (message_type = 'ADSB') = $2`,
      [`${day}T00:00:00Z`, table === adsbTable],
    );
}
