/** Stores messages, skipping single ones that the database refuses. An unavailable database is an error. */

import { DiskNearlyFull } from '../../base/disk-reserve.ts';
import { isLasting } from '../../database/pool.ts';
import type { StoredCount } from '../../messages/store-batches.ts';

type UsableCount<M> = StoredCount & { readonly refused: readonly Refused<M>[] };
export type Refused<M> = { readonly message: M; readonly error: unknown };

/** Why a refused message is not stored, for reports. */
export const refusedByDatabase = 'the database refused the message';

/** Halves a refused batch until the failing message is found. @throws other errors: a retry may work */
export async function storeUsable<M>(
  store: (messages: readonly M[]) => Promise<StoredCount>,
  messages: readonly M[],
): Promise<UsableCount<M>> {
  const [first] = messages;
  if (first === undefined) return { stored: 0, duplicates: 0, refused: [] };
  try {
    return { ...(await store(messages)), refused: [] };
  } catch (error) {
    if (!isFaultOfMessages(error)) throw error;
    if (messages.length === 1) return { stored: 0, duplicates: 0, refused: [{ message: first, error }] };
  }
  const middle = Math.ceil(messages.length / 2);
  const one = await storeUsable(store, messages.slice(0, middle));
  const other = await storeUsable(store, messages.slice(middle));
  return {
    stored: one.stored + other.stored,
    duplicates: one.duplicates + other.duplicates,
    refused: [...one.refused, ...other.refused],
  };
}

const isFaultOfMessages = (error: unknown): boolean => !(error instanceof DiskNearlyFull) && isLasting(error);
