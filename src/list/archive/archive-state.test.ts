import { expect, test } from 'vitest';
import akrxAll from '../../screens/acars/akrx-all.list.ts';
import airports from '../../screens/reference/airports.list.ts';
import { readSearch, writeSearch } from '../list-address.ts';
import { canReadArchive, freshState, listRequest, reset, search, searchLast, withoutFilter } from '../list-state.ts';
import { noSavedPreferences } from '../saved-preferences.ts';

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
