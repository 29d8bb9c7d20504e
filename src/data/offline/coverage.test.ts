import { describe, expect, test } from 'vitest';
import { api } from '../../../contract/api.ts';
import { writeInstant } from '../../../contract/params.ts';
import { type Coverage, type PageFacts, reachOf, type Span } from './coverage.ts';
import { offlineResponse, readStoredPages } from './offline-response.ts';
import { writeRowsText } from './rows-text.ts';

const { list } = api.acarsMessage.allUsers;
const hour = 3600_000;
const noon = Date.UTC(2026, 10, 20, 12);
/** Minutes before noon as an instant. */
const ago = (minutes: number): number => noon - minutes * 60_000;
const span = (from: number, to: number): Span => ({ from: ago(from), to: ago(to) });

/** A response to the default window of two hours, of the newest rows, received at noon, unless given otherwise. */
const page = (facts: Partial<PageFacts>): PageFacts => ({
  asked: {},
  windowHours: 2,
  offset: 0,
  rowCount: 10,
  count: 100,
  storedAt: noon,
  rowSpan: span(20, 0),
  ...facts,
});
const newestHour = page({ rowCount: 50, rowSpan: span(60, 0) });
const requestOf = (filters: Record<string, string> = {}, windowMs: number | null = 2 * hour) => ({ filters, windowMs });
const reach = (pages: readonly PageFacts[], request = requestOf()) => reachOf(list.filters, pages, request);
const time = (minutes: number): string => writeInstant(ago(minutes));
const from = (minutes: number) => ({ acarsMessageDateTimeMin: time(minutes) });
const fromTo = (a: number, b: number) => ({ ...from(a), acarsMessageDateTimeMax: time(b) });

describe('OFF-03: times for which every matching row is stored', () => {
  test.each<[what: string, pages: readonly PageFacts[], request: ReturnType<typeof requestOf>, spans: readonly Span[]]>(
    [
      ['the newest rows, from the oldest of them on', [newestHour], requestOf(), [span(60, 0)]],
      ['all rows, the whole window', [page({ count: 10 })], requestOf(), [span(120, 0)]],
      [
        'no rows at all, the whole window',
        [page({ rowCount: 0, count: 0, rowSpan: null })],
        requestOf(),
        [span(120, 0)],
      ],
      ['a stricter search covers nothing of the list', [page({ asked: { tail: 'N1' }, count: 10 })], requestOf(), []],
      ['the list covers a search within it', [newestHour], requestOf({ tail: 'N1' }), [span(60, 0)]],
      [
        'the search itself reaches farther back',
        [newestHour, page({ asked: { tail: 'N1' }, rowSpan: span(90, 3) })],
        requestOf({ tail: 'N1' }),
        [span(90, 0)],
      ],
      [
        'rows that arrived between two responses leave a gap',
        [page({ rowSpan: span(5, 0) }), page({ storedAt: ago(30), rowSpan: span(60, 30) })],
        requestOf(),
        [span(5, 0), span(60, 30)],
      ],
      [
        'responses that touch are one',
        [page({ rowSpan: span(30, 0) }), page({ storedAt: ago(30), rowSpan: span(60, 30) })],
        requestOf(),
        [span(60, 0)],
      ],
      [
        'a second page follows the first without a gap',
        [page({ rowSpan: span(20, 0) }), page({ offset: 10, rowSpan: span(40, 22) })],
        requestOf(),
        [span(40, 0)],
      ],
      [
        'a second page of an earlier time does not',
        [page({ rowSpan: span(20, 0) }), page({ offset: 10, storedAt: ago(15), rowSpan: span(40, 35) })],
        requestOf(),
        [span(20, 0), span(40, 35)],
      ],
      [
        'the last page ends at the start of the window',
        [page({ rowCount: 50, rowSpan: span(60, 0) }), page({ offset: 50, rowCount: 50, rowSpan: span(110, 61) })],
        requestOf(),
        [span(120, 0)],
      ],
      ['requested times end the window', [newestHour], requestOf(fromTo(50, 10), null), [span(50, 10)]],
      [
        'a response of its own times covers no others',
        [page({ asked: fromTo(50, 10), count: 10 })],
        requestOf(),
        [span(50, 10)],
      ],
      ['records of an earlier version cover nothing', [page({ rowSpan: undefined as never })], requestOf(), []],
    ],
  )('%s', (_what, pages, request, spans) => expect(reach(pages, request).spans).toEqual(spans));

  test('complete if nothing of the window is missing', () => {
    expect(reach([newestHour]).isWhole).toBe(false);
    expect(reach([page({ count: 10 })]).isWhole).toBe(true);
    expect(reach([newestHour], requestOf(from(59), null)).isWhole).toBe(true);
    expect(reach([newestHour], requestOf({ tail: 'N1' })).isWhole).toBe(false);
    expect(reach([page({ count: 10 })], requestOf({ tail: 'N1' })).isWhole).toBe(true);
    expect(reach([page({ count: 10 })], requestOf({}, null)).isWhole, 'without a start there is always more').toBe(
      false,
    );
  });

  test('rows without a time are complete if one response contains all', () => {
    const airlines = (facts: Partial<PageFacts>) =>
      reachOf(
        api.airline.list.list.filters,
        [page({ windowHours: null, rowSpan: null, ...facts })],
        requestOf({}, null),
      );
    expect(airlines({ count: 10 })).toMatchObject({ isWhole: true, spans: [] });
    expect(airlines({ count: 11 })).toMatchObject({ isWhole: false, spans: [] });
    expect(airlines({ count: null })).toMatchObject({ isWhole: false, found: null });
  });
});

describe('OFF-03: the server count and its time', () => {
  const search = page({ asked: { tail: 'N1' }, count: 248, storedAt: ago(40) });
  test('the last count for exactly this request, for any number of requested rows', () => {
    const pages = [newestHour, search, page({ asked: { tail: 'N1' }, offset: 10, count: 250, storedAt: ago(30) })];
    expect(reach(pages, requestOf({ tail: 'N1' })).found).toEqual({ count: 250, at: ago(30) });
    expect(reach(pages).found).toEqual({ count: 100, at: noon });
    expect(reach(pages, requestOf({ tail: 'N2' })).found).toBeNull();
    expect(reach(pages, requestOf({ tail: 'N1' }, 24 * hour)).found, 'of another window').toBeNull();
  });
  test('the age is that of the newest rows: a later page contains none of them', () => {
    expect(reach([newestHour, page({ offset: 10, storedAt: ago(-5) })]).asOf).toBe(noon);
    expect(reach([search, newestHour], requestOf({ tail: 'N1' })).asOf).toBe(noon);
  });
});

describe('OFF-03: with the rows', () => {
  const rows = Array.from({ length: 40 }, (_, at) => ({
    id: String(1000 - at),
    acarsDateTime: writeInstant(ago(at)),
    tail: at % 4 === 0 ? 'N1' : 'N2',
  }));
  const storedWith = (pages: readonly PageFacts[]) => ({
    rows: readStoredPages(list, [writeRowsText(rows)]).rows,
    pages,
  });
  const coverage = (pages: readonly PageFacts[], filters: Record<string, string> = {}): Coverage | undefined =>
    offlineResponse(list, storedWith(pages), { ...requestOf(filters), sort: null, offset: 0, limit: 10 })?.coverage;
  const newest = page({ rowCount: 40, rowSpan: span(39, 0) });

  test('a search states its rows, the searched rows, and the server count', () => {
    const search = page({ asked: { tail: 'N1' }, count: 60, storedAt: ago(10), rowSpan: span(36, 12) });
    expect(coverage([newest, search], { tail: 'N1' })).toMatchObject({
      storedRows: 10,
      found: { count: 60, at: ago(10) },
      isComplete: false,
      unfiltered: { storedRows: 40, found: { count: 100, at: noon }, spans: [span(39, 0)], isComplete: false },
    });
  });
  test('rows beyond the spans are counted separately', () => {
    expect(coverage([page({ rowSpan: span(19, 0) })])).toMatchObject({ storedRows: 40, storedRowsInSpans: 20 });
  });
  test('fewer rows than the count of the same response are never complete', () => {
    expect(coverage([page({ rowCount: 50, count: 50 })])).toMatchObject({ storedRows: 40, isComplete: false });
    expect(coverage([page({ rowCount: 40, count: 40 })])).toMatchObject({ storedRows: 40, isComplete: true });
  });
});
