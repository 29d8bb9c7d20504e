import { describe, expect, test } from 'vitest';
import type { ListPage } from '../../data/list-resource.ts';
import type { AnyRow } from '../define-list.ts';
import { type DisplayedPage, newestNews, newRows, nextDisplayed, seenOf, withLate } from './live-rows.ts';

const row = (id: number, second: number): AnyRow => ({
  id: String(id),
  acarsDateTime: `2026-11-20T14:00:${String(second).padStart(2, '0')}Z`,
});
const at = (second: number): number => Date.UTC(2026, 10, 20, 14, 0, second);
function page(rows: readonly AnyRow[], more: Partial<ListPage<AnyRow>> = {}): ListPage<AnyRow> {
  const usual = {
    shown: rows.length,
    count: 1000,
    isCountExact: true,
    isCut: false,
    source: 'live',
    dataAt: at(30),
    why: null,
    window: null,
  };
  return { ...usual, rows, ...more } as ListPage<AnyRow>;
}
const field = 'acarsDateTime';

describe('C25: the page on screen', () => {
  const first = page([row(1, 1)]);
  const later = page([row(2, 2), row(1, 1)]);
  const displayed: DisplayedPage = { requestKey: 'q', page: first, requestNumber: 0 };
  const offer = { requestKey: 'q', isFetching: false, requestCount: 0 };

  test('the first response is shown; a later automatic one is not', () => {
    const shown = nextDisplayed(null, { ...offer, page: first });
    expect(shown).toEqual(displayed);
    expect(nextDisplayed(shown, { ...offer, page: later })).toBe(shown);
  });
  test('the response to a click is shown when it arrives, not while it is loading', () => {
    expect(nextDisplayed(displayed, { ...offer, page: first, requestCount: 1, isFetching: true })?.page).toBe(first);
    const refreshed = nextDisplayed(displayed, { ...offer, page: later, requestCount: 1 });
    expect(refreshed).toEqual({ requestKey: 'q', page: later, requestNumber: 1 });
    expect(nextDisplayed(refreshed, { ...offer, page: first, requestCount: 1 })).toBe(refreshed);
  });
  test('on entry the previous page is shown until its own response arrives', () => {
    const entered = nextDisplayed(null, { ...offer, page: first, isFetching: true });
    expect(nextDisplayed(entered, { ...offer, page: later })?.page).toBe(later);
  });
  test('another query, a live response instead of a stored one, or rows instead of none are shown', () => {
    expect(nextDisplayed(displayed, { ...offer, requestKey: 'r', page: later })?.page).toBe(later);
    const stored = { ...displayed, page: page([row(1, 1)], { source: 'stored', why: 'slow' }) };
    expect(nextDisplayed(stored, { ...offer, page: later })?.page).toBe(later);
    expect(nextDisplayed({ ...displayed, page: page([], { count: 0 }) }, { ...offer, page: later })?.page).toBe(later);
  });
  test('no result (a failure, a running request) removes nothing', () => {
    expect(nextDisplayed(displayed, { ...offer, requestKey: 'r', page: null, isFetching: true })).toBe(displayed);
  });
});

describe('C25: how many rows are new', () => {
  const seen = seenOf(page([row(9, 20), row(8, 18), row(7, 10)]), 0, field);

  test('newer rows than those shown, and late ones that belong between them', () => {
    const news = [row(12, 25), row(11, 19), row(9, 20), row(8, 18), row(10, 12), row(7, 10), row(6, 10), row(5, 9)];
    expect(newRows({ rows: news, count: 1000 }, seen, field)).toEqual({ count: 3, isMore: false });
  });
  test('rows of the next page, also of the same second, are not new', () => {
    const news = [row(9, 20), row(8, 18), row(7, 10), row(6, 10), row(5, 9)];
    expect(newRows({ rows: news, count: 1000 }, seen, field)).toEqual({ count: 0, isMore: false });
  });
  test('if none of the requested rows is known, there are at least that many', () => {
    const news = Array.from({ length: 100 }, (_, index) => row(200 - index, 40));
    expect(newRows({ rows: news, count: 5000 }, seen, field)).toEqual({ count: 100, isMore: true });
    expect(newRows({ rows: news, count: 100 }, seen, field)).toEqual({ count: 100, isMore: false });
  });
  test('of two simultaneous responses the full count is shown, in any order', () => {
    const many = [row(12, 25), row(11, 19), row(9, 20), row(8, 18), row(7, 10), row(6, 10), row(5, 9)];
    const few = many.slice(0, 4);
    const newestOf = (fewAt: number, manyAt: number) =>
      newestNews(
        [
          { rows: many, count: 60, dataAt: manyAt },
          { rows: few, count: 60, dataAt: fewAt },
        ],
        seen,
        field,
      );
    expect(newestOf(2, 1)).toEqual({ count: 2, isMore: false, at: 1 });
    expect(newestOf(1, 2)).toEqual({ count: 2, isMore: false, at: 2 });
    const newer = [row(14, 27), row(13, 26), ...few];
    const grown = newestNews(
      [
        { rows: many, count: 60, dataAt: 1 },
        { rows: newer, count: 62, dataAt: 2 },
      ],
      seen,
      field,
    );
    expect(grown).toEqual({ count: 4, isMore: true, at: 2 });
    expect(newestNews([], seen, field)).toBeNull();
  });
  test('a page with all rows: each unknown row is new, however old', () => {
    const all = seenOf(page([row(9, 20)], { count: 1 }), 0, field);
    expect(newRows({ rows: [row(9, 20), row(10, 3)], count: 2 }, all, field).count).toBe(1);
  });
  test('a later page, opened by its address: rows newer than its response', () => {
    const third = seenOf(page([row(3, 3)]), 20, field);
    const news = [row(12, 31), row(11, 30), row(10, 29)];
    expect(newRows({ rows: news, count: 1000 }, third, field).count).toBe(1);
  });
  test('rows of another server, without id or with an invalid time, break nothing', () => {
    const strange = [{ text: 'a', acarsDateTime: null }, { text: 'b' }] as AnyRow[];
    expect(newRows({ rows: strange, count: 2 }, seen, field)).toEqual({ count: 0, isMore: false });
    expect(newRows({ rows: strange, count: 2 }, seenOf(page(strange), 0, field), field).count).toBe(0);
  });
});

describe('rows that are messages', () => {
  const heard = (id: number, second: number, msgno: string): AnyRow => ({
    ...row(id, second),
    ...{ tail: 'D-AIPA', label: 'H1', msgno, blockId: '1', stationId: `S${id}` },
  });
  const shown = page([heard(5, 20, 'M02A'), heard(4, 10, 'M01A'), heard(3, 9, 'M02A')], { shown: 2 });
  const seen = seenOf(shown, 0, field, true);

  test('a later reception belongs to its message, which stays where it is; it is no new message', () => {
    const news = {
      rows: [heard(7, 22, 'M01A'), heard(6, 21, 'M03A'), ...shown.rows, heard(1, 5, 'M00A')],
      count: 1000,
    };
    expect(newRows(news, seen, field, true)).toEqual({ count: 1, isMore: false });
    const later = withLate(shown, news.rows);
    expect(later.rows).toEqual([...shown.rows, heard(7, 22, 'M01A')]);
    expect(withLate(shown, shown.rows)).toBe(shown);
  });
  test('a message of the next page is not new, although an earlier reception on this page is older', () => {
    expect(newRows({ rows: [heard(8, 9, 'M09A')], count: 1000 }, seen, field, true).count).toBe(0);
  });
});
