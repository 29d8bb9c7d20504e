import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { api } from '../../../contract/api.ts';
import { BadValue, writeInstant } from '../../../contract/params.ts';
import type { PageFacts } from './coverage.ts';
import { offlineResponse, readStoredPages, type StoredRow, timeField } from './offline-response.ts';
import { writeRowsText } from './rows-text.ts';

const list = api.acarsMessage.allUsers.list;
const noon = Date.UTC(2026, 10, 20, 12);
const minute = 60_000;
const message = (secondsAgo: number, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  id: String(10_000 - secondsAgo),
  acarsDateTime: writeInstant(noon - secondsAgo * 1000),
  tail: `N${secondsAgo}`,
  text: `MESSAGE ${secondsAgo}`,
  ...more,
});
const text = (...rows: object[]): string => writeRowsText(rows);
const tails = (rows: readonly object[]): unknown[] => rows.map((row) => (row as { tail?: unknown }).tail);
const everyRow = { filters: {}, windowMs: null, sort: null, offset: 0, limit: null };
const page: PageFacts = { storedAt: noon, asked: {}, windowHours: null, offset: 0, rowCount: 0, count: 0 };
const pages = [page];
const storedRows = (...seconds: number[]): { rows: StoredRow[]; pages: PageFacts[] } => ({
  rows: readStoredPages(list, [text(...seconds.map((ago) => message(ago)))]).rows,
  pages,
});

test('a page of messages has all their receptions, and the count is of messages', () => {
  const heard = { tail: 'D-AIPA', label: 'H1', msgno: 'M01A', blockId: '1' };
  const rows = [message(1, heard), message(2), message(3, { ...heard, id: '7' }), message(4)];
  const stored = { rows: readStoredPages(list, [text(...rows)]).rows, pages };
  const found = offlineResponse(list, stored, { ...everyRow, isJoined: true, limit: 2 });
  expect(found?.count).toBe(3);
  expect(tails(found?.rows ?? [])).toEqual(['D-AIPA', 'D-AIPA', 'N2']);
  expect(
    tails(offlineResponse(list, stored, { ...everyRow, isJoined: true, offset: 2, limit: 2 })?.rows ?? []),
  ).toEqual(['N4']);
});

describe('reading from the store', () => {
  test('OFF-03: a row in two responses is returned once, from the newest response', () => {
    const { rows, dropped } = readStoredPages(list, [
      text(message(1), message(2, { text: 'NEW' })),
      text(message(2, { text: 'OLD' }), message(3)),
    ]);
    expect(rows.map((row) => row.text)).toEqual(['MESSAGE 1', 'NEW', 'MESSAGE 3']);
    expect(dropped).toBe(0);
  });
  test('rows without ids of another server are distinguished by content', () => {
    const { id: _, ...bare } = message(1);
    expect(readStoredPages(list, [text(bare, { ...bare, text: 'other' }), text(bare)]).rows).toHaveLength(2);
  });
  test('C23: newest first, within a second by the larger id, whatever their length', () => {
    const at = { acarsDateTime: writeInstant(noon) };
    const rows = [message(5), { ...message(0), ...at, id: '999' }, { ...message(0), ...at, id: '1000' }, message(1)];
    expect(readStoredPages(list, [text(...rows)]).rows.map((row) => row.id)).toEqual(['1000', '999', '9999', '9995']);
  });
  test('an invalid row is skipped and counted; the others stay', () => {
    const { rows, dropped } = readStoredPages(list, [
      text(message(1), {}, { tail: '' }, { tail: {}, text: [] }, message(2)),
      '{"n":1,"of":{"id":["1"',
      'null',
      '{"n":1000000000,"of":{}}',
      '{"n":-1,"of":{}}',
      '{"n":2,"of":{"tail":7,"__proto__":["x"],"text":["",null,"beyond"]}}',
      undefined as never,
      { rows: [] } as never,
    ]);
    expect(tails(rows)).toEqual(['N1', 'N2']);
    expect(dropped).toBe(3 + 4 + 2 + 2);
  });
  test('a bad value empties its cell and keeps its row', () => {
    const { rows } = readStoredPages(list, [
      text(message(1, { freq: 'loud', end: 'maybe', tail: {}, text: 9, unknown: 1 })),
    ]);
    expect(rows[0]).toMatchObject({ id: '9999', freq: null, end: null, tail: null });
    expect(rows[0]).not.toHaveProperty('unknown');
  });
});

describe('OFF-03: the result', () => {
  test('without stored responses there is no result; an empty stored response gives an empty one', () => {
    expect(offlineResponse(list, { rows: [], pages: [] }, everyRow)).toBeNull();
    expect(offlineResponse(list, { rows: [], pages }, everyRow)).toMatchObject({
      rows: [],
      count: 0,
      dataAt: noon,
      window: null,
    });
  });
  test('C25: a named window ends at the newest stored response, not now', () => {
    const response = offlineResponse(list, storedRows(0, 30, 60, 61, 62, 3600), { ...everyRow, windowMs: minute });
    expect(response?.window).toEqual({ from: noon - minute, to: noon });
    expect(tails(response?.rows ?? [])).toEqual(['N0', 'N30', 'N60']);
    expect(response?.count).toBe(3);
  });
  test('C25: the anchor is the newest response with no stricter filter than the request', () => {
    const whole = { ...page, storedAt: noon - 10 * minute };
    const narrow = { ...page, asked: { tail: 'N30' } };
    const both = { rows: storedRows(0, 30, 660).rows, pages: [narrow, whole] };
    const criteria = { ...everyRow, windowMs: 2 * minute };
    const all = offlineResponse(list, both, criteria);
    expect([all?.dataAt, tails(all?.rows ?? [])]).toEqual([noon - 10 * minute, ['N660']]);
    const one = offlineResponse(list, both, { ...criteria, filters: { tail: 'N30' } });
    expect([one?.dataAt, tails(one?.rows ?? [])]).toEqual([noon, ['N30']]);
    const onlyNarrow = offlineResponse(list, { ...both, pages: [narrow] }, criteria);
    expect(onlyNarrow?.dataAt).toBe(noon);
  });
  test('C22: pages of stored rows, All as a whole, none beyond the end; the count is that of all', () => {
    const rows = storedRows(...Array.from({ length: 25 }, (_, at) => at));
    const pageOf = (offset: number, limit: number | null) =>
      offlineResponse(list, rows, { ...everyRow, offset, limit });
    expect(tails(pageOf(0, 10)?.rows ?? [])).toEqual(Array.from({ length: 10 }, (_, at) => `N${at}`));
    expect(tails(pageOf(20, 10)?.rows ?? [])).toEqual(['N20', 'N21', 'N22', 'N23', 'N24']);
    expect(pageOf(30, 10)?.rows).toEqual([]);
    expect(pageOf(0, null)?.rows).toHaveLength(25);
    expect([pageOf(0, 10), pageOf(20, 10), pageOf(30, 10), pageOf(0, null)].map((one) => one?.count)).toEqual([
      25, 25, 25, 25,
    ]);
  });
  test('filters and custom times search all stored rows', () => {
    const from = writeInstant(noon - 3000);
    const filters = { acarsMessageDateTimeMin: from, text: 'message' };
    expect(tails(offlineResponse(list, storedRows(0, 3, 4), { ...everyRow, filters })?.rows ?? [])).toEqual([
      'N0',
      'N3',
    ]);
    expect(() => offlineResponse(list, storedRows(0), { ...everyRow, filters: { channel: 'two' } })).toThrow(BadValue);
  });
  test('pages of any size, one after the other, equal the full result', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(300), { maxLength: 60 }), fc.integer({ min: 1, max: 20 }), (ago, limit) => {
        const all = storedRows(...ago);
        const whole = offlineResponse(list, all, { ...everyRow, windowMs: 2 * minute });
        const paged: unknown[] = [];
        for (let offset = 0; offset < (whole?.count ?? 0); offset += limit)
          paged.push(...(offlineResponse(list, all, { ...everyRow, windowMs: 2 * minute, offset, limit })?.rows ?? []));
        expect(paged).toEqual(whole?.rows);
        const expected = ago.filter((one) => one <= 120).sort((a, b) => a - b);
        expect(tails(paged as object[])).toEqual(expected.map((one) => `N${one}`));
      }),
    );
  });
});

test('the field of From and To is found in the declaration; a list without one has no window and keeps its order', () => {
  expect(timeField(list.filters)).toBe('acarsDateTime');
  expect(timeField([])).toBeNull();
  const { rows } = readStoredPages({ entity: list.entity, filters: [] }, [text(message(9), message(1), message(5))]);
  expect(tails(rows)).toEqual(['N9', 'N1', 'N5']);
  expect(offlineResponse({ filters: [] }, { rows, pages }, { ...everyRow, windowMs: 1 })?.count).toBe(3);
});
