/**
 * What stands on the screen while newer answers come in, and how many newer rows wait. Pure.
 * Must not: let rows change under a reader who did not ask (docs/decisions/0014).
 */
import { parseInstant } from '../../contract/params.ts';
import type { ListNews } from '../api/list-news.ts';
import { type ListPage, rowKey } from '../api/queries.ts';
import type { AnyRow } from './define-list.ts';

type Page = ListPage<AnyRow>;
/** `question` = what it answers; `answered` = the number of the press, or of the entry, that it answered. */
export type HeldPage = { readonly question: string; readonly page: Page; readonly answered: number };
/** What the query holds now. `asked` counts entry and presses on Refresh. */
export type OfferedPage = {
  readonly question: string;
  readonly page: Page | null;
  readonly isFetching: boolean;
  readonly asked: number;
};

/** Another question, an answer to a press, rows in place of none, a live answer in place of a stored copy: these are shown. Else what is held stays. */
export function nextHeld(held: HeldPage | null, offered: OfferedPage): HeldPage | null {
  const { page, question, asked, isFetching } = offered;
  if (!page) return held;
  const answered = isFetching ? asked - 1 : asked;
  if (!held || held.question !== question) return { question, page, answered };
  if (held.page === page) return held.answered === answered || isFetching ? held : { ...held, answered };
  const isAwaited = held.answered < asked && !isFetching;
  const isNobodyReading = held.page.source === 'stored' || held.page.rows.length === 0;
  return isAwaited || isNobodyReading ? { question, page, answered } : held;
}

/** What the reader has been shown: rows by key, and from where on (time and id, the server's order) an unknown row is a new one. */
export type Seen = {
  readonly keys: ReadonlySet<string>;
  /** null = every row of the list is among the keys. */
  readonly since: { readonly ms: number; readonly id: string | null } | null;
};

const idOf = (row: AnyRow): string | null => (typeof row.id === 'string' && row.id !== '' ? row.id : null);
const msOf = (row: AnyRow, timeField: string): number | null => parseInstant(String(row[timeField] ?? ''));
/** Ids are whole numbers written as text: the longer is the larger. */
const isLater = (a: string, b: string): boolean => (a.length === b.length ? a > b : a.length > b.length);

export function seenOf(page: Pick<Page, 'rows' | 'count' | 'dataAt'>, offset: number, timeField: string): Seen {
  const keys = new Set(page.rows.map(rowKey));
  const last = page.rows.at(-1);
  if (offset > 0 || !last) return { keys, since: offset > 0 ? { ms: page.dataAt, id: null } : null };
  if (page.rows.length >= page.count) return { keys, since: null };
  const ms = msOf(last, timeField);
  return { keys, since: ms === null ? { ms: page.dataAt, id: null } : { ms, id: idOf(last) } };
}

/** `isMore`: there are more than were counted. */
export type NewRows = { readonly count: number; readonly isMore: boolean };
export function newRows(news: Pick<ListNews<AnyRow>, 'rows' | 'count'>, seen: Seen, timeField: string): NewRows {
  let count = 0;
  for (const row of news.rows) {
    if (seen.since && !isAfter(row, seen.since, timeField)) return { count, isMore: false };
    if (!seen.keys.has(rowKey(row))) count++;
  }
  return { count, isMore: news.rows.length < news.count && count > 0 };
}

/**
 * Of several answers the newest counts; when it saw too few rows to count them all, one that could says it better. `at` = when that one was given,
 * epoch ms of the server. null = there is no answer.
 */
export function newestNews(
  answers: readonly Pick<ListNews<AnyRow>, 'rows' | 'count' | 'dataAt'>[],
  seen: Seen,
  timeField: string,
): (NewRows & { readonly at: number }) | null {
  const told = [...answers]
    .sort((a, b) => b.dataAt - a.dataAt)
    .map((answer) => ({ ...newRows(answer, seen, timeField), at: answer.dataAt }));
  const [newest] = told;
  if (!newest?.isMore) return newest ?? null;
  return told.find((one) => !one.isMore && one.count >= newest.count) ?? newest;
}

function isAfter(row: AnyRow, since: NonNullable<Seen['since']>, timeField: string): boolean {
  const ms = msOf(row, timeField);
  if (ms === null) return false;
  const second = Math.floor(since.ms / 1000) * 1000;
  if (ms !== second) return ms > second;
  const id = idOf(row);
  return id !== null && since.id !== null && (id === since.id || isLater(id, since.id));
}
