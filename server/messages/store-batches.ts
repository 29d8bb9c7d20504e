/** Stores batches of any message table without duplicates. All or nothing per batch. */
import { dayMs } from '../../contract/durations.ts';
import { foldCase } from '../../contract/filters.ts';
import { parseInstant } from '../../contract/params.ts';
import { clock } from '../base/clock.ts';
import { diskReserve } from '../base/disk-reserve.ts';
import { inPieces, nextTurn } from '../base/pieces.ts';
import { inSpan } from '../base/spans.ts';
import type { Transaction } from '../database/pool.ts';
import type { Columns } from '../query/columns.ts';
import { adsbTable, type KeyedTable } from '../query/message-tables.ts';
import { storeSpellings } from '../query/spellings.ts';
import { countReceptions, type Reception, startAgain } from '../statistics/count-receptions.ts';
import { dayOf, ensureDays } from './day-partitions.ts';
import type { MessageMemory, Messages } from './messages.ts';

/** A batch has a fixed cost (commit, lookups), so larger is faster. Its writer holds locks, so not larger. */
export const batchSize = 4000;

/** `row` = the message as it is written. */
type KeyedRow = Keyed & { readonly row: Readonly<Record<string, unknown>> };

/** Stores new rows and returns those that statistics count. */
type Write<K> = (tx: Transaction, rows: readonly K[], nowMs: number, memory: MessageMemory) => Promise<readonly K[]>;

/**
 * How a kind of row is stored: `begin` starts work on the messages of a batch, while those before them are stored, and returns how its rows are written. `keyed` returns the
 * identity of a message, which is at this place of its batch. With `columns` and `received` it is a message that lists filter and statistics count. `note` writes more about
 * new rows, and resolves to a function to call after the commit.
 */
export type Storing<M, K extends KeyedRow> = {
  readonly table: KeyedTable;
  readonly begin: (messages: readonly M[]) => Write<K>;
  readonly keyed: (message: M, at: number) => K;
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
  const begin = (from: number) => {
    const batch = received.slice(from, from + batchSize);
    return { batch, write: storing.begin(batch) };
  };
  let next = begin(0);
  for (let from = 0; from < received.length; from += batchSize) {
    const { batch: messagesOfBatch, write } = next;
    next = begin(from + batchSize);
    const batch = await eachOnce(messagesOfBatch, storing.keyed);
    stored += await inSpan(
      () => ({
        name: `store ${storing.table.name}`,
        kind: 'internal',
        attributes: { 'downlink.batch.received': batch.length },
      }),
      async (span) => {
        const count = await storeBatch(messages, storing, batch, write);
        span?.note({ 'downlink.batch.stored': count });
        return count;
      },
    );
  }
  return { stored, duplicates: received.length - stored };
}

/** In order of arrival. */
async function eachOnce<M, K extends KeyedRow>(
  messages: readonly M[],
  keyed: (message: M, at: number) => K,
): Promise<K[]> {
  const byKey = new Map<string, K>();
  await inPieces(messages, (message, at) => {
    const one = keyed(message, at);
    byKey.set(one.key, one);
  });
  return [...byKey.values()];
}

async function storeBatch<M, K extends KeyedRow>(
  messages: Messages,
  { table, columns, received, note }: Storing<M, K>,
  batch: readonly K[],
  write: Write<K>,
): Promise<number> {
  diskReserve.check();
  const nowMs = clock.now();
  await ensureDays(messages, new Set(batch.map(({ day }) => day)), nowMs, table);
  const afterCommit: (() => void)[] = [];
  const stored = await messages.transaction(async (tx) => {
    const rows = await takeKeys(tx, table, batch);
    if (rows.length === 0) return 0;
    const counted = await write(tx, rows, nowMs, messages.memory);
    if (note) afterCommit.push(await note(tx, messages.memory, rows, nowMs));
    if (!columns || !received) return rows.length;
    afterCommit.push(await storeSpellings(messages.memory.spellings, tx, columns, rows));
    const receptions = counted.map(received);
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

// ---- Stores rows of any message table: takes keys of new rows, writes COPY text in pieces.

export type Keyed = { readonly key: string; readonly day: string; readonly isDemo?: boolean };
export type StoredCount = { readonly stored: number; readonly duplicates: number };

const chunkLength = 65_536;

/**
 * Takes unused keys and returns their messages, in the order of `batch`: they are new. Keys are taken in order, so that writers
 * never deadlock. They return as one value: a row each would cost the driver more than the database needs to
 * store it.
 */
async function takeKeys<K extends Keyed>(
  tx: Transaction,
  table: KeyedTable,
  batch: readonly K[],
): Promise<readonly K[]> {
  const [response] = await tx.query<{ taken: string | null }>('select take_keys($1, $2, $3, $4) as taken', [
    table.keys,
    arrayText(batch.map(({ key }) => key)),
    arrayText(batch.map(({ day }) => day)),
    arrayText(batch.map(({ isDemo }) => isDemo === true)),
  ]);
  if (!response || response.taken === null) return batch;
  const fresh = new Set(response.taken.split(','));
  return batch.filter(({ key }) => fresh.has(key));
}

/** For values without quotes, commas and braces, such as keys, days and flags: the driver would check each for them. */
const arrayText = (values: readonly (string | boolean)[]): string => `{${values.join(',')}}`;

/** Lines joined to pieces of a good size for a socket. Requests get a turn after each. */
export async function* inChunks(lines: Iterable<string>): AsyncIterable<string> {
  let chunk = '';
  for (const line of lines) {
    chunk += line;
    if (chunk.length < chunkLength) continue;
    yield chunk;
    chunk = '';
    await nextTurn();
  }
  if (chunk) yield chunk;
}
