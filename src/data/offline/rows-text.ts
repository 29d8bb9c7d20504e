/** Rows as one text of columns: parsing a thousand rows costs a fraction of parsing a thousand objects. The text is not trusted. */
import type { Entity, Row } from '../../../contract/kinds.ts';

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

/** Rows of the entity; invalid values are emptied, unknown fields dropped. `dropped` = rows without any value, 1 for an invalid text. */
export function readRowsText<E extends Entity>(
  entity: E,
  text: unknown,
): { rows: (Row<E> & { id?: string })[]; dropped: number } {
  const found = parse(text);
  if (!found) return { rows: [], dropped: 1 };
  const { n, of } = found;
  // One shape for all rows from the start is several times faster.
  const blank = Object.fromEntries(Object.keys(entity).map((field) => [field, null as unknown]));
  const rows: Record<string, unknown>[] = Array.from({ length: n }, () => ({ ...blank }));
  const hasValue = new Uint8Array(n);
  for (const field in entity) {
    const kind = entity[field];
    const column = Object.hasOwn(of, field) ? of[field] : null;
    const values: readonly unknown[] = Array.isArray(column) ? column : [];
    for (let at = 0; at < n; at++) {
      const value = kind?.tolerant(values[at]);
      (rows[at] as Record<string, unknown>)[field] = value;
      if (value !== null && value !== '') hasValue[at] = 1;
    }
  }
  addIds(rows, of.id);
  const filled = rows.filter((_, at) => hasValue[at] === 1);
  return { rows: filled as (Row<E> & { id?: string })[], dropped: n - filled.length };
}

/** Number of rows; 0 for an invalid text. */
export const rowsIn = (text: unknown): number => parse(text)?.n ?? 0;

function addIds(rows: Record<string, unknown>[], ids: unknown): void {
  if (!Array.isArray(ids)) return;
  for (let at = 0; at < rows.length; at++) {
    const id: unknown = ids[at];
    if (typeof id === 'string') (rows[at] as Record<string, unknown>).id = id;
  }
}

/** More rows than any response has: a manipulated number must not exhaust the memory. */
const maxRows = 200_000;

function parse(text: unknown): RowsText | null {
  if (typeof text !== 'string') return null;
  try {
    const value = JSON.parse(text) as Partial<RowsText> | null;
    const isWhole = Number.isInteger(value?.n) && (value?.n as number) >= 0 && (value?.n as number) <= maxRows;
    return value && isWhole && typeof value.of === 'object' && value.of !== null ? (value as RowsText) : null;
  } catch {
    return null;
  }
}
