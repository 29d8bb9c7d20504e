/** Text of a cell, by the kind of its field. */
import type { KindName } from '../../contract/kinds.ts';
import { formatNumber, noValue, oneLine } from '../lib/format.ts';
import { dayText, isoDay } from '../lib/time.ts';
import type { AnyRow, ListColumn, ListDefinition } from './define-list.ts';

export function kindOf(list: ListDefinition, key: string): KindName {
  return list.endpoint.list.entity[key]?.name ?? 'text';
}

/** Formatting options of a column. */
type Writing = Pick<ListColumn, 'decimals' | 'hasUtcMark' | 'named'>;

/** An instant as `YYYY-MM-DD HH:mm:ss` (C79), with Z where the column has it (SST-06). */
export const instantText = (wire: string, { hasUtcMark }: Pick<Writing, 'hasUtcMark'> = {}): string =>
  wire.slice(0, hasUtcMark ? 20 : 19).replace('T', ' ');

/** Short form for cards: `20:35:52Z`, with the date if it is not today. '' stays. */
export function shortInstant(text: string, now: number): string {
  const [day, time] = [text.slice(0, 10), text.slice(11)];
  if (time === '') return text;
  return day === isoDay(now) ? `${time}Z` : `${dayText(day)}, ${time}Z`;
}

const plainly: Writing = {};

/** One line. Missing values: a dash in number columns, otherwise empty. */
export function cellText(kind: KindName, value: unknown, column: Writing = plainly): string {
  if (value === null || value === undefined || value === '') return kind === 'number' ? noValue : '';
  if (typeof value === 'number')
    return value === column.named?.value ? column.named.name : formatNumber(value, column.decimals);
  if (typeof value === 'string')
    return kind === 'instant' ? instantText(value, column) : oneLine(kind === 'day' ? dayText(value) : value);
  return typeof value === 'boolean' ? String(value) : oneLine(JSON.stringify(value));
}

/** Value of a column before formatting. */
export const columnValue = (column: ListColumn, row: AnyRow): unknown =>
  column.value ? column.value(row) : fieldValue(column, row);

/** A field, or the part of its object that represents it. */
export function fieldValue({ key, part }: Pick<ListColumn, 'key' | 'part'>, row: AnyRow): unknown {
  const field = row[key];
  if (part === undefined || typeof field !== 'object' || field === null) return field;
  return (field as AnyRow)[part] ?? null;
}

/** One line of a field. Fields without a column are formatted by their kind. */
export function fieldText(list: ListDefinition, key: string, row: AnyRow): string {
  const column = list.columns.find((one) => one.key === key);
  return cellText(kindOf(list, key), column ? columnValue(column, row) : row[key], column);
}

export type Alignment = 'start' | 'end';
export const alignmentOf = (column: ListColumn, kind: KindName): Alignment =>
  column.align ?? (kind === 'number' ? 'end' : 'start');

/** Unit of a value: of the column, or the one named by the row. null = none. */
export function unitOf(column: ListColumn, row: AnyRow): string | null {
  const unit = column.unit ?? (column.unitField === undefined ? null : row[column.unitField]);
  return typeof unit === 'string' && unit !== '' ? oneLine(unit) : null;
}

/** A field with label and text, for cards and the expanded row. */
export type Fact = {
  readonly column: ListColumn;
  readonly kind: KindName;
  readonly value: string;
  /** null without a unit, a value, or with a word in its place. */
  readonly unit: string | null;
};
export function factsOf(list: ListDefinition, row: AnyRow, keys?: readonly string[]): readonly Fact[] {
  const columns = keys ? keys.flatMap((key) => list.columns.find((column) => column.key === key) ?? []) : list.columns;
  return columns.map((column) => {
    const kind = kindOf(list, column.key);
    const of = columnValue(column, row);
    const isMeasured = hasValue(of) && of !== column.named?.value;
    return { column, kind, value: cellText(kind, of, column), unit: isMeasured ? unitOf(column, row) : null };
  });
}

export const hasValue = (value: unknown): boolean => value !== null && value !== undefined && value !== '';

/** Keys of the facts of a card: facts without a value are replaced by others that have one, if the list names any. */
export function cardFacts({ card }: ListDefinition, row: AnyRow): readonly string[] {
  if (!card.otherFacts) return card.facts;
  const others = card.otherFacts.filter((key) => hasValue(row[key]));
  return card.facts.flatMap((key) => (hasValue(row[key]) ? [key] : others.splice(0, 1)));
}
