/** State of a list: draft and applied filters, SEARCH, RESET, paging. Pure. */
import { type Filter, paramOf } from '../../../contract/filters.ts';
import type { Sort } from '../../../contract/order.ts';
import { defaultPageSize, type ListDefinition, type PageSize, type StoredSize, type ViewName } from '../define-list.ts';
import { type FilterTexts, filterParamsOf, textProblem, wireText } from './filter-text.ts';
import { serverSort } from './list-sort.ts';

/** Widths of columns, and whether the text column takes the free width. */
export type ViewWidths = {
  readonly widths: Readonly<Record<string, number>>;
  /** The text column takes the free width. */
  readonly isTextWide: boolean;
};
export type ListState = {
  /** As applied. */
  readonly filters: FilterTexts;
  /** A SEARCH was made since the last RESET: FILTER ON, and All is enabled. */
  readonly isSearched: boolean;
  /** A moving range in place of the list's own window. null = its own, or From and To. */
  readonly lastHours: number | null;
  /** Rows of the archive, too. Only with From and To. */
  readonly isArchived: boolean;
  /** 0 = first page. */
  readonly page: number;
  readonly size: PageSize;
  /** 'Fill the window': `size` follows the height of the window. */
  readonly isFit: boolean;
  /** By the server if the call has flags for it (REF-04, C42), otherwise of the loaded page (C21). null = server order. */
  readonly sort: Sort | null;
  readonly hidden: readonly string[];
  readonly view: ViewName;
  /** Of a saved view. null = those of the user. */
  readonly widths: ViewWidths | null;
};
/** Stored between visits. */
export type StoredState = { readonly size: StoredSize; readonly hidden: readonly string[]; readonly view: ViewName };

export const maxPage = 1_000_000;

export const freshState: ListState = {
  filters: {},
  isSearched: false,
  lastHours: null,
  isArchived: false,
  page: 0,
  size: defaultPageSize,
  isFit: false,
  sort: null,
  hidden: [],
  view: 'table',
  widths: null,
};

// ---- user actions

/** Typed texts that differ from the applied ones, in wire format. '' = the applied one would be removed. */
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

/** Errors that block SEARCH: wire parameter -> text. Empty = valid. */
export function draftProblems(list: ListDefinition, applied: FilterTexts, draft: FilterTexts): FilterTexts {
  const problems: Record<string, string> = {};
  const all = { ...applied, ...draft };
  for (const [name, { filter, param }] of filterParamsOf(list)) {
    const problem = textProblem(list, name, all[name] ?? '');
    if (problem) problems[name] = problem.sentence;
    else if (param.op === 'max' && isTurned(list, filter, name, all))
      problems[name] = filter.way === 'range' ? 'The maximum is below the minimum.' : 'To is before From.';
  }
  return problems;
}

function isTurned(list: ListDefinition, filter: Filter, maxName: string, all: FilterTexts): boolean {
  const min = filter.params.find((param) => param.op === 'min');
  const texts = [all[min?.name ?? ''] ?? '', all[maxName] ?? ''];
  if (!min || texts.some((text) => text.trim() === '') || textProblem(list, min.name, texts[0] ?? '')) return false;
  // Days compare as text.
  const [low, high] = texts.map((text) => paramOf(min.value).read(text) as number | string);
  return low !== undefined && high !== undefined && low > high;
}

/** PAGE-06: applies the typed filters, from the first page on. The draft must be valid. */
export function search(list: ListDefinition, state: ListState, draft: FilterTexts): ListState {
  const filters: Record<string, string> = {};
  for (const name of filterParamsOf(list).keys()) {
    const wire = wireText(list, name, draft[name] ?? state.filters[name] ?? '');
    if (wire !== '') filters[name] = wire;
  }
  const isOwn = hasOwnWindow(list, filters);
  const lastHours = isOwn ? null : state.lastHours;
  return { ...state, filters, isSearched: true, lastHours, isArchived: isOwn && state.isArchived, page: 0 };
}

/** A moving range as if SEARCH had been clicked: without From and To. null = the list's own window. */
export function searchLast(
  list: ListDefinition,
  state: ListState,
  draft: FilterTexts,
  hours: number | null,
): ListState {
  const names = windowNames(list);
  const cleared = Object.fromEntries(names.map((name) => [name, '']));
  const lastHours = hours === list.window?.hours ? null : hours;
  const found = { ...search(list, state, { ...draft, ...cleared }), lastHours };
  return { ...found, isSearched: lastHours !== null || Object.keys(found.filters).length > 0 };
}

/** Wire names of From and To. Lists without a window have none. */
export function windowNames(list: ListDefinition): readonly string[] {
  if (list.window === null) return [];
  return [...filterParamsOf(list).values()]
    .filter(({ filter }) => filter.way === 'between')
    .map(({ param }) => param.name);
}

/** PAGE-07: no filters, first page, ten rows, indicator off. Sort and columns stay. */
export function reset(state: ListState): ListState {
  const { filters, isSearched, lastHours, isArchived, page, size, isFit } = freshState;
  return { ...state, filters, isSearched, lastHours, isArchived, page, size, isFit };
}

/** Removes one filter (both ends). Without filters the indicator is off. */
export function withoutFilter(list: ListDefinition, state: ListState, names: readonly string[]): ListState {
  const filters = Object.fromEntries(Object.entries(state.filters).filter(([name]) => !names.includes(name)));
  const isSearched = Object.keys(filters).length > 0 || state.lastHours !== null;
  const isAllOffered = list.paging.all === 'always' || isSearched;
  const size = state.size === 'all' && !isAllOffered ? defaultPageSize : state.size;
  return { ...state, filters, isSearched, size, isArchived: state.isArchived && hasOwnWindow(list, filters), page: 0 };
}

/** Applies these filters at once, from the first page on; '' removes one. What is typed stays. */
export function withFilters(list: ListDefinition, state: ListState, texts: FilterTexts): ListState {
  const set = Object.entries(texts).filter(([, text]) => text !== '');
  const cleared = withoutFilter(list, state, Object.keys(texts));
  if (set.length === 0) return cleared;
  const filters = Object.fromEntries(set.map(([name, text]) => [name, wireText(list, name, text)]));
  return { ...cleared, filters: { ...cleared.filters, ...filters }, isSearched: true };
}

/** PAGE-04. Filling the window takes the measured size with the next render. */
export const withSize = (state: ListState, size: PageSize | 'fit'): ListState => ({
  ...state,
  ...(size === 'fit' ? { isFit: true } : { size, isFit: false }),
  page: 0,
});
/** Size of a state, as stored and as selected. */
export const sizeChoice = ({ size, isFit }: ListState): PageSize | 'fit' => (isFit ? 'fit' : size);
export const withPage = (state: ListState, page: number): ListState => ({
  ...state,
  page: Math.min(Math.max(0, page), maxPage - 1),
});
export const isAllOffered = (list: ListDefinition, state: ListState): boolean =>
  list.paging.all === 'always' || state.isSearched;

// ---- query

/** PAGE-05 and C22: paging of the query. All requests the known count, otherwise no limit. */
export function listRequest(
  list: ListDefinition,
  state: ListState,
  isJoined = false,
): {
  readonly filters: FilterTexts;
  readonly window: { readonly hours: number } | null;
  readonly sort: Sort | null;
  readonly offset: number;
  readonly limit: number | null;
  readonly isTotalUnknown?: true;
  readonly isJoined?: true;
} {
  const limit = state.size === 'all' ? null : state.size;
  return {
    filters: state.isArchived ? { ...state.filters, archive: 'true' } : state.filters,
    window: movingWindow(list, state),
    sort: serverSort(list, state.sort),
    offset: limit === null ? 0 : state.page * limit,
    limit,
    ...(list.paging.total === 'unknown' ? { isTotalUnknown: true as const } : {}),
    ...(isJoined ? { isJoined: true as const } : {}),
  };
}

/** Rows of the view are messages, as its call can return them. */
export const hasJoinedRows = ({ endpoint }: Pick<ListDefinition, 'endpoint'>, view: string): boolean =>
  (view === 'read' || view === 'lines') && Object.hasOwn(endpoint.query, 'joined');

/** The call has a parameter for the archive. */
export const canReadArchive = ({ endpoint }: Pick<ListDefinition, 'endpoint'>): boolean =>
  Object.hasOwn(endpoint.query, 'archive');

/** The window that ends now. null = From or To was searched, or the list has none. */
export function movingWindow(
  list: ListDefinition,
  { filters, lastHours }: Pick<ListState, 'filters' | 'lastHours'>,
): { readonly hours: number } | null {
  if (hasOwnWindow(list, filters)) return null;
  return lastHours === null ? list.window : { hours: lastHours };
}

/** From or To was searched: no default window. */
export function hasOwnWindow(list: ListDefinition, filters: FilterTexts): boolean {
  return list.endpoint.list.filters.some(
    (filter) => filter.way === 'between' && filter.params.some((param) => param.name in filters),
  );
}
