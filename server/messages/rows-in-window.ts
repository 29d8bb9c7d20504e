/**
 * Estimated number of messages in a window, to choose how to count. Minutes old and by whole days: never show it. Where messages are distributed, the
 * estimate is that of one shard, because each shard counts by itself.
 */
import type { Database } from '../database/pool.ts';
import type { MessageTable } from '../query/message-tables.ts';
import { dayOf, partitionName } from './day-partitions.ts';
import type { Messages } from './messages.ts';

const freshMs = 60_000;

/** Epoch ms, inclusive. Absent = open. */
export type TimeWindow = { readonly from?: number | undefined; readonly to?: number | undefined };

/** Infinity if the database has no estimate of a day yet. Days without a partition count with every window. */
export async function rowsInWindow(messages: Messages, table: MessageTable, { from, to }: TimeWindow): Promise<number> {
  const first = from === undefined ? '' : partitionName(dayOf(from), table);
  const last = to === undefined ? '~' : partitionName(dayOf(to), table);
  let rows = 0;
  for (const [name, count] of await byPartition(messages, table)) {
    const isOneDay = /_\d{8}$/.test(name);
    if (!isOneDay || (name >= first && name <= last)) rows += count;
  }
  return rows;
}

function byPartition(messages: Messages, table: MessageTable): Promise<ReadonlyMap<string, number>> {
  const tables = messages.memory.estimates;
  const found = tables.get(table.name);
  if (found && performance.now() - found.readAt < freshMs) return found.byPartition;
  const read = readPartitions(messages, table);
  tables.set(table.name, { readAt: performance.now(), byPartition: read });
  // The next query retries.
  read.catch(() => tables.delete(table.name));
  return read;
}

async function readPartitions(db: Database, table: MessageTable): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ name: string; rows: number | null }>(
    'select partition_name as name, row_count / (select message_shards()) as rows from partition_sizes($1)',
    [[table.name]],
  );
  return new Map(rows.map(({ name, rows }) => [name, rows ?? Number.POSITIVE_INFINITY]));
}
