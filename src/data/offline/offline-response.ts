/** One page of a list from its stored rows, filtered and sorted like on the server. Pure. */
import { type ListParts, rowEntity } from '../../../contract/endpoint.ts';
import { type Filter, foldCase } from '../../../contract/filters.ts';
import type { Entity, Row } from '../../../contract/kinds.ts';
import type { ListOrder, Sort, SortBy } from '../../../contract/order.ts';
import { parseInstant } from '../../../contract/params.ts';
import type { StationNames } from '../../../contract/station-names.ts';
import { type Coverage, coverageOf, type PageFacts, reachOf, timeParams } from './coverage.ts';
import { type RowTest, rowTest } from './filter-rows.ts';
import { messagesOf } from './join-rows.ts';
import { rowKey } from './row-key.ts';
import { readRowsText } from './rows-text.ts';

export type StoredRow = Readonly<Record<string, unknown>> & { readonly id?: string };
type OfflineResponse<R> = {
  readonly rows: readonly R[];
  /** Of the stored rows, exact. */
  readonly count: number;
  /** Epoch ms of the newest stored response that covers the request. */
  readonly dataAt: number;
  readonly coverage: Coverage;
  readonly window: { readonly from: number; readonly to: number } | null;
};
type Criteria = {
  readonly filters: Readonly<Record<string, string>>;
  readonly windowMs: number | null;
  readonly sort: Sort | null;
  readonly offset: number;
  /** null = all. */
  readonly limit: number | null;
  /** Offset, limit and count are of messages. */
  readonly isJoined?: boolean;
  /** Known stations, for a filter that names one. */
  readonly stations?: readonly StationNames[];
};

/**
 * Reads stored texts as rows of the entity, newest page first, each row once, in the server's order.
 * Skips and counts what is no row. `pages` = texts of rows (rows-text.ts).
 */
export function readStoredPages<E extends Entity>(
  list: Pick<ListParts<E>, 'entity' | 'more' | 'filters'>,
  pages: readonly string[],
): { rows: (Row<E> & { id?: string })[]; dropped: number; droppedIn: number[] } {
  const found = new Map<string, Row<E> & { id?: string }>();
  const droppedIn: number[] = [];
  for (const page of pages) {
    const read = readRowsText(rowEntity(list), page);
    droppedIn.push(read.dropped);
    for (const row of read.rows) {
      const key = rowKey(row);
      if (!found.has(key)) found.set(key, row);
    }
  }
  const dropped = droppedIn.reduce((sum, one) => sum + one, 0);
  return { rows: newestFirst([...found.values()], timeField(list.filters)), dropped, droppedIn };
}

/** One page of the stored rows; null = nothing of the list is stored. Throws BadValue for an invalid filter value. */
export function offlineResponse<R extends StoredRow>(
  list: { readonly filters: readonly Filter[]; readonly order?: ListOrder },
  stored: { readonly rows: readonly R[]; readonly pages: readonly PageFacts[] },
  criteria: Criteria,
): OfflineResponse<R> | null {
  if (stored.pages.length === 0) return null;
  const { filters, order } = list;
  const reach = reachOf(filters, stored.pages, criteria);
  const window = criteria.windowMs === null ? null : { from: reach.asOf - criteria.windowMs, to: reach.asOf };
  const timeOf = rowTime(filters);
  const matching = rowsOf(stored.rows, rowTest(filters, criteria.filters, criteria.stations), window, timeOf);
  const rows = order ? sortedRows(matching, order, criteria.sort) : matching;
  const { offset, limit } = criteria;
  const pageOf = <T>(all: readonly T[]): readonly T[] => (limit === null ? all : all.slice(offset, offset + limit));
  const messages = criteria.isJoined ? messagesOf(rows) : null;
  const page = messages ? pageOf(messages).flatMap(({ receptions }) => receptions) : pageOf(rows);
  const coverage = coverageOf(reach, matching.map(timeOfRow(timeOf)), unfilteredOf(filters, stored, criteria));
  return { rows: page, count: (messages ?? rows).length, dataAt: reach.asOf, window, coverage };
}

function rowsOf<R extends StoredRow>(
  rows: readonly R[],
  isMatching: RowTest,
  window: OfflineResponse<R>['window'],
  timeOf: RowTime | null,
): readonly R[] {
  const isInWindow = (row: R): boolean => {
    if (!window || !timeOf) return true;
    const at = timeOf(row);
    return at !== null && at >= window.from - 999 && at <= window.to;
  };
  return rows.filter((row) => isInWindow(row) && isMatching(row));
}

/** The coverage of the same time without the other filters; null = there are none. */
function unfilteredOf(
  filters: readonly Filter[],
  stored: { readonly rows: readonly StoredRow[]; readonly pages: readonly PageFacts[] },
  criteria: Criteria,
): Coverage | null {
  const times: readonly string[] = timeParams(filters) ?? [];
  const requested = Object.entries(criteria.filters);
  const ofTime = requested.filter(([name]) => times.includes(name));
  if (ofTime.length === requested.length) return null;
  const whole = { filters: Object.fromEntries(ofTime), windowMs: criteria.windowMs };
  const reach = reachOf(filters, stored.pages, whole);
  const window = whole.windowMs === null ? null : { from: reach.asOf - whole.windowMs, to: reach.asOf };
  const timeOf = rowTime(filters);
  const rows = rowsOf(stored.rows, rowTest(filters, whole.filters), window, timeOf);
  return coverageOf(reach, rows.map(timeOfRow(timeOf)), null);
}

type RowTime = (row: StoredRow) => number | null;
/** Reception time of a row, epoch ms; null = unknown. No function = rows of this list have no time. */
export function rowTime(filters: readonly Filter[]): RowTime | null {
  const field = timeField(filters);
  return field === null ? null : (row) => parseInstant(String(row[field]));
}
export const timeOfRow = (timeOf: RowTime | null): RowTime => timeOf ?? (() => null);

/** The field of a list's From and To; null for a list without time. */
export function timeField(filters: readonly Filter[]): string | null {
  return filters.find((filter) => filter.way === 'between')?.field ?? null;
}

/** As the server sorts: time, then id, both descending. Lists without time retain the order of the response. */
function newestFirst<R extends StoredRow>(rows: R[], field: string | null): R[] {
  if (field === null) return rows;
  const timeOf = (row: R): string => {
    const value = row[field];
    return typeof value === 'string' ? value : '';
  };
  return rows.sort((a, b) => compare(timeOf(b), timeOf(a)) || compareIds(b.id ?? '', a.id ?? ''));
}
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
/** Ids are whole numbers written as text: the longer is the larger. */
const compareIds = (a: string, b: string): number => a.length - b.length || compare(a, b);

// ---- A list's order for stored rows, the counterpart of the server's `order by`. A property test checks that both agree.

type Compare = (a: StoredRow, b: StoredRow) => number;

/** By the requested sort, then the default order, then id. Ignores a sort that the call does not offer. */
function sortedRows<R extends StoredRow>(rows: readonly R[], order: ListOrder, sort: Sort | null): R[] {
  const way = order.ways.find(({ key }) => key === sort?.key);
  const steps: Compare[] = [
    ...(way && sort ? [comparison(way, sort.isDescending !== (way.isReversed === true))] : []),
    comparison(order.usual, false),
    (a, b) => compareIds(a.id ?? '', b.id ?? ''),
  ];
  return [...rows].sort((a, b) => {
    for (const step of steps) {
      const found = step(a, b);
      if (found !== 0) return found;
    }
    return 0;
  });
}

function comparison(by: SortBy, isDescending: boolean): Compare {
  const values = new Map<StoredRow, string | number | null>();
  const keyOf = (row: StoredRow): string | number | null => {
    const known = values.get(row);
    if (known !== undefined) return known;
    const value = sortValue(row, by);
    values.set(row, value);
    return value;
  };
  return (a, b) => {
    const [left, right] = [keyOf(a), keyOf(b)];
    // Rows without a value are last in both directions.
    if (left === null || right === null) return left === right ? 0 : left === null ? 1 : -1;
    const found = left < right ? -1 : left > right ? 1 : 0;
    return isDescending ? -found : found;
  };
}

function sortValue(row: StoredRow, { field, part }: SortBy): string | number | null {
  const found = row[field] ?? null;
  const value = part === undefined || found === null ? found : ((found as StoredRow)[part] ?? null);
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? foldCase(value) : null;
}
