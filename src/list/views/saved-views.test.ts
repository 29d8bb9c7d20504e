import { expect, test } from 'vitest';
import akrx from '../../screens/acars/akrx.list.ts';
import akrxAll from '../../screens/acars/akrx-all.list.ts';
import { readSearch } from '../state/list-address.ts';
import { freshState, type ListState } from '../state/list-state.ts';
import { noSavedPreferences } from '../state/saved-preferences.ts';
import { maxViews, readViews, type SavedView, stateOfView, viewSearch, viewSummary, withView } from './saved-views.ts';

const plain = { widths: {}, isTextWide: false };
const view = (name: string, search: SavedView['search'] = { label: 'H1' }): SavedView => ({
  list: 'akrxAll',
  name,
  search,
});

test('a link contains filters, range, columns, widths, order and view, and means the same for any user', () => {
  const state: ListState = {
    ...freshState,
    filters: { label: 'H1', text: '#CFB' },
    isSearched: true,
    lastHours: 24,
    page: 3,
    sort: { key: 'tail', isDescending: true },
    hidden: ['alt'],
    view: 'lines',
  };
  const widths = { widths: { tail: 120 }, isTextWide: true };
  const search = viewSearch(akrxAll, state, widths);
  expect(search).toEqual({
    label: 'H1',
    text: '#CFB',
    last: '24',
    sort: '-tail',
    hide: 'alt',
    view: 'lines',
    widths: 'tail.120,text.wide',
  });
  const other = { ...noSavedPreferences, size: 100, hidden: ['tail'], view: 'read' } as const;
  expect(readSearch(akrxAll, search, other)).toEqual({ state: { ...state, page: 0, widths }, ignored: [] });
  expect(viewSummary(akrxAll, view('x', search))).toBe('Text #CFB, Label H1, last 24\u00a0h');
});

test('the default view is a view too: the reader gets it, not the own columns', () => {
  const search = viewSearch(akrxAll, freshState, plain);
  const other = { ...noSavedPreferences, hidden: ['tail'], view: 'read' } as const;
  expect(readSearch(akrxAll, search, other).state).toEqual(freshState);
});

test('what the reader’s list does not have is reported, not dropped silently', () => {
  const search = { consensusStatus: 'agreed', label: 'H1', widths: 'nonsense.4,tail.9999' };
  const { state, ignored } = readSearch(akrx, search, noSavedPreferences);
  expect(ignored).toEqual(['consensusStatus']);
  expect(state.widths).toEqual({ widths: { tail: 1120 }, isTextWide: false });
});

test('a name is saved once per list, up to 30 views', () => {
  const one = withView([], view('A')) ?? [];
  expect(withView(one, view('A', { label: 'Q0' }))).toEqual([view('A', { label: 'Q0' })]);
  expect(withView(one, { ...view('A'), list: 'akrx' })).toHaveLength(2);
  const full = Array.from({ length: maxViews }, (_, at) => view(`${at}`));
  expect(withView(full, view('one more'))).toBeNull();
  expect(withView(full, view('7'))).toHaveLength(maxViews);
});

test('stored views are validated when read', () => {
  expect(readViews(null)).toEqual([]);
  expect(
    readViews([
      null,
      3,
      { list: 'a' },
      { list: 'a', name: ' ', search: {} },
      { list: 'a', name: 'n', search: { x: 1, y: 'z' } },
    ]),
  ).toEqual([{ list: 'a', name: 'n', search: { y: 'z' } }]);
  expect(stateOfView(akrxAll, view('x', { size: 'fit' }), 20)).toMatchObject({ size: 20, isFit: true });
});
