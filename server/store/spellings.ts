/**
 * The spellings that occur in columns of few codes (decision 16): letter case is told by choosing among them, not by folding every row.
 * Exact, since they are written in the transaction of the rows: who sees a row finds its spellings, also those of another process.
 * Must not: forget a spelling (its rows may still be there), or know a table.
 */
import { type Filter, foldCase } from '../../contract/filters.ts';
import type { Database, Transaction } from '../database/pool.ts';
import type { Columns } from './columns.ts';

/** Those of a column that are a text whatever the letter case; null = not known: the column has none kept, or too many. */
export type SpellingsOf = (column: string, text: string) => readonly string[] | null;
type Kept = { readonly column: string; readonly spellings: readonly string[] | null };

/** The database as it is now; asks nothing when no such column is asked about. */
export async function readSpellings(
  db: Pick<Database, 'query'>,
  filters: readonly Filter[],
  columns: Columns,
  query: Readonly<Record<string, unknown>>,
): Promise<SpellingsOf> {
  const asked = filters.flatMap(({ field, params }) => {
    const kept = columns[field]?.keptSpellings;
    return kept && params.some(({ name, op }) => op === 'equals' && query[name] !== undefined) ? [kept] : [];
  });
  const kept = asked.length > 0 ? await keptOf(db, asked) : [];
  return (column, text) => {
    const folded = foldCase(text);
    const spellings = kept.find((one) => one.column === column)?.spellings;
    return spellings?.filter((spelling) => foldCase(spelling) === folded) ?? null;
  };
}

const keptOf = (db: Pick<Database, 'query'>, columns: readonly string[]): Promise<Kept[]> =>
  db.query<Kept>('select column_name as column, spellings from column_spellings where column_name = any($1)', [
    columns,
  ]);

type Row = Readonly<Record<string, unknown>>;
/** What this process has seen to be kept: committed, and never taken away. Null = not kept any more. */
type Known = Map<string, ReadonlySet<string> | null>;
const knownIn = new WeakMap<Database, Known>();

/**
 * Keeps those of new rows, in their transaction; to be called after its other locks. Resolves to what is to be done once that is committed.
 * Writers in parallel never wait in a circle: columns are taken in their order.
 */
export async function keepSpellings(
  db: Database,
  tx: Transaction,
  columns: Columns,
  rows: readonly { readonly row: Row }[],
): Promise<() => void> {
  const known = knownIn.get(db) ?? new Map();
  knownIn.set(db, known);
  const fields = Object.entries(columns).flatMap(([field, { keptSpellings }]) =>
    keptSpellings ? [{ field, column: keptSpellings }] : [],
  );
  await learn(
    tx,
    known,
    fields.map(({ column }) => column),
  );
  const added: [column: string, ReadonlySet<string> | null][] = [];
  for (const [column, fresh] of [...freshOf(rows, fields, known)].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [now] = await tx.query<Kept>('select add_spellings($1, $2) as spellings', [column, [...fresh]]);
    added.push([column, setOf(now?.spellings)]);
  }
  return () => {
    for (const [column, spellings] of added) known.set(column, spellings);
  };
}

const setOf = (spellings: readonly string[] | null | undefined): ReadonlySet<string> | null =>
  spellings ? new Set(spellings) : null;

/** Others' are committed where they can be read, and this transaction has written none yet. */
async function learn(tx: Transaction, known: Known, columns: readonly string[]): Promise<void> {
  const unread = columns.filter((column) => !known.has(column));
  if (unread.length === 0) return;
  const kept = new Map((await keptOf(tx, unread)).map(({ column, spellings }) => [column, spellings]));
  for (const column of unread) known.set(column, setOf(kept.get(column)));
}

/** By column, of those alone that have any. Plain loops, row by row: this looks at twenty fields of each of thousands of rows. */
function freshOf(
  rows: readonly { readonly row: Row }[],
  fields: readonly { readonly field: string; readonly column: string }[],
  known: Known,
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
