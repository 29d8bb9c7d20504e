/**
 * Stores what the database takes: a message that it refuses is left out alone. Must not: hide that the database is away.
 */
import type { AcarsMessage } from '../../contract/entities/messages.ts';
import { type Database, isDatabaseAway, sqlState } from '../database/pool.ts';
import type { StoredCount } from '../store/new-rows.ts';
import { storeAcars } from '../store/store-acars.ts';

export type UsableCount = StoredCount & { readonly refused: readonly Refused[] };
export type Refused = { readonly row: AcarsMessage; readonly error: unknown };

/** Why a refused message is not stored, for reports. */
export const refusedByDatabase = 'the database refused the message';

/** Halves what was refused until the message at fault is found. @throws what is not the messages' fault: the same may work later */
export async function storeUsable(db: Database, rows: readonly AcarsMessage[]): Promise<UsableCount> {
  const [first] = rows;
  if (!first) return { stored: 0, duplicates: 0, refused: [] };
  try {
    const count = await storeAcars(
      db,
      rows.map((row) => ({ row })),
    );
    return { ...count, refused: [] };
  } catch (error) {
    if (!isFaultOfMessages(error)) throw error;
    if (rows.length === 1) return { stored: 0, duplicates: 0, refused: [{ row: first, error }] };
  }
  const middle = Math.ceil(rows.length / 2);
  const [one, other] = [await storeUsable(db, rows.slice(0, middle)), await storeUsable(db, rows.slice(middle))];
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
