/** Rows of a list: requests the page, retains it while new responses arrive, and selects the state to show. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { isNotFound } from '../api/api-error.ts';
import { type ListPage, listQuery } from '../api/list-resource.ts';
import type { ListRequest } from '../api/list-wire.ts';
import { NothingStored } from '../api/race.ts';
import { clockOffsetMs } from '../api/server-clock.ts';
import { reportDataAge } from '../ui/data-age.ts';
import type { AnyRow, ListDefinition } from './define-list.ts';
import { type ListState, listRequest } from './list-state.ts';
import { type DisplayedPage, type NewRows, nextDisplayed } from './live-rows.ts';
import { quietReloadMs, useNewRows } from './use-new-rows.ts';

/** RAW-14, C25b: delay after entry, SEARCH or RESET without a background reload or an empty text. */
const settleMs = 2500;

/** `archive`: the range reads the archive, and its cost is not confirmed. */
export type PageState = 'archive' | 'loading' | 'rows' | 'empty' | 'beyond' | 'failed' | 'nothing-stored';
type ListPageHandle = {
  readonly pageState: PageState;
  readonly page: ListPage<AnyRow> | null;
  readonly request: ListRequest;
  /** Rows on screen belong to the previous state, the requested ones are loading. */
  readonly isChanging: boolean;
  readonly isFetching: boolean;
  readonly error: Error | null;
  /** Requests the same page again and shows it. */
  readonly refresh: () => void;
  /** After a failure: the stored copy, on request. */
  readonly showStored: () => void;
  /** New rows. null while none are requested. */
  readonly news: NewRows | null;
  /** False: no background reload, because the window is in the past or rows have no time. */
  readonly canReload: boolean;
  /** Epoch ms, server time at which the rows on screen were complete. */
  readonly shownAt: number | null;
};

/** True from 2.5 s after the first render with `key`. */
function useSettled(key: string): boolean {
  const [settledKey, setSettledKey] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettledKey(key), settleMs);
    return () => clearTimeout(timer);
  }, [key]);
  return settledKey === key;
}

function pageStateOf(page: ListPage<AnyRow> | null, error: Error | null, isSettled: boolean): PageState {
  if (page && page.rows.length > 0) return 'rows';
  if (page && page.count > 0) return 'beyond';
  if (page) return isSettled ? 'empty' : 'loading';
  if (!error) return 'loading';
  return error instanceof NothingStored ? 'nothing-stored' : 'failed';
}

/** REF-17: leaving the screen clears its list in memory. (An immediate remount, as in development, keeps it.) */
function useClearedOnLeave(list: ListDefinition): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!list.isClearedOnLeave) return;
    return () => queueMicrotask(() => client.removeQueries({ queryKey: ['list', list.endpoint.id], type: 'inactive' }));
  }, [client, list]);
}

type ListPageOptions = {
  readonly list: ListDefinition;
  readonly state: ListState;
  readonly extra: Readonly<Record<string, string>>;
  /** Counts SEARCH and RESET. */
  readonly searchCount: number;
  /** The user has paused the quiet reload. */
  readonly isPaused: boolean;
  /** The screen has other data too: the list does not report its age. */
  readonly isPart: boolean;
  /** The page size is known: without it nothing is requested. */
  readonly isSized: boolean;
  /** The cost of the archive was confirmed, if it is read. */
  readonly isConfirmed: boolean;
};

export function useListPage({
  list,
  state,
  extra,
  searchCount,
  isPaused,
  isPart,
  isSized,
  isConfirmed,
}: ListPageOptions): ListPageHandle {
  const isReady = isSized && isConfirmed;
  const request = useMemo(() => listRequest(list, state), [list, state]);
  const isSettled = useSettled(`${list.name} ${searchCount}`);
  const live = useQuery({
    ...listQuery(list.endpoint, request, extra),
    enabled: isReady,
    // A failed list is retried automatically. Others are only checked for new rows (useNewRows).
    refetchInterval: (query) =>
      isSettled && !isPaused && !state.isArchived && query.state.status === 'error' && query.state.data === undefined
        ? quietReloadMs
        : false,
    refetchOnMount: 'always',
    meta: { errorTitle: list.messages.failed },
  });
  useClearedOnLeave(list);
  const [storedFor, setStoredFor] = useState<object | null>(null);
  const isStoredRequested = storedFor === request && live.isError;
  const stored = useQuery({
    ...listQuery(list.endpoint, request, extra, { from: 'stored' }),
    enabled: isStoredRequested,
  });

  const [requestCount, setRequestCount] = useState(0);
  const requestKey = useMemo(() => JSON.stringify(request), [request]);
  const offered = { requestKey, page: (live.data ?? null) as ListPage<AnyRow> | null, isFetching: live.isFetching };
  const [displayedBefore, setDisplayed] = useState<DisplayedPage | null>(null);
  const displayed = nextDisplayed(displayedBefore, { ...offered, requestCount });
  if (displayed !== displayedBefore) setDisplayed(displayed);

  const isChanging = displayed !== null && displayed.requestKey !== requestKey && !live.isError;
  const shown = displayed && (displayed.requestKey === requestKey || isChanging) ? displayed.page : null;
  const found = shown ?? (isStoredRequested ? ((stored.data ?? null) as ListPage<AnyRow> | null) : null);
  const page = isConfirmed ? found : null;
  const error = page ? null : live.error;
  const pageState = isConfirmed ? pageStateOf(page, error, isSettled) : 'archive';

  const { news, canReload, currentAt } = useNewRows(list, request, extra, {
    page: isChanging ? null : shown,
    latest: offered.page,
    round: `${searchCount} ${requestCount}`,
    isOn: isSettled && !isPaused && isReady,
  });
  const refresh = (): void => {
    setRequestCount((count) => count + 1);
    void live.refetch();
  };
  // An empty list shows new rows at once. A request that failed is repeated after the next quiet reload.
  const newsForEmpty = pageState === 'empty' && news !== null && news.count > 0 ? news : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each response with rows for an empty list
  useEffect(() => {
    if (newsForEmpty) refresh();
  }, [newsForEmpty]);

  const missingAt = isNotFound(error) ? live.errorUpdatedAt + clockOffsetMs() : null;
  const source = page?.source ?? (missingAt !== null ? 'live' : error ? 'failed' : 'loading');
  const at = currentAt ?? page?.dataAt ?? missingAt;
  const why = page?.why ?? null;
  useEffect(() => {
    // Before the cost of the archive is confirmed nothing loads.
    if (!isPart) reportDataAge(isConfirmed ? { source, at, why } : null);
  }, [isPart, isConfirmed, source, at, why]);
  useEffect(() => () => void (isPart || reportDataAge(null)), [isPart]);

  return {
    pageState,
    page,
    request,
    isChanging,
    isFetching: live.isFetching,
    error,
    refresh,
    showStored: () => setStoredFor(request),
    news,
    canReload,
    shownAt: at,
  };
}
