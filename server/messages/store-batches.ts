/** Stores batches of any message table without duplicates. All or nothing per batch. */
import { foldCase } from '../../contract/filters.ts';
import { parseInstant } from '../../contract/params.ts';
import { clock } from '../base/clock.ts';
import { diskReserve } from '../base/disk-reserve.ts';
import { inPieces } from '../base/pieces.ts';
import { inSpan } from '../base/spans.ts';
import type { Transaction } from '../database/pool.ts';
import type { Columns } from '../query/columns.ts';
import { adsbTable, type KeyedTable } from '../query/message-tables.ts';
import { storeSpellings } from '../query/spellings.ts';
import { countReceptions, type Reception } from '../statistics/count-receptions.ts';
import { startAgain } from '../statistics/kept-counts.ts';
import { dayMs, dayOf, ensureDays } from './day-partitions.ts';
import type { MessageMemory, Messages } from './messages.ts';
import { type Keyed, type StoredCount, takeKeys } from './new-rows.ts';

/** A batch has a fixed cost (commit, lookups), so larger is faster. Its writer holds locks, so not larger. */
export const batchSize = 4000;

/** `row` = the message as it is written. */
type KeyedRow = Keyed & { readonly row: Readonly<Record<string, unknown>> };

/**
 * How a kind of row is stored: `keyed` returns its identity, `write` stores new rows. With `columns` and `received` it is a message that
 * lists filter and statistics count. `note` writes more about them, and resolves to a function to call after the commit.
 */
export type Storing<M, K extends KeyedRow> = {
  readonly table: KeyedTable;
  readonly keyed: (message: M) => K;
  readonly write: (tx: Transaction, rows: readonly K[], nowMs: number) => Promise<unknown>;
  readonly columns?: Columns;
  readonly received?: (message: K) => Reception;
  readonly note?: (tx: Transaction, memory: MessageMemory, rows: readonly K[], nowMs: number) => Promise<() => void>;
};

/**
 * Up to 4,000 per transaction. Resolves after the last commit. Concurrent writers never deadlock: keys are taken
 * in order. @throws DiskNearlyFull, errors of the database. Earlier batches stay stored
 */
export async function storeInBatches<M, K extends KeyedRow>(
  messages: Messages,
  storing: Storing<M, K>,
  received: readonly M[],
): Promise<StoredCount> {
  let stored = 0;
  for (let from = 0; from < received.length; from += batchSize) {
    const batch = await eachOnce(received.slice(from, from + batchSize), storing.keyed);
    stored += await inSpan(
      () => ({
        name: `store ${storing.table.name}`,
        kind: 'internal',
        attributes: { 'downlink.batch.received': batch.length },
      }),
      async (span) => {
        const count = await storeBatch(messages, storing, batch);
        span?.note({ 'downlink.batch.stored': count });
        return count;
      },
    );
  }
  return { stored, duplicates: received.length - stored };
}

/** In order of arrival. */
async function eachOnce<M, K extends KeyedRow>(messages: readonly M[], keyed: (message: M) => K): Promise<K[]> {
  const byKey = new Map<string, K>();
  await inPieces(messages, (message) => {
    const one = keyed(message);
    byKey.set(one.key, one);
  });
  return [...byKey.values()];
}

async function storeBatch<M, K extends KeyedRow>(
  messages: Messages,
  { table, columns, write, received, note }: Storing<M, K>,
  batch: readonly K[],
): Promise<number> {
  diskReserve.check();
  const nowMs = clock.now();
  await ensureDays(messages, new Set(batch.map(({ day }) => day)), nowMs, table);
  const afterCommit: (() => void)[] = [];
  const stored = await messages.transaction(async (tx) => {
    const rows = await takeKeys(tx, table, batch);
    if (rows.length === 0) return 0;
    await write(tx, rows, nowMs);
    if (note) afterCommit.push(await note(tx, messages.memory, rows, nowMs));
    if (!columns || !received) return rows.length;
    afterCommit.push(await storeSpellings(messages.memory.spellings, tx, columns, rows));
    const receptions = rows.map(received);
    // Only such days may have counts without messages: retention drops no younger ones.
    const old = [...new Set(rows.map(({ day }) => day))].filter((day) => day < dayOf(nowMs - dayMs)).sort();
    if (old.length > 0) {
      const receivers = [...new Set(receptions.map(({ receiver }) => foldCase(receiver)))];
      await startAgain(
        tx,
        receivers,
        old.map((day) => ({ day, isAdsb: table === adsbTable })),
      );
    }
    await countReceptions(tx, receptions);
    afterCommit.push(() => messages.memory.stored.add(receptions, nowMs));
    return rows.length;
  });
  for (const remember of afterCommit) remember();
  if (stored) messages.memory.pages.clear();
  return stored;
}

/** Messages of a batch mostly have the same few days, and parsing each instant costs as much as the rest of the key. */
const days = new Map<string, string>();
export function dayOfInstant(instant: string): string {
  const written = instant.slice(0, 10);
  const known = days.get(written);
  if (known !== undefined) return known;
  const ms = parseInstant(instant);
  if (ms === null) throw new Error(`not an instant: ${instant}`);
  if (days.size > 100) days.clear();
  days.set(written, dayOf(ms));
  return dayOf(ms);
}
