import { describe, expect, test } from 'vitest';
import { akrx } from '../screens/acars/akrx.list.ts';
import { akrxAll } from '../screens/acars/akrx-all.list.ts';
import { filterParamsOf } from './filter-text.ts';
import { filterFields, filterText } from './filter-words.ts';
import { nothingKept } from './kept-preferences.ts';
import { sortRows } from './list-sort.ts';
import {
  draftProblems,
  freshState,
  type ListState,
  listRequest,
  notApplied,
  readSearch,
  reset,
  search,
  withoutFilter,
  withPage,
  withSize,
  writeSearch,
} from './list-state.ts';

const read = (query: Record<string, unknown>): ListState => readSearch(akrxAll, query, nothingKept).state;
const state = (part: Partial<ListState>): ListState => ({ ...freshState, ...part });

describe('paging', () => {
  test('PAGE-01 PAGE-15: a fresh list asks for ten rows from the first on, within its named window', () => {
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
  test('PAGE-04: another size goes to the first page', () => {
    expect(withSize(state({ page: 3 }), 25)).toMatchObject({ page: 0, size: 25 });
  });
  test('PAGE-06: SEARCH sets the first page and the typed filters, and offers All', () => {
    const next = search(akrxAll, state({ page: 3, size: 25 }), { tail: ' n163us ' });
    expect(next).toMatchObject({ page: 0, size: 25, isSearched: true, filters: { tail: 'n163us' } });
  });
  test('PAGE-07: RESET clears filters, goes to the first page of ten, indicator off', () => {
    const before = state({ page: 3, size: 'all', isSearched: true, filters: { tail: 'A' }, hidden: ['alt'] });
    expect(reset(before)).toEqual({ ...freshState, hidden: ['alt'] });
  });
  test('PAGE-08 C22b: without a search, All in the address counts for nothing', () => {
    expect(read({ size: 'all' }).size).toBe(10);
    expect(read({ size: 'all', filter: 'on' }).size).toBe('all');
  });
  test('PAGE-14 C22: All asks without a limit, its filters stay', () => {
    const request = listRequest(akrxAll, state({ size: 'all', page: 4, filters: { tail: 'A' }, isSearched: true }));
    expect(request).toMatchObject({ limit: null, offset: 0, filters: { tail: 'A' } });
  });
  test('PAGE-08: taking the last filter away takes All away', () => {
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
    { sort: { key: 'tail', isDescending: true }, hidden: ['alt', 'lat'] },
    { filters: { acarsMessageDateTimeMin: '2026-02-01T23:58', text: 'a b&c=d' }, isSearched: true },
  ])('what is written is read back: %j', (part) => {
    expect(read(writeSearch(akrxAll, state(part), nothingKept))).toEqual(state(part));
  });
  test('a fresh list leaves the address bare', () => {
    expect(writeSearch(akrxAll, freshState, nothingKept)).toEqual({});
  });
  test('kept size and columns count at an entry only: a shared address means the same for everybody', () => {
    const kept = { size: 25, hidden: ['alt'] } as const;
    expect(readSearch(akrxAll, {}, kept).state).toMatchObject(kept);
    expect(readSearch(akrxAll, { utm: '1' }, kept).state).toMatchObject(kept);
    expect(readSearch(akrxAll, { tail: 'A' }, kept).state).toMatchObject({ size: 10, hidden: [] });
    expect(readSearch(akrxAll, writeSearch(akrxAll, freshState, kept), kept).state).toEqual(freshState);
  });
  test('hostile values never break it: what means nothing is left out, a filter is named', () => {
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
    const { state: got, ignored } = readSearch(akrxAll, hostile, nothingKept);
    expect(got).toEqual(state({ filters: { levelMin: '-12' }, isSearched: true, hidden: ['alt'] }));
    // `constructor` is no name of the list: it is told like a filter that means nothing.
    expect([...ignored].sort()).toEqual([
      'acarsMessageDateTimeMin',
      'constructor',
      'errorMin',
      'freqMin',
      'isOnground',
      'tail',
    ]);
  });
  test('numbers, flags and repeated names of the router are read as the texts that they were', () => {
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
  test('ERR-10 TIME-08 C33: an incomplete date and time is told with the arrow, complete ones travel in the filter form', () => {
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
  test('C34 PAGE-16: a negative is sent where the quantity is signed, refused elsewhere', () => {
    expect(draftProblems(akrxAll, {}, { latMin: '-33.9', levelMax: '-5' })).toEqual({});
    expect(Object.keys(draftProblems(akrxAll, {}, { altMin: '-1', channel: '-1' })).sort()).toEqual([
      'altMin',
      'channel',
    ]);
  });
  test('an end above the other is told at the upper one, for numbers and instants', () => {
    expect(draftProblems(akrxAll, { freqMin: '131' }, { freqMax: '130' })).toHaveProperty('freqMax');
    expect(
      draftProblems(
        akrxAll,
        {},
        { acarsMessageDateTimeMin: '2026-02-02T00:00', acarsMessageDateTimeMax: '2026-02-01T00:00' },
      ),
    ).toHaveProperty('acarsMessageDateTimeMax');
  });
  test('typed but not applied: what differs from the applied texts once it travels', () => {
    expect(
      notApplied(akrxAll, { tail: 'A', label: 'H1' }, { tail: ' A ', label: '', flight: 'X', text: '  ' }),
    ).toEqual({
      label: '',
      flight: 'X',
    });
  });
  test('C80: free text travels with its spaces, a code without', () => {
    expect(search(akrxAll, freshState, { text: ' POS ', tail: ' A ' }).filters).toEqual({ text: ' POS ', tail: 'A' });
  });
  test('TIME-06: an own From or To takes the place of the named window', () => {
    expect(listRequest(akrxAll, state({ filters: { acarsMessageDateTimeMax: '2026-02-01T00:00' } })).window).toBeNull();
    expect(listRequest(akrxAll, state({ filters: { tail: 'A' } })).window).toEqual({ hours: 2 });
  });
  test('a chip says both ends, the unit and the true minus', () => {
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

test('RAW-05 C21: the page is sorted by value, rows without one come last both ways', () => {
  const rows = [{ level: -9 }, { level: null }, { level: -30 }, { level: 2 }];
  const sorted = (isDescending: boolean): unknown[] =>
    sortRows(akrxAll, rows, { key: 'level', isDescending }).map((row) => row.level);
  expect(sorted(false)).toEqual([-30, -9, 2, null]);
  expect(sorted(true)).toEqual([2, -9, -30, null]);
  expect(sortRows(akrxAll, rows, null)).toBe(rows);
});

test('a page below the first or beyond reason is brought back into bounds', () => {
  expect(withPage(freshState, -1).page).toBe(0);
  expect(read({ page: '99999999999' }).page).toBe(0);
});
