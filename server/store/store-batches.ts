/**
 * Storing as it is for every table of messages: in batches, what is there already left out, all or nothing a batch.
 * Must not: know the fields of a message.
 */
import { parseInstant } from '../../contract/params.ts';
import { clock } from '../clock.ts';
import type { Database, Transaction } from '../database/pool.ts';
import type { Columns } from './columns.ts';
import { dataVersion } from './data-version.ts';
import { dayOf, ensureDays } from './day-partitions.ts';
import type { MessageTable } from './message-tables.ts';
import { type Keyed, type StoredCount, takeKeys } from './new-rows.ts';
import { keepSpellings } from './spellings.ts';
import { countReceptions, type Reception } from './statistics/count-receptions.ts';

/** A batch has a fixed cost (commit, look-ups), so larger is faster; its writer holds locks meanwhile, so not larger. */
export const batchSize = 4000;

/** `row` = what the message says, as it is written. */
export type KeyedRow = Keyed & { readonly row: Readonly<Record<string, unknown>> };

/** How one kind of message is stored: `keyed` tells what it is known by, `write` puts rows that are new into the table, `received` is what counts. */
export type Storing<M, K extends KeyedRow> = {
  readonly table: MessageTable;
  readonly columns: Columns;
  readonly keyed: (message: M) => K;
  readonly write: (tx: Transaction, rows: readonly K[], nowMs: number) => Promise<unknown>;
  readonly received: (message: K) => Reception;
};

/**
 * Up to 4,000 in one transaction each; resolves after the last commit. Writers in parallel never wait in a circle: the database takes the keys
 * in their order. @throws what the database says; batches before it stay stored
 */
export async function storeInBatches<M, K extends KeyedRow>(
  db: Database,
  storing: Storing<M, K>,
  messages: readonly M[],
): Promise<StoredCount> {
  let stored = 0;
  for (let from = 0; from < messages.length; from += batchSize) {
    const batch = eachOnce(messages.slice(from, from + batchSize), storing.keyed);
    stored += await storeBatch(db, storing, batch);
  }
  return { stored, duplicates: messages.length - stored };
}

/** In the order in which they came. */
function eachOnce<M, K extends KeyedRow>(messages: readonly M[], keyed: (message: M) => K): K[] {
  const byKey = new Map<string, K>();
  for (const message of messages) {
    const one = keyed(message);
    byKey.set(one.key, one);
  }
  return [...byKey.values()];
}

async function storeBatch<M, K extends KeyedRow>(
  db: Database,
  { table, columns, write, received }: Storing<M, K>,
  batch: readonly K[],
): Promise<number> {
  const nowMs = clock.now();
  await ensureDays(db, new Set(batch.map(({ day }) => day)), nowMs, table);
  let remember = (): void => {};
  const stored = await db.transaction(async (tx) => {
    const rows = await takeKeys(tx, table, batch);
    if (rows.length === 0) return 0;
    await write(tx, rows, nowMs);
    remember = await keepSpellings(db, tx, columns, rows);
    await countReceptions(tx, rows.map(received));
    return rows.length;
  });
  remember();
  if (stored) dataVersion.bump();
  return stored;
}

/** Messages of a batch mostly have the same few days, and looking at each instant costs as much as the rest of the key. */
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
