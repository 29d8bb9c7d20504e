/**
 * Keeps messages for RETENTION_DAYS: drops whole days and their keys, or moves them to the archive (ARCHIVE_DAYS), and creates the next
 * partitions. Counts stay for COUNTS_DAYS.
 * Never drop a day that was written recently.
 */
import { dayMs } from '../../contract/durations.ts';
import { type Database, type Query, sqlState, type Transaction } from '../database/pool.ts';
import {
  acarsTable,
  adsbTable,
  dayTables,
  type KeyedTable,
  linkEventTable,
  messageTableOf,
} from '../query/message-tables.ts';
import { clearKeptCounts, outliveMessages } from '../statistics/count-receptions.ts';
import { archiveRows, clearArchive, finishMoves, leaveTable } from './archive.ts';
import { dayOf, ensureDays, forgetDay, partitionDays, partitionName, unlessDropped } from './day-partitions.ts';
import type { Messages } from './messages.ts';

const daysAhead = 3;
const lockNotAvailable = '55P03';

/** Of messages, and of their counts. Counts stay as long as their messages at least. 0 = forever. `archiveDays` after `retentionDays`, 0 = none. */
export type RetentionDays = {
  readonly retentionDays: number;
  readonly archiveDays: number;
  readonly countsDays: number;
};
/** `countsFrom` = first day whose counts stay. null = every day. `archivedFrom` = first day that the archive takes. null = none. */
type Limits = {
  readonly retentionDays: number;
  readonly countsFrom: string | null;
  readonly archivedFrom: string | null;
};

/**
 * Every table of messages once. `nowMs` = of a trusted clock (decision 31). Resolves to the days that were dropped or moved to the archive. A day is dropped if it ended more than `retentionDays` ago and
 * nothing was stored in it within that time: an old recording stays as many days after its import. 0 = keep forever.
 */
export async function clearMessages(
  messages: Messages,
  { retentionDays, archiveDays, countsDays }: RetentionDays,
  nowMs: number,
): Promise<string[]> {
  const dropped = new Set<string>();
  const countsFrom = countsFromOf(countsDays, nowMs);
  const archivedFrom =
    retentionDays > 0 && archiveDays > 0 ? dayOf(nowMs - (retentionDays + archiveDays) * dayMs) : null;
  for (const table of dayTables) {
    for (const day of await clearTable(messages, table, { retentionDays, countsFrom, archivedFrom }, nowMs))
      dropped.add(day);
  }
  await finishMoves(messages);
  // Without the setting the archive stays as it is: a server that was started without it by mistake must not remove years.
  if (archivedFrom !== null) await clearArchive(messages, archivedFrom);
  await clearKeptCounts(messages, countsFrom);
  if (dropped.size) messages.memory.pages.clear();
  return [...dropped].sort();
}

/** First day whose counts stay. null = every day. */
export const countsFromOf = (countsDays: number, nowMs: number): string | null =>
  countsDays > 0 ? dayOf(nowMs - countsDays * dayMs) : null;

/** What `clearMessages` would drop or move at this time. */
export async function agedMessages(
  db: Database,
  retentionDays: number,
  nowMs: number,
): Promise<{ readonly rows: number; readonly days: number }> {
  const days = new Set<string>();
  let rows = 0;
  if (retentionDays <= 0) return { rows, days: 0 };
  const cutoffMs = nowMs - retentionDays * dayMs;
  const count = async (day: string, from: string, values: readonly unknown[]): Promise<void> => {
    const [row] = await db.query<{ rows: number }>(`select count(*) as rows from ${from}`, values);
    if (!row?.rows) return;
    rows += row.rows;
    days.add(day);
  };
  for (const table of dayTables) {
    for (const day of await partitionDays(db, table)) {
      const partition = partitionName(day, table);
      if (day < dayOf(cutoffMs) && !(await isFresh(db, partition, cutoffMs)))
        await unlessDropped(db, { table, day }, () => count(day, partition, []));
    }
    for (const day of await oldDefaultDays(db, table, cutoffMs))
      await count(
        day,
        `${table.name}_default where ${table.time} >= $1::timestamptz and ${table.time} < $1::timestamptz + interval '1 day'`,
        [`${day}T00:00:00Z`],
      );
  }
  return { rows, days: days.size };
}

async function isFresh(on: Query, partition: string, cutoffMs: number): Promise<boolean> {
  const sql = `select 1 from ${partition} where stored_at >= $1::timestamptz limit 1`;
  return (await on.query(sql, [new Date(cutoffMs).toISOString()])).length > 0;
}

/** Drops this day of every table of messages, unless it was written after `cutoffMs`. Resolves to whether anything was dropped. */
export async function dropMessagesOf(messages: Messages, day: string, limits: Cutoffs): Promise<boolean> {
  let isDropped = false;
  for (const table of dayTables) {
    const has = (await partitionDays(messages, table)).includes(day);
    if (has && (await dropDay(messages, table, day, limits))) isDropped = true;
  }
  if (isDropped) messages.memory.pages.clear();
  return isDropped;
}

async function clearTable(
  db: Messages,
  table: KeyedTable,
  { retentionDays, ...rest }: Limits,
  nowMs: number,
): Promise<string[]> {
  const daysToCome = Array.from({ length: daysAhead + 1 }, (_, i) => dayOf(nowMs + i * dayMs));
  await ensureDays(db, daysToCome, nowMs, table);
  if (retentionDays <= 0) return [];
  const cutoffMs = nowMs - retentionDays * dayMs;
  const dropped: string[] = [];
  for (const day of await partitionDays(db, table)) {
    if (day < dayOf(cutoffMs) && (await dropDay(db, table, day, { cutoffMs, ...rest }))) dropped.push(day);
  }
  return [...dropped, ...(await clearDefault(db, table, { cutoffMs, ...rest }))];
}

type Cutoffs = Pick<Limits, 'countsFrom' | 'archivedFrom'> & { readonly cutoffMs: number };

/** null = the archive does not take this day. */
const archivedTable = (table: KeyedTable, day: string, { archivedFrom }: Cutoffs) =>
  archivedFrom !== null && day >= archivedFrom ? messageTableOf(table) : null;

async function dropDay(db: Messages, table: KeyedTable, day: string, cutoffs: Cutoffs): Promise<boolean> {
  return (await unlessDropped(db, { table, day }, () => dropPartition(db, table, day, cutoffs))) ?? false;
}

/**
 * False if the day was written recently, or a long query locks it: the next run retries. Recent writes are checked twice: without
 * a lock, because most days need none, and under it, when concurrent writers have committed. The table is locked before its
 * partition, as by writers and readers, so there is no deadlock.
 */
async function dropPartition(db: Messages, table: KeyedTable, day: string, cutoffs: Cutoffs): Promise<boolean> {
  const { cutoffMs, countsFrom } = cutoffs;
  const partition = partitionName(day, table);
  if (await isFresh(db, partition, cutoffMs)) return false;
  forgetDay(db, day, table);
  const dropped = await unlessLocked(db, async (tx) => {
    await tx.query(`lock table only ${table.name}, only ${partition} in access exclusive mode`);
    if (await isFresh(tx, partition, cutoffMs)) return false;
    const archived = archivedTable(table, day, cutoffs);
    if (archived === null) await tx.query(`drop table ${partition}`);
    else if (!(await leaveTable(tx, archived, day))) return false;
    await forgetDropped(tx, table, day, countsFrom);
    return true;
  });
  return dropped ?? false;
}

/** Days without a partition: the same rule by row. */
async function clearDefault(db: Database, table: KeyedTable, cutoffs: Cutoffs): Promise<string[]> {
  const { cutoffMs, countsFrom } = cutoffs;
  if ((await oldDefaultDays(db, table, cutoffMs)).length === 0) return [];
  const cleared = await unlessLocked(db, async (tx) => {
    // Readers continue, writers wait, so that no row is added between query and deletion. Writers lock the table itself before a partition.
    await tx.query(`lock table only ${table.name}, only ${table.name}_default in share row exclusive mode`);
    const old = await oldDefaultDays(tx, table, cutoffMs);
    for (const day of old) {
      const archived = archivedTable(table, day, cutoffs);
      if (archived !== null) await archiveRows(tx, archived, day);
      await tx.query(
        `delete from ${table.name}_default
         where ${table.time} >= $1::timestamptz and ${table.time} < $1::timestamptz + interval '1 day'`,
        [`${day}T00:00:00Z`],
      );
      await forgetDropped(tx, table, day, countsFrom);
    }
    return old;
  });
  return cleared ?? [];
}

async function oldDefaultDays(db: Query, table: KeyedTable, cutoffMs: number): Promise<string[]> {
  const days = await db.query<{ day: string }>(
    `select to_char(${table.time} at time zone 'UTC', 'YYYY-MM-DD') as day from ${table.name}_default
     where ${table.time} < $1::timestamptz group by 1 having max(stored_at) < $1::timestamptz`,
    [new Date(cutoffMs).toISOString()],
  );
  return days.map(({ day }) => day).filter((day) => day < dayOf(cutoffMs));
}

/** Result of `work`. null if a lock stayed taken for seconds: nothing was done. */
export async function unlessLocked<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T | null> {
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

/** Keys and last messages of aircraft go with the messages of a day, counts stay. */
async function forgetDropped(
  tx: Transaction,
  table: KeyedTable,
  day: string,
  countsFrom: string | null,
): Promise<void> {
  await tx.query(`delete from ${table.keys} where day = $1::date`, [day]);
  if (table === linkEventTable) return;
  if (table === acarsTable)
    await tx.query(
      `delete from tail_last where last_at >= $1::timestamptz and last_at < $1::timestamptz + interval '1 day'`,
      [`${day}T00:00:00Z`],
    );
  await outliveMessages(tx, { day, isAdsb: table === adsbTable }, countsFrom);
}
