/**
 * Rows as one text, a column each: field names stand once, so that reading a thousand rows costs a fraction of parsing a thousand objects.
 * Must not: trust the text. What fits no row comes out as nothing and is counted.
 */
import type { Entity, Row } from '../../contract/kinds.ts';

type Columns = Readonly<Record<string, unknown>>;
/** `n` = number of rows, `of` = values by field; a column without any value is left out. */
type RowsText = { readonly n: number; readonly of: Columns };

/** The text of these rows, every field that any of them has. */
export function writeRowsText(rows: readonly object[]): string {
  const of: Record<string, unknown[]> = {};
  rows.forEach((row, at) => {
    for (const [field, value] of Object.entries(row)) {
      if (value === null || value === undefined) continue;
      of[field] ??= new Array(rows.length).fill(null);
      (of[field] as unknown[])[at] = value;
    }
  });
  return JSON.stringify({ n: rows.length, of } satisfies RowsText);
}

/** What the text holds as rows of the entity; bad values emptied, unknown fields dropped. `dropped` = rows that say nothing at all, and 1 for a text that is none. */
export function readRowsText<E extends Entity>(
  entity: E,
  text: unknown,
): { rows: (Row<E> & { id?: string })[]; dropped: number } {
  const found = parse(text);
  if (!found) return { rows: [], dropped: 1 };
  const { n, of } = found;
  // All rows have one shape from the start: filling it is several times faster than growing each.
  const blank = Object.fromEntries(Object.keys(entity).map((field) => [field, null as unknown]));
  const rows: Record<string, unknown>[] = Array.from({ length: n }, () => ({ ...blank }));
  const isSaid = new Uint8Array(n);
  for (const field in entity) {
    const kind = entity[field];
    const column = Object.hasOwn(of, field) ? of[field] : null;
    const values: readonly unknown[] = Array.isArray(column) ? column : [];
    for (let at = 0; at < n; at++) {
      const value = kind?.tolerant(values[at]);
      (rows[at] as Record<string, unknown>)[field] = value;
      if (value !== null && value !== '') isSaid[at] = 1;
    }
  }
  addIds(rows, of.id);
  const kept = rows.filter((_, at) => isSaid[at] === 1);
  return { rows: kept as (Row<E> & { id?: string })[], dropped: n - kept.length };
}

/** How many rows the text says it has; 0 for a text that is none. */
export const rowsIn = (text: unknown): number => parse(text)?.n ?? 0;

function addIds(rows: Record<string, unknown>[], ids: unknown): void {
  if (!Array.isArray(ids)) return;
  for (let at = 0; at < rows.length; at++) {
    const id: unknown = ids[at];
    if (typeof id === 'string') (rows[at] as Record<string, unknown>).id = id;
  }
}

/** More rows than any answer has: a number that was tampered with must not take the memory. */
const mostRows = 200_000;

function parse(text: unknown): RowsText | null {
  if (typeof text !== 'string') return null;
  try {
    const value = JSON.parse(text) as Partial<RowsText> | null;
    const isWhole = Number.isInteger(value?.n) && (value?.n as number) >= 0 && (value?.n as number) <= mostRows;
    return value && isWhole && typeof value.of === 'object' && value.of !== null ? (value as RowsText) : null;
  } catch {
    return null;
  }
}
