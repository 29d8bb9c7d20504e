import { describe, expect, test } from 'vitest';
import aircraft from '../screens/reference/aircraft.list.ts';
import aircraftOfAirline from '../screens/reference/aircraft-of-airline.list.ts';
import airlines from '../screens/reference/airlines.list.ts';
import type { ListDefinition } from './define-list.ts';
import { sheetOf, valueIn } from './export/sheet.ts';
import { filterFields, filterText } from './filter/filter-fields.ts';
import { hasNext, type Paging, rangeText, totalText } from './page/paging.ts';
import { readSearch } from './state/list-address.ts';
import { sortRows, withSort } from './state/list-sort.ts';
import { draftProblems, freshState, listRequest } from './state/list-state.ts';
import { noSavedPreferences } from './state/saved-preferences.ts';
import { columnsWithoutPlace } from './table/few-columns.ts';

const withoutTotal: ListDefinition = { ...airlines, paging: { ...airlines.paging, total: 'unknown' } };
const pager = (list: ListDefinition, page: number, count: number, rowsShown = 10): Paging => ({
  list,
  state: { ...freshState, page },
  count,
  isCountExact: true,
  isIncomplete: false,
  rowsShown,
  isJoined: false,
});

describe('REF-19 C40: a known count that is not shown', () => {
  test('more than the last row of the page, with more to follow', () => {
    expect(rangeText(pager(withoutTotal, 0, 9775))).toBe('1-10 of more than 10');
    expect(rangeText(pager(withoutTotal, 4, 9775))).toBe('41-50 of more than 50');
    expect(totalText(pager(withoutTotal, 4, 9775))).toBe('more than 50');
  });
  test('the last page shows the number, and has no next page', () => {
    expect(rangeText(pager(withoutTotal, 1, 15, 5))).toBe('11-15 of 15');
    expect(rangeText(pager(withoutTotal, 0, 10))).toBe('1-10 of 10');
    expect(hasNext(pager(withoutTotal, 0, 10))).toBe(false);
    expect(rangeText({ ...pager(withoutTotal, 0, 9775, 9775), state: { ...freshState, size: 'all' } })).toBe(
      '1-9,775 of 9,775',
    );
    expect(rangeText(pager(withoutTotal, 0, 0, 0))).toBe('0');
  });
  test('All requests without a limit there, elsewhere up to the count', () => {
    const all = { ...freshState, size: 'all', isSearched: true } as const;
    expect(listRequest(withoutTotal, all)).toMatchObject({ limit: null, isTotalUnknown: true });
    expect(listRequest(airlines, all)).not.toHaveProperty('isTotalUnknown');
  });
  test('other lists show it', () => {
    expect(rangeText(pager(airlines, 0, 6161))).toBe('1 to 10 of 6,161');
  });
});

test('an object is exported as its visible part', () => {
  const [airline] = sheetOf(aircraft).columns.filter(({ key }) => key === 'airline');
  if (!airline) throw new Error('no column');
  expect(valueIn(airline, { airline: { airlineName: 'Tarom', fleet: 7 } })).toBe('Tarom');
  expect(valueIn(airline, { airline: null })).toBeNull();
});

describe('REF-04 C21 C103: who sorts', () => {
  const byFleet = { key: 'fleet', isDescending: true };
  test('the server where its call has flags: the first page again', () => {
    const sorted = withSort(airlines, { ...freshState, page: 7 }, byFleet);
    expect(sorted).toMatchObject({ page: 0, sort: byFleet });
    expect(listRequest(airlines, sorted)).toMatchObject({ sort: byFleet, offset: 0 });
    expect(withSort(airlines, { ...sorted, page: 3 }, null).page).toBe(0);
    expect(readSearch(airlines, { sort: '-fleet', page: '3' }, noSavedPreferences).state).toMatchObject({
      sort: byFleet,
      page: 2,
    });
    const rows = [{ fleet: 1 }, { fleet: 9 }];
    expect(sortRows(airlines, rows, byFleet)).toBe(rows);
  });
  test('the page for a missing one; airlines sort by name, missing names last', () => {
    const byAirline = { key: 'airline', isDescending: false };
    const sorted = withSort(aircraftOfAirline, { ...freshState, page: 7 }, byAirline);
    expect(sorted.page).toBe(7);
    expect(listRequest(aircraftOfAirline, sorted).sort).toBeNull();
    const named = (airlineName: string) => ({ airline: { airlineName } });
    const rows = [{ airline: null }, named('Tarom'), named('Blue Air')];
    expect(sortRows(aircraftOfAirline, rows, byAirline)).toEqual([rows[2], rows[1], rows[0]]);
  });
});

describe('REF-06: days from and to', () => {
  const days = { minManufactureDate: '2004-03-07', maxManufactureDate: '2010-01-01' };
  test('one line of the panel for both; as a chip in words', () => {
    const field = filterFields(aircraft).find(({ label }) => label === 'Manufactured');
    expect(field?.names).toEqual(['minManufactureDate', 'maxManufactureDate']);
    const text = (texts: Record<string, string>) => field && filterText(field, texts);
    expect(text(days)).toBe('7 Mar 2004 to 1 Jan 2010');
    expect(text({ minManufactureDate: '2004-03-07' })).toBe('7 Mar 2004 or later');
    expect(text({ maxManufactureDate: '2010-01-01' })).toBe('1 Jan 2010 or earlier');
    expect(text({})).toBe('');
  });
  test('a To before From and an invalid day cannot be searched', () => {
    const problems = (draft: Record<string, string>) => draftProblems(aircraft, {}, draft);
    expect(problems(days)).toEqual({});
    expect(problems({ ...days, maxManufactureDate: '2004-03-06' })).toEqual({
      maxManufactureDate: 'To is before From.',
    });
    expect(problems({ minManufactureDate: '2004-02-30' })).toEqual({
      minManufactureDate: 'Enter a date such as 2026-02-01.',
    });
  });
});

test.each([airlines, aircraft, aircraftOfAirline])(
  'REF-18 PAGE-12: $name has pages of 10, 25, 50, 100 and all, ten at first',
  (list) => {
    expect(list.paging.sizes).toEqual([10, 25, 50, 100]);
    expect(readSearch(list, {}, noSavedPreferences).state.size).toBe(10);
  },
);

test('REF-01 RESP-02: visible columns without space in the table', () => {
  expect(columnsWithoutPlace(airlines, [], 2)).toEqual(['icao', 'fleet']);
  expect(columnsWithoutPlace(airlines, ['iata'], 2)).toEqual(['fleet']);
  expect(columnsWithoutPlace(airlines, [], 8)).toEqual([]);
  expect(columnsWithoutPlace(airlines, [], null)).toEqual([]);
});
