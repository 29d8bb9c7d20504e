/**
 * Decides which rows are shown and how many new rows are pending.
 * Rows on screen do not move without an action of the user (decision 34). Pure.
 */
import { parseInstant } from '../../../contract/params.ts';
import { type ListPage, rowKey } from '../../data/list-resource.ts';
import type { ListNews } from '../../data/new-rows-query.ts';
import { messagesOf } from '../../data/offline/join-rows.ts';
import type { AnyRow } from '../define-list.ts';

type Page = ListPage<AnyRow>;
/** `requestKey` = query of the response. `requestNumber` = number of the click or entry that caused it. */
export type DisplayedPage = { readonly requestKey: string; readonly page: Page; readonly requestNumber: number };
/** Current query result. `requestCount` counts entries and clicks on Refresh. */
type OfferedPage = {
  readonly requestKey: string;
  readonly page: Page | null;
  readonly isFetching: boolean;
  readonly requestCount: number;
};

/** Shown at once: another query, the response to a click, rows in place of none, live in place of stored. Otherwise rows stay. */
export function nextDisplayed(displayed: DisplayedPage | null, offered: OfferedPage): DisplayedPage | null {
  const { page, requestKey, requestCount, isFetching } = offered;
  if (!page) return displayed;
  const requestNumber = isFetching ? requestCount - 1 : requestCount;
  if (!displayed || displayed.requestKey !== requestKey) return { requestKey, page, requestNumber };
  if (displayed.page === page)
    return displayed.requestNumber === requestNumber || isFetching ? displayed : { ...displayed, requestNumber };
  const isAwaited = displayed.requestNumber < requestCount && !isFetching;
  const isUnread = displayed.page.source === 'stored' || displayed.page.rows.length === 0;
  return isAwaited || isUnread ? { requestKey, page, requestNumber } : displayed;
}

/** Rows seen by the user: keys, and the position (time and id, server order) from which unknown rows are new. */
export type Seen = {
  readonly keys: ReadonlySet<string>;
  /** null = the keys contain every row of the list. */
  readonly since: { readonly ms: number; readonly id: string | null } | null;
};

const idOf = (row: AnyRow): string | null => (typeof row.id === 'string' && row.id !== '' ? row.id : null);
const msOf = (row: AnyRow, timeField: string): number | null => parseInstant(String(row[timeField] ?? ''));
/** Ids are integers as text: the longer is larger. */
const isLater = (a: string, b: string): boolean => (a.length === b.length ? a > b : a.length > b.length);

/** `isJoined`: its rows are messages, each as new as its newest reception. */
export function seenOf(
  page: Pick<Page, 'rows' | 'shown' | 'count' | 'dataAt'>,
  offset: number,
  timeField: string,
  isJoined = false,
): Seen {
  const keys = new Set(page.rows.map(rowKey));
  const last = isJoined ? messagesOf(page.rows).at(-1)?.receptions[0] : page.rows.at(-1);
  if (offset > 0 || !last) return { keys, since: offset > 0 ? { ms: page.dataAt, id: null } : null };
  if (page.shown >= page.count) return { keys, since: null };
  const ms = msOf(last, timeField);
  return { keys, since: ms === null ? { ms: page.dataAt, id: null } : { ms, id: idOf(last) } };
}

const isSeen = (receptions: readonly AnyRow[], { keys }: Seen): boolean =>
  receptions.some((row) => keys.has(rowKey(row)));

/** Later receptions of the messages of a page, behind its rows: no message moves, and each has the number of its stations. */
export function withLate(page: Page, newest: readonly AnyRow[]): Page {
  const keys = new Set(page.rows.map(rowKey));
  const seen = { keys, since: null };
  const late = messagesOf(newest)
    .filter(({ receptions }) => isSeen(receptions, seen))
    .flatMap(({ receptions }) => receptions.filter((row) => !keys.has(rowKey(row))));
  return late.length === 0 ? page : { ...page, rows: [...page.rows, ...late] };
}

/** `isMore`: there are more than counted. */
export type NewRows = { readonly count: number; readonly isMore: boolean };
export function newRows(
  news: Pick<ListNews<AnyRow>, 'rows' | 'count'>,
  seen: Seen,
  timeField: string,
  isJoined = false,
): NewRows {
  let count = 0;
  // A later reception of a seen message is not new.
  const rows = isJoined ? messagesOf(news.rows) : news.rows.map((row) => ({ row, receptions: [row] }));
  for (const { row, receptions } of rows) {
    if (seen.since && !isAfter(row, seen.since, timeField)) return { count, isMore: false };
    if (!isSeen(receptions, seen)) count++;
  }
  return { count, isMore: news.rows.length < news.count && count > 0 };
}

/**
 * The newest of several responses counts. If it has too few rows to count all, an earlier one that has them is used. `at` = its time,
 * epoch ms, server time. null = no response.
 */
export function newestNews(
  responses: readonly Pick<ListNews<AnyRow>, 'rows' | 'count' | 'dataAt'>[],
  seen: Seen,
  timeField: string,
  isJoined = false,
): (NewRows & { readonly at: number }) | null {
  const counted = [...responses]
    .sort((a, b) => b.dataAt - a.dataAt)
    .map((response) => ({ ...newRows(response, seen, timeField, isJoined), at: response.dataAt }));
  const [newest] = counted;
  if (!newest?.isMore) return newest ?? null;
  return counted.find((one) => !one.isMore && one.count >= newest.count) ?? newest;
}

function isAfter(row: AnyRow, since: NonNullable<Seen['since']>, timeField: string): boolean {
  const ms = msOf(row, timeField);
  if (ms === null) return false;
  const second = Math.floor(since.ms / 1000) * 1000;
  if (ms !== second) return ms > second;
  const id = idOf(row);
  return id !== null && since.id !== null && (id === since.id || isLater(id, since.id));
}
