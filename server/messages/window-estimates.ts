/** Estimated numbers of messages in a window, to choose how to count. Minutes old: never show them. */
import { dayMs } from '../../contract/durations.ts';
import { clock } from '../base/clock.ts';
import type { Database } from '../database/pool.ts';
import type { MessageTable } from '../query/message-tables.ts';
import { dayOf, partitionName } from './day-partitions.ts';
import type { Messages, Sizes } from './messages.ts';

const freshMs = 60_000;

/** Epoch ms, inclusive. Absent = open. */
export type TimeWindow = { readonly from?: number | undefined; readonly to?: number | undefined };

/**
 * Rows of the days of a window. In a distributed database the number is that of one shard, because each shard counts separately. Infinity if the database
 * has no estimate of a day yet. Days without a partition are part of every window.
 */
export async function rowsInEachShard(
  messages: Messages,
  table: MessageTable,
  { from, to }: TimeWindow,
): Promise<number> {
  const first = from === undefined ? '' : partitionName(dayOf(from), table);
  const last = to === undefined ? '~' : partitionName(dayOf(to), table);
  const { byPartition, shards } = await sizesOf(messages, table);
  let rows = 0;
  for (const [name, count] of byPartition) if (startOf(name) === null || (name >= first && name <= last)) rows += count;
  return rows / shards;
}

/** Stopping at a number costs as much per row as counting: smaller windows are counted completely. */
const maxCountedToEnd = 250_000;
/** Per shard of a distributed database. With a limit, each shard sends up to that many rows to the coordinator, which takes longer than counting more rows. */
const maxCountedInShard = 2_000_000;

export async function isCountedToEnd(messages: Messages, table: MessageTable, window: TimeWindow): Promise<boolean> {
  const { shards } = await sizesOf(messages, table);
  const most = shards > 1 ? maxCountedInShard : maxCountedToEnd;
  return (await rowsInEachShard(messages, table, window)) <= most;
}

/** Epoch ms. The window is expected to have `rows` messages from then on. null = it is expected to have fewer, or there is no estimate. */
export async function newestFrom(
  messages: Messages,
  table: MessageTable,
  window: TimeWindow,
  rows: number,
): Promise<number | null> {
  const { byPartition } = await sizesOf(messages, table);
  let missing = rows;
  for (const [name, count] of [...byPartition].sort(([one], [other]) => (one < other ? 1 : -1))) {
    const start = startOf(name);
    if (start === null) continue;
    const end = Math.min(start + dayMs, clock.now());
    const [from, to] = [Math.max(window.from ?? start, start), Math.min(window.to ?? end, end)];
    if (to <= from) continue;
    const found = count * ((to - from) / (end - start));
    if (found === Number.POSITIVE_INFINITY) return null;
    if (found > missing) return to - (to - from) * (missing / found);
    missing -= found;
  }
  return null;
}

/** Epoch ms of the day of a partition. null = the default partition. */
function startOf(name: string): number | null {
  const [, year, month, day] = /_(\d{4})(\d\d)(\d\d)$/.exec(name) ?? [];
  return year === undefined ? null : Date.parse(`${year}-${month}-${day}T00:00:00Z`);
}

function sizesOf(messages: Messages, table: MessageTable): Promise<Sizes> {
  const tables = messages.memory.sizes;
  const found = tables.get(table.name);
  if (found && performance.now() - found.readAt < freshMs) return found.sizes;
  const sizes = readSizes(messages, table);
  tables.set(table.name, { readAt: performance.now(), sizes });
  // The next query retries.
  sizes.catch(() => tables.delete(table.name));
  return sizes;
}

async function readSizes(db: Database, table: MessageTable): Promise<Sizes> {
  const rows = await db.query<{ name: string; rows: number | null; shards: number }>(
    'select partition_name as name, row_count as rows, message_shards() as shards from partition_sizes($1)',
    [[table.name]],
  );
  return {
    shards: rows[0]?.shards ?? 1,
    byPartition: new Map(rows.map(({ name, rows }) => [name, rows ?? Number.POSITIVE_INFINITY])),
  };
}
