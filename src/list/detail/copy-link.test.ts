import { expect, test } from 'vitest';
import akrxAll from '../../screens/acars/akrx-all.list.ts';
import airports from '../../screens/reference/airports.list.ts';
import { cursorIndex } from '../reading/use-row-cursor.ts';
import { readSearch } from '../state/list-address.ts';
import { noSavedPreferences } from '../state/saved-preferences.ts';
import { rowSearch } from './copy-link.ts';

test('the link to a row contains its minute and what names it, and is an address of the list', () => {
  const row = { acarsDateTime: '2026-11-22T17:18:04.809Z', tail: 'YR-AGS', flight: '', text: 'POS', label: 'H1' };
  const search = rowSearch(akrxAll, row);
  expect(search).toEqual({
    acarsMessageDateTimeMin: '2026-11-22T17:18',
    acarsMessageDateTimeMax: '2026-11-22T17:19',
    tail: 'YR-AGS',
  });
  expect(readSearch(akrxAll, search ?? {}, noSavedPreferences)).toMatchObject({
    state: { filters: search, isSearched: true },
    ignored: [],
  });
  expect(rowSearch(akrxAll, { acarsDateTime: 'never', tail: null })).toBeNull();
  expect(rowSearch(airports, {})).toBeNull();
});

test('a selected row stays selected by its key, else the end of the page from which it was entered', () => {
  expect(cursorIndex(['a', 'b', 'c'], { key: 'c', isFromEnd: false })).toBe(2);
  expect(cursorIndex(['a', 'b'], { key: 'c', isFromEnd: false })).toBe(0);
  expect(cursorIndex(['a', 'b'], { key: null, isFromEnd: true })).toBe(1);
});
