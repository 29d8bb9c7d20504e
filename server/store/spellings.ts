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
/** 'many' = not kept any more. */
type Known = ReadonlySet<unknown> | 'many';

/** What this process has seen to be kept: committed, and never taken away. */
const knownIn = new WeakMap<Database, Map<string, Known>>();

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
  const known = knownIn.get(db) ?? new Map<string, Known>();
  knownIn.set(db, known);
  const fields = Object.entries(columns).flatMap(([field, { keptSpellings }]) =>
    keptSpellings ? [{ field, column: keptSpellings }] : [],
  );
  const unread = fields.flatMap(({ column }) => (known.has(column) ? [] : [column]));
  const kept = unread.length > 0 ? await keptOf(tx, unread) : [];
  for (const column of unread) known.set(column, knownOf(kept.find((one) => one.column === column)?.spellings));
  const added: [column: string, Known][] = [];
  for (const { field, column } of fields.sort((a, b) => (a.column < b.column ? -1 : 1))) {
    const fresh = unknownOf(rows, field, known.get(column) ?? 'many');
    if (fresh.length === 0) continue;
    const [now] = await tx.query<Kept>('select add_spellings($1, $2) as spellings', [column, fresh]);
    added.push([column, knownOf(now?.spellings)]);
  }
  return () => {
    for (const [column, spellings] of added) known.set(column, spellings);
  };
}

const knownOf = (spellings: readonly string[] | null | undefined): Known => (spellings ? new Set(spellings) : 'many');

/** Plain loops: this runs thirty times for each of thousands of rows. */
function unknownOf(rows: readonly { readonly row: Row }[], field: string, known: Known): unknown[] {
  if (known === 'many') return [];
  const fresh = new Set<unknown>();
  for (const { row } of rows) {
    const value = row[field];
    if (value !== null && !known.has(value)) fresh.add(value);
  }
  return [...fresh];
}
