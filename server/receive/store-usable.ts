/**
 * Stores what the database takes: a message that it refuses is left out alone. Must not: hide that the database is away.
 */
import { isDatabaseAway, sqlState } from '../database/pool.ts';
import type { StoredCount } from '../store/new-rows.ts';

export type UsableCount<M> = StoredCount & { readonly refused: readonly Refused<M>[] };
export type Refused<M> = { readonly message: M; readonly error: unknown };

/** Why a refused message is not stored, for reports. */
export const refusedByDatabase = 'the database refused the message';

/** Halves what was refused until the message at fault is found. @throws what is not the messages' fault: the same may work later */
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

/** Values out of range, broken rules, too large: the same would be refused again. All else may pass. */
function isFaultOfMessages(error: unknown): boolean {
  const state = sqlState(error);
  return state ? /^(22|23|54)/.test(state) : !isDatabaseAway(error);
}
