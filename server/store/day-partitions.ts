/**
 * The day partitions of the message tables: which there are, and making those that are missing.
 * Must not: drop anything (retention.ts does).
 */
import type { Database } from '../database/pool.ts';
import { sqlState } from '../database/pool.ts';
import { acarsTable, type MessageTable } from './message-tables.ts';

export const dayMs = 86_400_000;
/** A day this far back still gets a partition of its own; older recordings share the default partition. */
const oldestPartitionDays = 400;

/** `YYYY-MM-DD` of an epoch ms, UTC. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Partitions that this process has seen; retention forgets those that it drops. */
const known = new WeakMap<Database, Set<string>>();
const knownPartitions = (db: Database): Set<string> => {
  const names = known.get(db) ?? new Set<string>();
  known.set(db, names);
  return names;
};
export const forgetDay = (db: Database, day: string, table = acarsTable): void =>
  void knownPartitions(db).delete(partitionName(day, table));

/** Days that have a partition, oldest first. */
export async function partitionDays(db: Database, table: MessageTable = acarsTable): Promise<string[]> {
  const rows = await db.query<{ day: string }>(
    `select to_char(to_date(right(c.relname, 8), 'YYYYMMDD'), 'YYYY-MM-DD') as day
     from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = '${table.name}'::regclass and c.relname ~ '^${table.name}_\\d{8}$' order by 1`,
  );
  return rows.map(({ day }) => day);
}

export const partitionName = (day: string, table: MessageTable = acarsTable): string =>
  `${table.name}_${day.replaceAll('-', '')}`;

/**
 * Sees to it that these days have partitions. Each is made in a transaction of its own and before rows are written: making one locks the
 * table, and a writer that held rows meanwhile could deadlock with another. A day that cannot be made (too old, or rows of it are in the
 * default partition already) is left to the default partition: nothing is lost, it is only slower.
 */
export async function ensureDays(
  db: Database,
  days: Iterable<string>,
  nowMs: number,
  table: MessageTable = acarsTable,
): Promise<void> {
  const seen = knownPartitions(db);
  const oldest = dayOf(nowMs - oldestPartitionDays * dayMs);
  for (const day of [...new Set(days)].sort()) {
    if (day < oldest || seen.has(partitionName(day, table))) continue;
    await makeDay(db, day, table);
    seen.add(partitionName(day, table));
  }
}

/**
 * Room on each page, so that what assembly writes later into a row stays beside it and touches no index; and vacuum after a few thousand new
 * rows: counts then need not look at the rows (0007).
 */
const partitionSettings =
  'fillfactor = 90, autovacuum_vacuum_insert_threshold = 5000, autovacuum_vacuum_insert_scale_factor = 0';

async function makeDay(db: Database, day: string, table: MessageTable): Promise<void> {
  const next = dayOf(Date.parse(`${day}T00:00:00Z`) + dayMs);
  try {
    await db.transaction(async (tx) => {
      await tx.query(`select pg_advisory_xact_lock(hashtext('${table.name} day partitions'))`);
      await tx.query(
        `create table if not exists ${partitionName(day, table)} partition of ${table.name}
         for values from ('${day} 00:00:00+00') to ('${next} 00:00:00+00') with (${partitionSettings})`,
      );
    });
  } catch (error) {
    // 23514: the default partition holds rows of that day. 42P17: another partition covers it.
    const state = sqlState(error);
    if (state !== '23514' && state !== '42P17') throw error;
  }
}
