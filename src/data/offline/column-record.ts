/** All rows of a list as one record of columns: typed arrays and joined texts are stored and read as a few pieces of memory. Not trusted. */
import type { Entity, Row } from '../../../contract/kinds.ts';

/** `numbers`: not a number = null. `texts`: one for each row, in one text. A column without any value is left out. */
export type ColumnRecord = {
  readonly n: number;
  readonly numbers: Readonly<Record<string, Float64Array>>;
  readonly texts: Readonly<Record<string, string>>;
};

/** Both are removed from texts. */
const separator = '\u001f';
const nothing = '\u0000';
// biome-ignore lint/suspicious/noControlCharactersInRegex: these two are meant
const marks = /[\u0000\u001f]/g;

/** Fields that are numbers or texts; a row's `id` goes with them. */
export function writeColumns(entity: Entity, rows: readonly object[]): ColumnRecord {
  const numbers: Record<string, Float64Array> = {};
  const texts: Record<string, string> = {};
  for (const field of [...Object.keys(entity), 'id']) {
    const values = rows.map((row) => (row as Readonly<Record<string, unknown>>)[field] ?? null);
    if (values.every((value) => value === null)) continue;
    if (entity[field]?.name === 'number')
      numbers[field] = Float64Array.from(values, (value) => (typeof value === 'number' ? value : Number.NaN));
    else
      texts[field] = values
        .map((value) => (typeof value === 'string' ? value.replace(marks, '') : nothing))
        .join(separator);
  }
  return { n: rows.length, numbers, texts };
}

/** Stored data can be manipulated. */
export function isColumnRecord(value: unknown): value is ColumnRecord {
  const { n, numbers, texts } = (value ?? {}) as Partial<ColumnRecord>;
  if (!Number.isInteger(n) || typeof numbers !== 'object' || typeof texts !== 'object') return false;
  if (numbers === null || texts === null) return false;
  return (
    Object.values(numbers).every((column) => column instanceof Float64Array && column.length === n) &&
    Object.values(texts).every((column) => typeof column === 'string')
  );
}

/** About: bytes of numbers, characters of texts. */
export function sizeOfColumns({ numbers, texts }: ColumnRecord): number {
  const numberBytes = Object.values(numbers).reduce((sum, { byteLength }) => sum + byteLength, 0);
  return Object.values(texts).reduce((sum, { length }) => sum + length, numberBytes);
}

export function textsOf({ n, texts }: ColumnRecord, field: string): (string | null)[] {
  const column = Object.hasOwn(texts, field) ? texts[field] : undefined;
  if (column === undefined) return new Array<null>(n).fill(null);
  const values: (string | null)[] = column.split(separator);
  for (let at = 0; at < n; at++) if (values[at] === nothing) values[at] = null;
  return values.length === n ? values : new Array<null>(n).fill(null);
}

/** NaN = no value. */
export function numbersOf({ n, numbers }: ColumnRecord, field: string): Float64Array {
  const column = Object.hasOwn(numbers, field) ? numbers[field] : undefined;
  return column ?? new Float64Array(n).fill(Number.NaN);
}

/** A step for each column (lib/in-pieces.ts). */
export function* readColumns<E extends Entity>(
  entity: E,
  record: ColumnRecord,
): Generator<void, (Row<E> & { id?: string })[]> {
  // One shape for all rows from the start is several times faster.
  const blank = Object.fromEntries([...Object.keys(entity), 'id'].map((field) => [field, null as unknown]));
  const rows: Record<string, unknown>[] = Array.from({ length: record.n }, () => ({ ...blank }));
  for (const field in entity) {
    yield;
    const kind = entity[field];
    const isNumber = kind?.name === 'number';
    const values: ArrayLike<number | string | null> = isNumber ? numbersOf(record, field) : textsOf(record, field);
    for (let at = 0; at < record.n; at++) (rows[at] as Record<string, unknown>)[field] = kind?.tolerant(values[at]);
  }
  yield;
  const ids = textsOf(record, 'id');
  for (let at = 0; at < record.n; at++) {
    const row = rows[at] as Record<string, unknown>;
    if (ids[at] === null) delete row.id;
    else row.id = ids[at];
  }
  return rows as (Row<E> & { id?: string })[];
}
