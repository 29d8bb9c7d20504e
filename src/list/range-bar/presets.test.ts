import { expect, test } from 'vitest';
import akrxAll from '../../screens/acars/akrx-all.list.ts';
import perAircraft from '../../screens/acars/per-aircraft.list.ts';
import airports from '../../screens/reference/airports.list.ts';
import { readSearch, writeSearch } from '../state/list-address.ts';
import { freshState, listRequest, reset, search, searchLast } from '../state/list-state.ts';
import { noSavedPreferences } from '../state/saved-preferences.ts';
import { currentPreset, presetsOf } from './presets.ts';

const min = 'acarsMessageDateTimeMin';

test('each list offers the usual ranges and marks its own window', () => {
  expect(presetsOf(akrxAll).map(({ label, isOwn }) => `${label}${isOwn ? '*' : ''}`)).toEqual([
    '2\u00a0h*',
    '24\u00a0h',
    '3\u00a0d',
    '7\u00a0d',
  ]);
  expect(presetsOf(perAircraft).at(-1)).toEqual({ hours: 360, label: '15\u00a0d', isOwn: true });
  expect(presetsOf(airports)).toEqual([]);
  expect(currentPreset(akrxAll, freshState)?.label).toBe('2\u00a0h');
});

test('a preset presses SEARCH: a moving range that the address names, without From and To', () => {
  const before = { ...freshState, page: 3, filters: { [min]: '2026-02-01T00:00', tail: 'A' }, isSearched: true };
  const day = searchLast(akrxAll, before, { label: 'H1' }, 24);
  expect(day).toMatchObject({ filters: { tail: 'A', label: 'H1' }, lastHours: 24, isSearched: true, page: 0 });
  expect(listRequest(akrxAll, day).window).toEqual({ hours: 24 });
  const address = writeSearch(akrxAll, day, noSavedPreferences);
  expect(address.last).toBe('24');
  expect(readSearch(akrxAll, address, noSavedPreferences)).toEqual({ state: day, ignored: [] });
  expect(currentPreset(akrxAll, day)?.label).toBe('24\u00a0h');
});

test('RESET, the own window, and From or To end a moving range', () => {
  const day = searchLast(akrxAll, freshState, {}, 24);
  expect(reset(day)).toEqual(freshState);
  expect(searchLast(akrxAll, day, {}, 2)).toEqual(freshState);
  expect(search(akrxAll, day, { [min]: '2026-02-01T00:00' }).lastHours).toBeNull();
  expect(search(akrxAll, day, { tail: 'A' }).lastHours).toBe(24);
});

test('an invalid range in the address is the own window', () => {
  for (const last of ['0', '-1', '2.5', 'x', '99999', '2'])
    expect(readSearch(akrxAll, { last }, noSavedPreferences).state.lastHours, last).toBeNull();
  expect(readSearch(airports, { last: '24' }, noSavedPreferences).state.lastHours).toBeNull();
});
