/**
 * What a cell says: a row's value as text, by the kind of its field.
 * Must not: make elements, except through a column's own `cell`.
 */
import type { KindName } from '../../contract/kinds.ts';
import { formatNumber, noValue, oneLine } from '../lib/format.ts';
import { dayText, isoDay } from '../lib/time.ts';
import type { AnyRow, ListColumn, ListDefinition } from './define-list.ts';

export function kindOf(list: ListDefinition, key: string): KindName {
  return list.endpoint.list.entity[key]?.name ?? 'text';
}

/** What a column says of how its values are written. */
type Writing = Pick<ListColumn, 'decimals' | 'hasUtcMark' | 'named'>;

/** Wire text of an instant as `YYYY-MM-DD HH:mm:ss` (C79), whatever its length; with the mark of UTC where the column says so (SST-06). */
export const instantText = (wire: string, { hasUtcMark }: Pick<Writing, 'hasUtcMark'> = {}): string =>
  wire.slice(0, hasUtcMark ? 20 : 19).replace('T', ' ');

/** Of the text of an instant what a card has room for: `20:35:52Z`, of another day than today's with the day. '' stays. */
export function shortInstant(text: string, now: number): string {
  const [day, time] = [text.slice(0, 10), text.slice(11)];
  if (time === '') return text;
  return day === isoDay(now) ? `${time}Z` : `${dayText(day)}, ${time}Z`;
}

const plainly: Writing = {};

/** One line. No value: a dash where numbers stand, else nothing. */
export function cellText(kind: KindName, value: unknown, column: Writing = plainly): string {
  if (value === null || value === undefined || value === '') return kind === 'number' ? noValue : '';
  if (typeof value === 'number')
    return value === column.named?.value ? column.named.name : formatNumber(value, column.decimals);
  if (typeof value === 'string')
    return kind === 'instant' ? instantText(value, column) : oneLine(kind === 'day' ? dayText(value) : value);
  return typeof value === 'boolean' ? String(value) : oneLine(JSON.stringify(value));
}

/** What a column shows of a row, before it is text. */
export const columnValue = (column: ListColumn, row: AnyRow): unknown =>
  column.value ? column.value(row) : fieldValue(column, row);

/** A field, or the part of its object that stands for it. */
export function fieldValue({ key, part }: Pick<ListColumn, 'key' | 'part'>, row: AnyRow): unknown {
  const field = row[key];
  if (part === undefined || typeof field !== 'object' || field === null) return field;
  return (field as AnyRow)[part] ?? null;
}

/** One line of a field; fields without a column say what they hold. */
export function fieldText(list: ListDefinition, key: string, row: AnyRow): string {
  const column = list.columns.find((one) => one.key === key);
  return cellText(kindOf(list, key), column ? columnValue(column, row) : row[key], column);
}

export type Alignment = 'start' | 'end';
export const alignmentOf = (column: ListColumn, kind: KindName): Alignment =>
  column.align ?? (kind === 'number' ? 'end' : 'start');

/** The unit of a row's value: the column's own, or the one that the row itself names; null where there is none. */
export function unitOf(column: ListColumn, row: AnyRow): string | null {
  const unit = column.unit ?? (column.unitField === undefined ? null : row[column.unitField]);
  return typeof unit === 'string' && unit !== '' ? oneLine(unit) : null;
}

/** A field with its label and text, for cards and the open row. */
export type Fact = {
  readonly column: ListColumn;
  readonly kind: KindName;
  readonly value: string;
  /** null where nothing is measured: there is none, no value, or a word in its place. */
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

/** The keys of the facts of a card: in place of one without a value another that the row has, as far as the list names any. */
export function cardFacts({ card }: ListDefinition, row: AnyRow): readonly string[] {
  if (!card.otherFacts) return card.facts;
  const others = card.otherFacts.filter((key) => hasValue(row[key]));
  return card.facts.flatMap((key) => (hasValue(row[key]) ? [key] : others.splice(0, 1)));
}
