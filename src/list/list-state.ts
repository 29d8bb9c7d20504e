/**
 * The state of a list: the address bar's search and back, what is typed against what is applied, SEARCH, RESET, paging. Pure.
 * Must not: touch React, storage or the clock. Whatever the address bar holds, a valid state comes out.
 */
import { type Filter, paramOf } from '../../contract/filters.ts';
import type { Sort } from '../../contract/order.ts';
import { defaultPageSize, type ListDefinition, type PageSize } from './define-list.ts';
import { type FilterTexts, filterParamsOf, textProblem, wireText } from './filter-text.ts';
import { serverSort } from './list-sort.ts';

export type ListState = {
  /** As applied. */
  readonly filters: FilterTexts;
  /** A SEARCH was pressed since the last RESET: FILTER ON, and All is offered. */
  readonly isSearched: boolean;
  /** 0 for the first. */
  readonly page: number;
  readonly size: PageSize;
  /** By the server where the call has flags for it (REF-04, C42), else of the loaded page (C21); null = as the server sent it. */
  readonly sort: Sort | null;
  readonly hidden: readonly string[];
};
/** What a person keeps from visit to visit. */
export type KeptState = Pick<ListState, 'size' | 'hidden'>;
export type Search = Readonly<Record<string, unknown>>;

/** The names that the machine needs in the address bar beside the filters' own. */
export const stateNames = ['page', 'size', 'sort', 'hide', 'filter'] as const;
const maxPage = 1_000_000;

export const freshState: ListState = {
  filters: {},
  isSearched: false,
  page: 0,
  size: defaultPageSize,
  sort: null,
  hidden: [],
};

// ---- address bar

/** The text of a search value: the router reads `tail=123` as a number, and a repeated name as an array (the first counts). */
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

function readSort(list: ListDefinition, text: string | null): Sort | null {
  if (!text) return null;
  const isDescending = text.startsWith('-');
  const key = isDescending ? text.slice(1) : text;
  return list.columns.some((column) => column.key === key) ? { key, isDescending } : null;
}

export function readHidden(list: ListDefinition, keys: readonly string[]): readonly string[] {
  return list.columns.map((column) => column.key).filter((key) => keys.includes(key));
}

/** Search names that a list understands. */
const isStateName = (list: ListDefinition, name: string): boolean =>
  (stateNames as readonly string[]).includes(name) || filterParamsOf(list).has(name);

/**
 * The state that an address means. What cannot be understood is left out; a filter, or a name that is none of ours, is named in `ignored`.
 * An address without any of our names is an entry: there the person's kept size and columns count.
 */
export function readSearch(
  list: ListDefinition,
  search: Search,
  kept: KeptState,
): { readonly state: ListState; readonly ignored: readonly string[] } {
  const ignored = Object.keys(search).filter((name) => !isStateName(list, name));
  if (ignored.length === Object.keys(search).length)
    return { state: { ...freshState, size: kept.size, hidden: kept.hidden }, ignored };
  const filters: Record<string, string> = {};
  for (const name of filterParamsOf(list).keys()) {
    const text = searchText(search, name);
    if (text === null || text.trim() === '') continue;
    if (textProblem(list, name, text)) ignored.push(name);
    else filters[name] = wireText(list, name, text);
  }
  const isSearched = Object.keys(filters).length > 0 || searchText(search, 'filter') === 'on';
  const page = Number(searchText(search, 'page') ?? 1);
  const size = readSize(list, searchText(search, 'size'), list.paging.all === 'always' || isSearched);
  return {
    state: {
      filters,
      isSearched,
      page: Number.isInteger(page) && page >= 1 && page <= maxPage && size !== 'all' ? page - 1 : 0,
      size: size ?? defaultPageSize,
      sort: readSort(list, searchText(search, 'sort')),
      hidden: readHidden(list, (searchText(search, 'hide') ?? '').split(',')),
    },
    ignored,
  };
}

/** The address of a state, its usual parts left out. Reading it back gives the same state, whoever reads it. */
export function writeSearch(list: ListDefinition, state: ListState, kept: KeptState): Record<string, string> {
  const search: Record<string, string> = { ...state.filters };
  if (state.isSearched && Object.keys(search).length === 0) search.filter = 'on';
  if (state.page > 0) search.page = String(state.page + 1);
  if (state.size !== defaultPageSize) search.size = String(state.size);
  if (state.sort) search.sort = `${state.sort.isDescending ? '-' : ''}${state.sort.key}`;
  if (state.hidden.length > 0) search.hide = readHidden(list, state.hidden).join(',');
  const readsAsKept = kept.size === defaultPageSize && kept.hidden.length === 0;
  if (Object.keys(search).length === 0 && !readsAsKept) search.size = String(defaultPageSize);
  return search;
}

// ---- what a person does

/** Typed texts that differ from what is applied, as they would travel. '' = the applied one would go. */
export function notApplied(list: ListDefinition, applied: FilterTexts, draft: FilterTexts): FilterTexts {
  const open: Record<string, string> = {};
  for (const name of filterParamsOf(list).keys()) {
    const text = draft[name];
    if (text === undefined) continue;
    const wire = wireText(list, name, text);
    if (wire !== (applied[name] ?? '')) open[name] = wire;
  }
  return open;
}

/** Why SEARCH cannot go: wire parameter -> sentence. Empty = it can. */
export function draftProblems(list: ListDefinition, applied: FilterTexts, draft: FilterTexts): FilterTexts {
  const problems: Record<string, string> = {};
  const all = { ...applied, ...draft };
  for (const [name, { filter, param }] of filterParamsOf(list)) {
    const problem = textProblem(list, name, all[name] ?? '');
    if (problem) problems[name] = problem.sentence;
    else if (param.op === 'max' && isTurned(list, filter, name, all))
      problems[name] = filter.way === 'range' ? 'The upper end is below the lower one.' : 'To lies before From.';
  }
  return problems;
}

function isTurned(list: ListDefinition, filter: Filter, maxName: string, all: FilterTexts): boolean {
  const min = filter.params.find((param) => param.op === 'min');
  const texts = [all[min?.name ?? ''] ?? '', all[maxName] ?? ''];
  if (!min || texts.some((text) => text.trim() === '') || textProblem(list, min.name, texts[0] ?? '')) return false;
  // Days are texts that compare as their days do.
  const [low, high] = texts.map((text) => paramOf(min.value).read(text) as number | string);
  return low !== undefined && high !== undefined && low > high;
}

/** PAGE-06: the typed filters are applied, from the first page on. The draft must be without problems. */
export function search(list: ListDefinition, state: ListState, draft: FilterTexts): ListState {
  const filters: Record<string, string> = {};
  for (const name of filterParamsOf(list).keys()) {
    const wire = wireText(list, name, draft[name] ?? state.filters[name] ?? '');
    if (wire !== '') filters[name] = wire;
  }
  return { ...state, filters, isSearched: true, page: 0 };
}

/** PAGE-07: no filters, first page, ten rows, indicator off. Sort and columns are no filters and stay. */
export function reset(state: ListState): ListState {
  return { ...state, filters: {}, isSearched: false, page: 0, size: defaultPageSize };
}

/** Takes one filter away (both its ends); with the last one the indicator goes off. */
export function withoutFilter(list: ListDefinition, state: ListState, names: readonly string[]): ListState {
  const filters = Object.fromEntries(Object.entries(state.filters).filter(([name]) => !names.includes(name)));
  const isSearched = Object.keys(filters).length > 0;
  const isAllOffered = list.paging.all === 'always' || isSearched;
  const size = state.size === 'all' && !isAllOffered ? defaultPageSize : state.size;
  return { ...state, filters, isSearched, size, page: 0 };
}

/** PAGE-04. */
export const withSize = (state: ListState, size: PageSize): ListState => ({ ...state, size, page: 0 });
export const withPage = (state: ListState, page: number): ListState => ({
  ...state,
  page: Math.min(Math.max(0, page), maxPage - 1),
});
export const isAllOffered = (list: ListDefinition, state: ListState): boolean =>
  list.paging.all === 'always' || state.isSearched;

// ---- what is asked

/** PAGE-05 and C22: what the query asks. All asks for the known count, else without limit. */
export function listRequest(
  list: ListDefinition,
  state: ListState,
): {
  readonly filters: FilterTexts;
  readonly window: { readonly hours: number } | null;
  readonly sort: Sort | null;
  readonly offset: number;
  readonly limit: number | null;
  readonly isCountUntold?: true;
} {
  const limit = state.size === 'all' ? null : state.size;
  return {
    filters: state.filters,
    window: hasOwnWindow(list, state.filters) ? null : list.window,
    sort: serverSort(list, state.sort),
    offset: limit === null ? 0 : state.page * limit,
    limit,
    ...(list.paging.total === 'untold' ? { isCountUntold: true as const } : {}),
  };
}

/** From or To was searched: the named window stands aside. */
export function hasOwnWindow(list: ListDefinition, filters: FilterTexts): boolean {
  return list.endpoint.list.filters.some(
    (filter) => filter.way === 'between' && filter.params.some((param) => param.name in filters),
  );
}
