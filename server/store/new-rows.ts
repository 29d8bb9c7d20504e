/**
 * What storing has in common for every table of messages: taking the keys of what is new, and the text of COPY in pieces.
 * Must not: know the fields of a message.
 */
import type { Transaction } from '../database/pool.ts';
import type { MessageTable } from './message-tables.ts';

export type Keyed = { readonly key: string; readonly day: string; readonly isDemo?: boolean };
export type StoredCount = { readonly stored: number; readonly duplicates: number };

const chunkLength = 65_536;

/** The keys that nobody had: their messages are new. `batch` is in the order of its keys, so that writers never wait in a circle. */
export async function takeKeys(tx: Transaction, table: MessageTable, batch: readonly Keyed[]): Promise<Set<string>> {
  const rows = await tx.query<{ key: string }>(
    `insert into ${table.keys} (key, day, is_demo)
     select * from unnest($1::uuid[], $2::date[], $3::boolean[]) as k (key, day, is_demo) order by k.key
     on conflict do nothing returning key`,
    [
      arrayText(batch.map(({ key }) => key)),
      arrayText(batch.map(({ day }) => day)),
      arrayText(batch.map(({ isDemo }) => isDemo === true)),
    ],
  );
  return new Set(rows.map(({ key }) => key));
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
