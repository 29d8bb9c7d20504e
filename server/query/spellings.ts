/**
 * Case variants in columns with few codes (decision 5): filters compare with them instead of folding every row.
 * Exact, because they are written in the transaction of the rows, by any process. Never remove one: its rows may still exist.
 */
import { type Filter, foldCase } from '../../contract/filters.ts';
import type { Query, Transaction } from '../database/pool.ts';
import type { Columns } from './columns.ts';

/** Case variants of a text in a column. null = unknown: none are stored for it, or too many. */
export type SpellingsOf = (column: string, text: string) => readonly string[] | null;
type StoredSpellings = { readonly column: string; readonly spellings: readonly string[] | null };

/** Current variants. No query if no such column is filtered. */
export async function readSpellings(
  db: Query,
  filters: readonly Filter[],
  columns: Columns,
  query: Readonly<Record<string, unknown>>,
): Promise<SpellingsOf> {
  const requested = filters.flatMap(({ field, params }) => {
    const column = columns[field]?.storedSpellings;
    return column && params.some(({ name, op }) => op === 'equals' && query[name] !== undefined) ? [column] : [];
  });
  const stored = requested.length > 0 ? await storedSpellingsOf(db, requested) : [];
  return (column, text) => {
    const folded = foldCase(text);
    const spellings = stored.find((one) => one.column === column)?.spellings;
    return spellings?.filter((spelling) => foldCase(spelling) === folded) ?? null;
  };
}

const storedSpellingsOf = (db: Query, columns: readonly string[]): Promise<StoredSpellings[]> =>
  db.query<StoredSpellings>(
    'select column_name as column, spellings from column_spellings where column_name = any($1)',
    [columns],
  );

type Row = Readonly<Record<string, unknown>>;
/** Variants known to this process: committed, and never removed. Null = no longer stored. */
export type KnownSpellings = Map<string, ReadonlySet<string> | null>;

/**
 * Stores variants of new rows in their transaction, after its other locks. Resolves to a function to call after the commit.
 * Concurrent writers never deadlock: columns are taken in order.
 */
export async function storeSpellings(
  known: KnownSpellings,
  tx: Transaction,
  columns: Columns,
  rows: readonly { readonly row: Row }[],
): Promise<() => void> {
  const fields = Object.entries(columns).flatMap(([field, { storedSpellings }]) =>
    storedSpellings ? [{ field, column: storedSpellings }] : [],
  );
  await loadKnown(
    tx,
    known,
    fields.map(({ column }) => column),
  );
  const added: [column: string, ReadonlySet<string> | null][] = [];
  for (const [column, fresh] of [...freshOf(rows, fields, known)].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [now] = await tx.query<StoredSpellings>('select add_spellings($1, $2) as spellings', [column, [...fresh]]);
    added.push([column, setOf(now?.spellings)]);
  }
  return () => {
    for (const [column, spellings] of added) known.set(column, spellings);
  };
}

const setOf = (spellings: readonly string[] | null | undefined): ReadonlySet<string> | null =>
  spellings ? new Set(spellings) : null;

/** Variants of others are committed where they can be read, and this transaction has written none yet. */
async function loadKnown(tx: Transaction, known: KnownSpellings, columns: readonly string[]): Promise<void> {
  const unread = columns.filter((column) => !known.has(column));
  if (unread.length === 0) return;
  const stored = new Map((await storedSpellingsOf(tx, unread)).map(({ column, spellings }) => [column, spellings]));
  for (const column of unread) known.set(column, setOf(stored.get(column)));
}

/** By column, only columns with values. Plain loops: this reads twenty fields of each of thousands of rows. */
function freshOf(
  rows: readonly { readonly row: Row }[],
  fields: readonly { readonly field: string; readonly column: string }[],
  known: KnownSpellings,
): Map<string, Set<string>> {
  const watched = fields.flatMap(({ field, column }) => {
    const there = known.get(column);
    return there ? [{ field, column, there }] : [];
  });
  const found = new Map<string, Set<string>>();
  for (const { row } of rows)
    for (const { field, column, there } of watched) {
      const value = row[field];
      if (typeof value !== 'string' || there.has(value)) continue;
      found.set(column, (found.get(column) ?? new Set()).add(value));
    }
  return found;
}
