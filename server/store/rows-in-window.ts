/**
 * About how many messages a window holds, by what the database itself reckons of each day. For: choosing how to count.
 * Must not: be told to anybody, or taken for exact: it is minutes old, and counts whole days.
 */
import type { Database } from '../database/pool.ts';
import { dayOf, partitionName } from './day-partitions.ts';
import type { MessageTable } from './message-tables.ts';

const freshMs = 60_000;

type Reckoned = { readonly readAt: number; readonly byPartition: Promise<ReadonlyMap<string, number>> };
const known = new WeakMap<Database, Map<MessageTable['name'], Reckoned>>();

/** Epoch ms, both ends inside; absent = open. */
export type TimeWindow = { readonly from?: number | undefined; readonly to?: number | undefined };

/** Infinity where the database has not looked at one of the days yet. Days without a partition of their own count with every window. */
export async function rowsInWindow(db: Database, table: MessageTable, { from, to }: TimeWindow): Promise<number> {
  const first = from === undefined ? '' : partitionName(dayOf(from), table);
  const last = to === undefined ? '~' : partitionName(dayOf(to), table);
  let rows = 0;
  for (const [name, count] of await byPartition(db, table)) {
    const isOneDay = /_\d{8}$/.test(name);
    if (!isOneDay || (name >= first && name <= last)) rows += count;
  }
  return rows;
}

function byPartition(db: Database, table: MessageTable): Promise<ReadonlyMap<string, number>> {
  const tables = known.get(db) ?? new Map<MessageTable['name'], Reckoned>();
  known.set(db, tables);
  const found = tables.get(table.name);
  if (found && performance.now() - found.readAt < freshMs) return found.byPartition;
  const read = readPartitions(db, table);
  tables.set(table.name, { readAt: performance.now(), byPartition: read });
  // The next question asks again.
  read.catch(() => tables.delete(table.name));
  return read;
}

async function readPartitions(db: Database, table: MessageTable): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ name: string; rows: number; isEmpty: boolean }>(
    `select c.relname as name, c.reltuples::float8 as rows, pg_relation_size(c.oid) = 0 as "isEmpty"
     from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = $1::regclass`,
    [table.name],
  );
  return new Map(
    rows.map(({ name, rows, isEmpty }) => [name, isEmpty ? 0 : rows < 0 ? Number.POSITIVE_INFINITY : rows]),
  );
}
