/**
 * What a cell says: a row's value as text, by the kind of its field.
 * Must not: make elements, except through a column's own `cell`.
 */
import type { KindName } from '../../contract/kinds.ts';
import { formatNumber, noValue, oneLine } from '../lib/format.ts';
import { dayText } from '../lib/time.ts';
import type { AnyRow, ListColumn, ListDefinition } from './define-list.ts';

export function kindOf(list: ListDefinition, key: string): KindName {
  return list.endpoint.list.entity[key]?.name ?? 'text';
}

/** Wire text of an instant as `YYYY-MM-DD HH:mm:ss` (C79), whatever its length. */
export const instantText = (wire: string): string => wire.slice(0, 19).replace('T', ' ');

/** One line. No value: a dash where numbers stand, else nothing. */
export function cellText(kind: KindName, value: unknown, decimals?: number): string {
  if (value === null || value === undefined || value === '') return kind === 'number' ? noValue : '';
  if (typeof value === 'number') return formatNumber(value, decimals);
  if (typeof value === 'string')
    return kind === 'instant' ? instantText(value) : oneLine(kind === 'day' ? dayText(value) : value);
  return typeof value === 'boolean' ? String(value) : oneLine(JSON.stringify(value));
}

/** What a column shows of a row, before it is text. */
export const columnValue = (column: ListColumn, row: AnyRow): unknown =>
  column.value ? column.value(row) : row[column.key];

/** One line of a field; fields without a column say what they hold. */
export function fieldText(list: ListDefinition, key: string, row: AnyRow): string {
  const column = list.columns.find((one) => one.key === key);
  return cellText(kindOf(list, key), column ? columnValue(column, row) : row[key], column?.decimals);
}

export type Alignment = 'start' | 'end';
export const alignmentOf = (column: ListColumn, kind: KindName): Alignment =>
  column.align ?? (kind === 'number' ? 'end' : 'start');

/** A field with its label and text, for cards and the open row. */
export type Fact = {
  readonly column: ListColumn;
  readonly kind: KindName;
  readonly value: string;
};
export function factsOf(list: ListDefinition, row: AnyRow, keys?: readonly string[]): readonly Fact[] {
  const columns = keys ? keys.flatMap((key) => list.columns.find((column) => column.key === key) ?? []) : list.columns;
  return columns.map((column) => {
    const kind = kindOf(list, column.key);
    return { column, kind, value: cellText(kind, columnValue(column, row), column.decimals) };
  });
}
