/**
 * The answer that a list gives from what is stored: every row held of it, filtered as the server filters, newest first, one page.
 * Must not: read the store or the clock. Pure.
 */
import type { Filter } from '../../contract/filters.ts';
import type { Entity, Row } from '../../contract/kinds.ts';
import type { ListOrder, Sort } from '../../contract/order.ts';
import { parseInstant } from '../../contract/params.ts';
import { paramNames, rowTest } from './filter-rows.ts';
import { rowKey } from './row-key.ts';
import { readRowsText } from './rows-text.ts';
import { sortedRows } from './sort-rows.ts';

export type StoredRow = Readonly<Record<string, unknown>> & { readonly id?: string };
/** When an answer was given, and to which question. `asked` = the declared filter parameters that were sent. */
export type StoredPageFacts = { readonly storedAt: number; readonly asked: Readonly<Record<string, string>> };
export type Held = { readonly rows: readonly StoredRow[]; readonly pages: readonly StoredPageFacts[] };
export type OfflineAnswer<R> = {
  readonly rows: readonly R[];
  /** Exact over what is held. */
  readonly count: number;
  /** Epoch ms of the newest stored answer that covers the question. */
  readonly dataAt: number;
  readonly window: { readonly from: number; readonly to: number } | null;
};
export type Question = {
  readonly filters: Readonly<Record<string, string>>;
  readonly windowMs: number | null;
  readonly sort: Sort | null;
  readonly offset: number;
  /** null = all. */
  readonly limit: number | null;
};

/**
 * Reads stored texts as rows of the entity, newest page first, each row once, in the server's order.
 * What is no row is left out and counted. `pages` = texts of rows (rows-text.ts), page by page.
 */
export function readHeld<E extends Entity>(
  list: { readonly entity: E; readonly filters: readonly Filter[] },
  pages: readonly string[],
): { rows: (Row<E> & { id?: string })[]; dropped: number } {
  const found = new Map<string, Row<E> & { id?: string }>();
  let dropped = 0;
  for (const page of pages) {
    const read = readRowsText(list.entity, page);
    dropped += read.dropped;
    for (const row of read.rows) {
      const key = rowKey(row);
      if (!found.has(key)) found.set(key, row);
    }
  }
  return { rows: newestFirst([...found.values()], timeField(list.filters)), dropped };
}

/** One page of what is held; null when nothing of the list was ever stored. Throws BadValue for a filter that means nothing. */
export function answerOffline<R extends StoredRow>(
  list: { readonly filters: readonly Filter[]; readonly order?: ListOrder },
  held: { readonly rows: readonly R[]; readonly pages: readonly StoredPageFacts[] },
  question: Question,
): OfflineAnswer<R> | null {
  if (held.pages.length === 0) return null;
  const { filters, order } = list;
  const dataAt = newestCovering(held.pages, question.filters, paramNames(filters));
  const window = question.windowMs === null ? null : { from: dataAt - question.windowMs, to: dataAt };
  const asked = rowTest(filters, question.filters);
  const field = timeField(filters);
  const inWindow = (row: R): boolean => {
    if (!window || field === null) return true;
    const at = parseInstant(String(row[field]));
    return at !== null && at >= window.from - 999 && at <= window.to;
  };
  const matching = held.rows.filter((row) => inWindow(row) && asked(row));
  const rows = order ? sortedRows(matching, order, question.sort) : matching;
  const page = question.limit === null ? rows : rows.slice(question.offset, question.offset + question.limit);
  return { rows: page, count: rows.length, dataAt, window };
}

/**
 * An answer covers a question when it was asked no more than the question asks: then the rows that it left out are not in question.
 * Without one, what is held is as old as the newest answer of the list.
 */
function newestCovering(
  pages: readonly StoredPageFacts[],
  filters: Readonly<Record<string, string>>,
  declared: ReadonlySet<string>,
): number {
  const covering = pages.filter((page) =>
    Object.entries(page.asked).every(([name, text]) => !declared.has(name) || filters[name] === text),
  );
  return Math.max(...(covering.length > 0 ? covering : pages).map((page) => page.storedAt));
}

/** The field that a list's From and To look at; null for a list without time. */
export function timeField(filters: readonly Filter[]): string | null {
  return filters.find((filter) => filter.way === 'between')?.field ?? null;
}

/** As the server sorts: time, then id, both descending. Lists without time keep the order in which they came, until their own order sorts them. */
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
