/** Stores rows of any message table: takes keys of new rows, writes COPY text in pieces. */
import { nextTurn } from '../base/pieces.ts';
import type { Transaction } from '../database/pool.ts';
import type { KeyedTable } from '../query/message-tables.ts';

export type Keyed = { readonly key: string; readonly day: string; readonly isDemo?: boolean };
export type StoredCount = { readonly stored: number; readonly duplicates: number };

const chunkLength = 65_536;

/**
 * Takes unused keys and returns their messages, in the order of `batch`: they are new. Keys are taken in order, so that writers
 * never deadlock. They return as one value: a row each would cost the driver more than the database needs to
 * store it.
 */
export async function takeKeys<K extends Keyed>(
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
