/** Day partitions of tables: lists and creates them. */
import { dayMs } from '../../contract/durations.ts';
import { type Database, sqlState } from '../database/pool.ts';
import { acarsTable, type DayTable } from '../query/message-tables.ts';
import type { Messages } from './messages.ts';

/** Maximum age of a day with its own partition. Older recordings share the default partition. */
const oldestPartitionDays = 400;

/** `YYYY-MM-DD` of an epoch ms, UTC. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Before its partition is dropped. */
export const forgetDay = ({ memory }: Messages, day: string, table: DayTable): void =>
  void memory.partitions.delete(partitionName(day, table));

/** Days that have a partition, oldest first. */
export async function partitionDays(db: Database, table: DayTable = acarsTable): Promise<string[]> {
  const rows = await db.query<{ day: string }>(
    `select to_char(to_date(right(c.relname, 8), 'YYYYMMDD'), 'YYYY-MM-DD') as day
     from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = '${table.name}'::regclass and c.relname ~ '^${table.name}_\\d{8}$' order by 1`,
  );
  return rows.map(({ day }) => day);
}

export const partitionName = (day: string, table: DayTable = acarsTable): string =>
  `${table.name}_${day.replaceAll('-', '')}`;

const undefinedTable = '42P01';

/** The result of work on a day that was listed. null = another server has dropped it since: two may lead for a moment. */
export async function unlessDropped<T>(
  db: Database,
  { table, day }: { readonly table: DayTable; readonly day: string },
  work: () => Promise<T>,
): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (sqlState(error) === undefinedTable && !(await partitionDays(db, table)).includes(day)) return null;
    throw error;
  }
}

/**
 * Creates missing partitions of these days, each in its own transaction and before rows are written: creating one locks the
 * table, and a writer holding rows could deadlock with another. A day without a partition (too old, with rows in the default
 * partition already, or first written during a long read) uses the default partition, which is only slower.
 */
export async function ensureDays(
  messages: Messages,
  days: Iterable<string>,
  nowMs: number,
  table: DayTable = acarsTable,
): Promise<void> {
  const seen = messages.memory.partitions;
  const oldest = dayOf(nowMs - oldestPartitionDays * dayMs);
  const unknown = [...new Set(days)].filter((day) => day >= oldest && !seen.has(partitionName(day, table))).sort();
  if (unknown.length === 0) return;
  const there = new Set(await partitionDays(messages, table));
  for (const day of unknown) {
    if (!there.has(day)) await makeDay(messages, day, table);
    seen.set(partitionName(day, table), true);
  }
}

/**
 * Free space on each page, so that later updates by assembly stay on it and touch no index. Vacuum after a few thousand new
 * rows, so that counts need not read rows (decision 5).
 */
const partitionSettings =
  'fillfactor = 90, autovacuum_vacuum_insert_threshold = 5000, autovacuum_vacuum_insert_scale_factor = 0';

/** 23514: the default partition contains rows of that day. 42P17: another partition covers it. 55P03: the lock timeout. */
const withoutPartition = new Set(['23514', '42P17', '55P03']);
/** All queries of the table wait behind this lock. An export that is read slowly can hold the table for longer. */
const lockTimeoutMs = 3000;

async function makeDay(db: Database, day: string, table: DayTable): Promise<void> {
  const next = dayOf(Date.parse(`${day}T00:00:00Z`) + dayMs);
  try {
    await db.transaction(async (tx) => {
      await tx.query(`select pg_advisory_xact_lock(hashtext('${table.name} day partitions'))`);
      await tx.query(`set local lock_timeout = ${lockTimeoutMs}`);
      await tx.query(
        `create table if not exists ${partitionName(day, table)} partition of ${table.name}
         for values from ('${day} 00:00:00+00') to ('${next} 00:00:00+00') with (${partitionSettings})`,
      );
    });
  } catch (error) {
    const state = sqlState(error) ?? '';
    if (!withoutPartition.has(state)) throw error;
  }
}
