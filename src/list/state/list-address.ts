/** A list state in the address and back. Any address gives a valid state. Pure. */

import type { Sort } from '../../../contract/order.ts';
import {
  clampWidth,
  defaultPageSize,
  type ListDefinition,
  type PageSize,
  type ViewName,
  viewsOf,
} from '../define-list.ts';
import { filterParamsOf, textProblem, wireText } from './filter-text.ts';
import {
  canReadArchive,
  freshState,
  hasOwnWindow,
  type ListState,
  maxPage,
  type StoredState,
  type ViewWidths,
} from './list-state.ts';

// ---- Widths of columns as text, for the address of a saved view: `tail.120,text.wide`. Pure.

const wide = 'text.wide';

/** null = the address has none. Invalid parts are dropped. */
function readWidths(list: ListDefinition, text: string | null): ViewWidths | null {
  if (text === null) return null;
  const widths: Record<string, number> = {};
  const parts = text.split(',');
  for (const part of parts) {
    const [key = '', width = ''] = part.split('.');
    if (/^\d{1,4}$/.test(width) && list.columns.some((column) => column.key === key))
      widths[key] = clampWidth(Number(width));
  }
  return { widths, isTextWide: parts.includes(wide) };
}

const writeWidths = ({ widths, isTextWide }: ViewWidths): string =>
  [...Object.entries(widths).map(([key, width]) => `${key}.${width}`), ...(isTextWide ? [wide] : [])].join(',');

export type Search = Readonly<Record<string, unknown>>;

/** Address parameters besides the filters. `open` = key of the message that fills a phone (ReadView.tsx), which is no state of the list. */
export const stateNames = [
  'page',
  'size',
  'sort',
  'hide',
  'filter',
  'last',
  'archive',
  'view',
  'widths',
  'open',
] as const;

/** Text of a search value: the router reads `tail=123` as a number, and a repeated name as an array (the first counts). */
function searchText(search: Search, name: string): string | null {
  if (!Object.hasOwn(search, name)) return null;
  const found = search[name];
  const value: unknown = Array.isArray(found) ? found[0] : found;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

function readSize(list: ListDefinition, text: string | null, isAllOffered: boolean): PageSize | null {
  if (text === 'all' && isAllOffered) return 'all';
  const size = Number(text);
  return text !== null && list.paging.sizes.includes(size) ? size : null;
}

/** Longer ranges are typed as From and To. */
const maxLastHours = 31 * 24;
/** The own window is named by no parameter. */
function readLast(list: ListDefinition, text: string | null): number | null {
  const hours = Number(text);
  const isRange = Number.isInteger(hours) && hours >= 1 && hours <= maxLastHours;
  return list.window && isRange && hours !== list.window.hours ? hours : null;
}

function readSort(list: ListDefinition, text: string | null): Sort | null {
  if (!text) return null;
  const isDescending = text.startsWith('-');
  const key = isDescending ? text.slice(1) : text;
  return list.columns.some((column) => column.key === key) ? { key, isDescending } : null;
}

/** Any value as a view of this list. */
export const readView = (list: ListDefinition, text: unknown): ViewName =>
  viewsOf(list).find((name) => name === text) ?? 'table';

/** Page size in use for a selected one. */
const sized = (size: PageSize | 'fit', fitRows: number | null): Pick<ListState, 'size' | 'isFit'> =>
  size === 'fit' ? { size: fitRows ?? defaultPageSize, isFit: true } : { size, isFit: false };

export function readHidden(list: ListDefinition, keys: readonly string[]): readonly string[] {
  return list.columns.map((column) => column.key).filter((key) => keys.includes(key));
}

/** Parameter names of a list. */
const isStateName = (list: ListDefinition, name: string): boolean =>
  (stateNames as readonly string[]).includes(name) || filterParamsOf(list).has(name);

/**
 * State of an address. Invalid parts are dropped. Invalid filters and unknown names are listed in `ignored`.
 * An address without any of our names is an entry, which uses the stored page size and columns.
 * `fitRows` = rows that fill the window. null = not measured yet.
 */
export function readSearch(
  list: ListDefinition,
  search: Search,
  stored: StoredState,
  fitRows: number | null = null,
): { readonly state: ListState; readonly ignored: readonly string[] } {
  const ignored = Object.keys(search).filter((name) => !isStateName(list, name));
  if (ignored.length === Object.keys(search).length)
    return {
      state: { ...freshState, ...sized(stored.size, fitRows), hidden: stored.hidden, view: stored.view },
      ignored,
    };
  const filters: Record<string, string> = {};
  for (const name of filterParamsOf(list).keys()) {
    const text = searchText(search, name);
    if (text === null || text.trim() === '') continue;
    if (textProblem(list, name, text)) ignored.push(name);
    else filters[name] = wireText(list, name, text);
  }
  const lastHours = hasOwnWindow(list, filters) ? null : readLast(list, searchText(search, 'last'));
  const isSearched = Object.keys(filters).length > 0 || lastHours !== null || searchText(search, 'filter') === 'on';
  const page = Number(searchText(search, 'page') ?? 1);
  const sizeText = searchText(search, 'size');
  const size = sizeText === 'fit' ? 'fit' : readSize(list, sizeText, list.paging.all === 'always' || isSearched);
  return {
    state: {
      filters,
      isSearched,
      lastHours,
      isArchived: hasOwnWindow(list, filters) && canReadArchive(list) && searchText(search, 'archive') === 'on',
      page: Number.isInteger(page) && page >= 1 && page <= maxPage && size !== 'all' ? page - 1 : 0,
      ...sized(size ?? defaultPageSize, fitRows),
      sort: readSort(list, searchText(search, 'sort')),
      hidden: readHidden(list, (searchText(search, 'hide') ?? '').split(',')),
      view: readView(list, searchText(search, 'view')),
      widths: readWidths(list, searchText(search, 'widths')),
    },
    ignored,
  };
}

/** Address of a state without defaults. Reading it returns the same state for any user. */
export function writeSearch(list: ListDefinition, state: ListState, stored: StoredState): Record<string, string> {
  const search: Record<string, string> = { ...state.filters };
  if (state.lastHours !== null) search.last = String(state.lastHours);
  if (state.isArchived) search.archive = 'on';
  if (state.isSearched && Object.keys(search).length === 0) search.filter = 'on';
  if (state.page > 0) search.page = String(state.page + 1);
  if (state.isFit || state.size !== defaultPageSize) search.size = state.isFit ? 'fit' : String(state.size);
  if (state.sort) search.sort = `${state.sort.isDescending ? '-' : ''}${state.sort.key}`;
  if (state.hidden.length > 0) search.hide = readHidden(list, state.hidden).join(',');
  if (state.view !== 'table') search.view = state.view;
  if (state.widths !== null) search.widths = writeWidths(state.widths);
  const areDefaultsStored = stored.size === defaultPageSize && stored.hidden.length === 0 && stored.view === 'table';
  if (Object.keys(search).length === 0 && !areDefaultsStored) search.size = String(defaultPageSize);
  return search;
}
