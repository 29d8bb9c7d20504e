/**
 * What storing has in common for every table of messages: taking the keys of what is new, and the text of COPY in pieces.
 * Must not: know the fields of a message.
 */
import type { Transaction } from '../database/pool.ts';
import type { MessageTable } from './message-tables.ts';

export type Keyed = { readonly key: string; readonly day: string; readonly isDemo?: boolean };
export type StoredCount = { readonly stored: number; readonly duplicates: number };

const chunkLength = 65_536;

/**
 * Takes the keys that nobody had and gives back their messages, in the order of `batch`: they are new. The database takes them in the order of the
 * keys, so that writers never wait in a circle. They come back as one value: a row for each would cost the driver more than the database needs to
 * store it.
 */
export async function takeKeys<K extends Keyed>(
  tx: Transaction,
  table: MessageTable,
  batch: readonly K[],
): Promise<readonly K[]> {
  const [answer] = await tx.query<{ taken: string | null }>('select take_keys($1, $2, $3, $4) as taken', [
    table.keys,
    arrayText(batch.map(({ key }) => key)),
    arrayText(batch.map(({ day }) => day)),
    arrayText(batch.map(({ isDemo }) => isDemo === true)),
  ]);
  if (!answer || answer.taken === null) return batch;
  const fresh = new Set(answer.taken.split(','));
  return batch.filter(({ key }) => fresh.has(key));
}

/** Of values without quotes, commas and braces, as keys, days and flags are: the driver would look at each for such characters. */
const arrayText = (values: readonly (string | boolean)[]): string => `{${values.join(',')}}`;

/** Lines joined to pieces of a size that a socket likes. */
export function* inChunks(lines: Iterable<string>): Iterable<string> {
  let chunk = '';
  for (const line of lines) {
    chunk += line;
    if (chunk.length < chunkLength) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk) yield chunk;
}
