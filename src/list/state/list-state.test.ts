import { describe, expect, test } from 'vitest';
import akrx from '../../screens/acars/akrx.list.ts';
import akrxAll from '../../screens/acars/akrx-all.list.ts';
import airports from '../../screens/reference/airports.list.ts';
import { filterFields, filterText } from '../filter/filter-fields.ts';
import { filterParamsOf } from './filter-text.ts';
import { readSearch, writeSearch } from './list-address.ts';
import { sortRows } from './list-sort.ts';
import {
  canReadArchive,
  draftProblems,
  freshState,
  type ListState,
  listRequest,
  notApplied,
  reset,
  search,
  searchLast,
  withoutFilter,
  withPage,
  withSize,
} from './list-state.ts';
import { noSavedPreferences } from './saved-preferences.ts';

const min = 'acarsMessageDateTimeMin';
const archived = { ...freshState, filters: { [min]: '2026-02-01T00:00' }, isSearched: true, isArchived: true };

test('the archive is part of the address and of the request, with From or To only', () => {
  const address = writeSearch(akrxAll, archived, noSavedPreferences);
  expect(address).toEqual({ [min]: '2026-02-01T00:00', archive: 'on' });
  expect(readSearch(akrxAll, address, noSavedPreferences)).toEqual({ state: archived, ignored: [] });
  expect(listRequest(akrxAll, archived).filters).toEqual({ [min]: '2026-02-01T00:00', archive: 'true' });
  expect(readSearch(akrxAll, { archive: 'on' }, noSavedPreferences).state.isArchived).toBe(false);
  expect(readSearch(akrxAll, { ...address, archive: 'yes' }, noSavedPreferences).state.isArchived).toBe(false);
});

test('another filter keeps it, a moving range, RESET or no From and To end it', () => {
  expect(search(akrxAll, archived, { tail: 'A' }).isArchived).toBe(true);
  expect(search(akrxAll, archived, { [min]: '' }).isArchived).toBe(false);
  expect(withoutFilter(akrxAll, archived, [min]).isArchived).toBe(false);
  expect(searchLast(akrxAll, archived, {}, 24).isArchived).toBe(false);
  expect(reset(archived).isArchived).toBe(false);
});

test('only lists of messages read it', () => {
  expect([canReadArchive(akrxAll), canReadArchive(airports)]).toEqual([true, false]);
});

const read = (query: Record<string, unknown>): ListState => readSearch(akrxAll, query, noSavedPreferences).state;
const state = (part: Partial<ListState>): ListState => ({ ...freshState, ...part });

describe('paging', () => {
  test('PAGE-01 PAGE-15: a new list requests the first ten rows within its named window', () => {
    expect(listRequest(akrxAll, freshState)).toEqual({
      filters: {},
      window: { hours: 2 },
      sort: null,
      offset: 0,
      limit: 10,
    });
  });
  test('TIME-01: /akrx names a window of 24 hours', () => {
    expect(listRequest(akrx, freshState).window).toEqual({ hours: 24 });
  });
  test('PAGE-05: page 3 of 25 is offset 50', () => {
    expect(listRequest(akrxAll, state({ page: 2, size: 25 })).offset).toBe(50);
  });
  test('PAGE-04: another size returns to the first page', () => {
    expect(withSize(state({ page: 3 }), 25)).toMatchObject({ page: 0, size: 25 });
  });
  test('PAGE-06: SEARCH sets the first page and the typed filters, and offers All', () => {
    const next = search(akrxAll, state({ page: 3, size: 25 }), { tail: ' n163us ' });
    expect(next).toMatchObject({ page: 0, size: 25, isSearched: true, filters: { tail: 'n163us' } });
  });
  test('PAGE-07: RESET clears filters, returns to the first page of ten and turns the indicator off', () => {
    const before = state({ page: 3, size: 'all', isSearched: true, filters: { tail: 'A' }, hidden: ['alt'] });
    expect(reset(before)).toEqual({ ...freshState, hidden: ['alt'] });
  });
  test('PAGE-08 C22b: without a search, All in the address is ignored', () => {
    expect(read({ size: 'all' }).size).toBe(10);
    expect(read({ size: 'all', filter: 'on' }).size).toBe('all');
  });
  test('PAGE-14 C22: All requests without a limit and keeps its filters', () => {
    const request = listRequest(akrxAll, state({ size: 'all', page: 4, filters: { tail: 'A' }, isSearched: true }));
    expect(request).toMatchObject({ limit: null, offset: 0, filters: { tail: 'A' } });
  });
  test('PAGE-08: removing the last filter removes All', () => {
    const next = withoutFilter(akrxAll, state({ size: 'all', filters: { tail: 'A' }, isSearched: true }), ['tail']);
    expect(next).toMatchObject({ size: 10, isSearched: false, filters: {} });
  });
});

describe('the address bar', () => {
  test.each<Partial<ListState>>([
    {},
    { page: 4, size: 100 },
    { filters: { tail: 'N163US', freqMin: '131.5' }, isSearched: true, size: 'all' },
    { isSearched: true },
    { view: 'lines', lastHours: 24, isSearched: true },
    { sort: { key: 'tail', isDescending: true }, hidden: ['alt', 'lat'] },
    { filters: { acarsMessageDateTimeMin: '2026-02-01T23:58', text: 'a b&c=d' }, isSearched: true },
  ])('a written address is read back: %j', (part) => {
    expect(read(writeSearch(akrxAll, state(part), noSavedPreferences))).toEqual(state(part));
  });
  test('a fresh list leaves the address empty', () => {
    expect(writeSearch(akrxAll, freshState, noSavedPreferences)).toEqual({});
  });
  test('stored size and columns apply only on entry: a shared address means the same for everyone', () => {
    const stored = { size: 25, hidden: ['alt'], view: 'read' } as const;
    expect(readSearch(akrxAll, {}, stored).state).toMatchObject(stored);
    expect(readSearch(akrxAll, { utm: '1' }, stored).state).toMatchObject(stored);
    expect(readSearch(akrxAll, { tail: 'A' }, stored).state).toMatchObject({ size: 10, hidden: [], view: 'table' });
    expect(readSearch(akrxAll, writeSearch(akrxAll, freshState, stored), stored).state).toEqual(freshState);
  });
  test('filling the window is a size of its own: in the address, on entry, and gone after RESET', () => {
    const fit = { ...noSavedPreferences, size: 'fit' } as const;
    const filling = readSearch(akrxAll, {}, fit, 22).state;
    expect(filling).toMatchObject({ size: 22, isFit: true });
    expect(listRequest(akrxAll, withPage(filling, 2))).toMatchObject({ offset: 44, limit: 22 });
    expect(writeSearch(akrxAll, filling, fit)).toEqual({ size: 'fit' });
    expect(readSearch(akrxAll, { size: 'fit', tail: 'A' }, noSavedPreferences, 22).state).toMatchObject({ size: 22 });
    expect(withSize(filling, 25)).toMatchObject({ size: 25, isFit: false });
    expect(reset(filling)).toMatchObject({ size: 10, isFit: false });
  });
  test('hostile values never break it: invalid ones are skipped, and a filter is named', () => {
    const hostile = {
      page: '-3',
      size: '1e9',
      sort: '__proto__',
      hide: 'constructor,alt,alt,<script>',
      freqMin: 'NaN',
      tail: 'x'.repeat(2000),
      acarsMessageDateTimeMin: '2026-13-45',
      levelMin: '-12',
      errorMin: '-1',
      isOnground: 'maybe',
      label: { toString: 'no' },
      constructor: 'x',
    };
    const { state: got, ignored } = readSearch(akrxAll, hostile, noSavedPreferences);
    expect(got).toEqual(state({ filters: { levelMin: '-12' }, isSearched: true, hidden: ['alt'] }));
    // `constructor` is not a name of the list: it is reported like an unknown filter.
    expect([...ignored].sort()).toEqual([
      'acarsMessageDateTimeMin',
      'constructor',
      'errorMin',
      'freqMin',
      'isOnground',
      'tail',
    ]);
  });
  test('numbers, flags and repeated names of the router are read as their original texts', () => {
    expect(read({ tail: 123, end: true, flight: ['A', 'B'], page: 3 })).toMatchObject({
      filters: { tail: '123', end: 'true', flight: 'A' },
      page: 2,
    });
  });
});

describe('filters', () => {
  test('RAW-09 RAW-10: every filter of the contract has a line, the four of consensus on /akrxAll only', () => {
    const names = (list: typeof akrx): string[] => filterFields(list).flatMap((field) => [...field.names]);
    const declared = (list: typeof akrx): string[] =>
      list.endpoint.list.filters.flatMap((filter) => filter.params.map((param) => param.name));
    expect(names(akrxAll).sort()).toEqual(declared(akrxAll).sort());
    expect(names(akrx).sort()).toEqual(declared(akrx).sort());
    expect(
      names(akrxAll)
        .filter((name) => !names(akrx).includes(name))
        .sort(),
    ).toEqual(['aggregatedText', 'aggregationStatus', 'consensusResult', 'consensusStatus']);
  });
  test('ERR-10 TIME-08 C33: an incomplete date and time is reported with the arrow, complete ones are sent in filter format', () => {
    const from = 'acarsMessageDateTimeMin';
    for (const text of ['2026', '2026-02-01', '2026-02-01 23', '2026-02-01T23:', 'x'])
      expect(draftProblems(akrxAll, {}, { [from]: text })).toEqual({
        [from]: 'Please enter complete date & time or use DatePicker ↑',
      });
    const sent = (text: string): string | undefined => search(akrxAll, freshState, { [from]: text }).filters[from];
    expect(sent('2026-02-01 23:58')).toBe('2026-02-01T23:58');
    expect(sent('2026-02-01T23:58')).toBe('2026-02-01T23:58');
    expect(sent('2026-02-01 23:58:09')).toBe('2026-02-01 23:58:09');
  });
  test('C34 PAGE-16: a negative value is sent if the quantity is signed, otherwise refused', () => {
    expect(draftProblems(akrxAll, {}, { latMin: '-33.9', levelMax: '-5' })).toEqual({});
    expect(Object.keys(draftProblems(akrxAll, {}, { altMin: '-1', channel: '-1' })).sort()).toEqual([
      'altMin',
      'channel',
    ]);
  });
  test('a minimum above the maximum is reported at the maximum, for numbers and times', () => {
    expect(draftProblems(akrxAll, { freqMin: '131' }, { freqMax: '130' })).toHaveProperty('freqMax');
    expect(
      draftProblems(
        akrxAll,
        {},
        { acarsMessageDateTimeMin: '2026-02-02T00:00', acarsMessageDateTimeMax: '2026-02-01T00:00' },
      ),
    ).toHaveProperty('acarsMessageDateTimeMax');
  });
  test('not applied yet: fields whose sent value differs from the applied one', () => {
    expect(
      notApplied(akrxAll, { tail: 'A', label: 'H1' }, { tail: ' A ', label: '', flight: 'X', text: '  ' }),
    ).toEqual({
      label: '',
      flight: 'X',
    });
  });
  test('C80: free text is sent with its spaces, a code without', () => {
    expect(search(akrxAll, freshState, { text: ' POS ', tail: ' A ' }).filters).toEqual({ text: ' POS ', tail: 'A' });
  });
  test('TIME-06: a From or To replaces the named window', () => {
    expect(listRequest(akrxAll, state({ filters: { acarsMessageDateTimeMax: '2026-02-01T00:00' } })).window).toBeNull();
    expect(listRequest(akrxAll, state({ filters: { tail: 'A' } })).window).toEqual({ hours: 2 });
  });
  test('a chip shows both ends, the unit and a true minus', () => {
    const level = filterFields(akrxAll).find((field) => field.id === 'level');
    if (!level) throw new Error('no level');
    expect(filterText(level, { levelMin: '-30', levelMax: '-5' })).toBe('−30 to −5 dB');
    expect(filterText(level, { levelMin: '-30' })).toBe('−30 dB or more');
    expect(filterText(level, { levelMax: '0' })).toBe('0 dB or less');
    expect(filterText(level, {})).toBe('');
  });
  test('the names of the machine are no filter’s names', () => {
    for (const name of ['page', 'size', 'sort', 'hide', 'filter'])
      expect(filterParamsOf(akrxAll).has(name)).toBe(false);
  });
});

test('RAW-05 C21: the page is sorted by value, missing values last in both directions', () => {
  const rows = [{ level: -9 }, { level: null }, { level: -30 }, { level: 2 }];
  const sorted = (isDescending: boolean): unknown[] =>
    sortRows(akrxAll, rows, { key: 'level', isDescending }).map((row) => row.level);
  expect(sorted(false)).toEqual([-30, -9, 2, null]);
  expect(sorted(true)).toEqual([2, -9, -30, null]);
  expect(sortRows(akrxAll, rows, null)).toBe(rows);
});

test('an invalid page number is clamped', () => {
  expect(withPage(freshState, -1).page).toBe(0);
  expect(read({ page: '99999999999' }).page).toBe(0);
});
