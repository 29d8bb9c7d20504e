/** Rows of a list: requests the page, retains it while new responses arrive, and selects the state to show. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { parseInstant } from '../../../contract/params.ts';
import { isNotFound } from '../../data/api-error.ts';
import { useIsReached } from '../../data/connection.ts';
import { type ListPage, listQuery, rowKey } from '../../data/list-resource.ts';
import { type ListRequest, readsArchive } from '../../data/list-wire.ts';
import { type ListNews, listNewsQuery } from '../../data/new-rows-query.ts';
import { NothingStored } from '../../data/race.ts';
import { serverNow } from '../../data/send.ts';
import { clockOffsetMs } from '../../data/server-clock.ts';
import { reportDataAge } from '../../ui/data-age.ts';
import type { AnyRow, ListDefinition } from '../define-list.ts';
import { type ListState, listRequest } from '../state/list-state.ts';
import {
  type DisplayedPage,
  type NewRows,
  newestNews,
  nextDisplayed,
  type Seen,
  seenOf,
  withLate,
} from './live-rows.ts';

/** RAW-14, C25b: delay after entry, SEARCH or RESET without a background reload or an empty text. */
const settleMs = 2500;

/** `archive`: the range reads the archive, and its cost is not confirmed. */
type PageState = 'archive' | 'loading' | 'rows' | 'empty' | 'beyond' | 'failed' | 'nothing-stored';
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
  /** Rows of the view are messages. */
  readonly isJoined: boolean;
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
  isJoined,
  isConfirmed,
}: ListPageOptions): ListPageHandle {
  const isReady = isSized && isConfirmed;
  const request = useMemo(() => listRequest(list, state, isJoined), [list, state, isJoined]);
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
  const kept = isConfirmed ? found : null;
  const error = kept ? null : live.error;
  const pageState = isConfirmed ? pageStateOf(kept, error, isSettled) : 'archive';

  const { news, late, canReload, currentAt } = useNewRows(list, request, extra, {
    page: isChanging ? null : shown,
    latest: offered.page,
    round: `${searchCount} ${requestCount}`,
    isOn: isSettled && !isPaused && isReady,
  });
  const page = useMemo(() => (isJoined && kept ? withLate(kept, late) : kept), [isJoined, kept, late]);
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

// ---- Counts new rows every 30 s (C25, decision 34). Sends no request while hidden, paused or offline.

/** C25. */
const quietReloadMs = 30_000;

/** Field of From and To, by which rows are newest first. Without it, new rows cannot be detected. */
const timeFieldOf = (list: ListDefinition): string | null =>
  list.endpoint.list.filters.find((filter) => filter.way === 'between')?.field ?? null;

/** To is in the past: no new rows except late ones. */
function isPast(list: ListDefinition, request: Pick<ListRequest, 'filters'>, now: number): boolean {
  const to = list.endpoint.list.filters.find((filter) => filter.way === 'between')?.params[1]?.name;
  const ms = to === undefined ? null : parseInstant(request.filters[to] ?? '');
  return ms !== null && ms < now;
}

type Shown = {
  /** null = not the requested one yet. */
  readonly page: ListPage<AnyRow> | null;
  /** Result of the page's query, newer or not. */
  readonly latest: ListPage<AnyRow> | null;
  /** Changes with each SEARCH, RESET and Refresh. */
  readonly round: string;
  readonly isOn: boolean;
};

function useNewRows(
  list: ListDefinition,
  request: ListRequest,
  extra: Readonly<Record<string, string>>,
  shown: Shown,
): { news: NewRows | null; late: readonly AnyRow[]; canReload: boolean; currentAt: number | null } {
  const timeField = timeFieldOf(list);
  const isReached = useIsReached();
  // Each count would read the archive again.
  const isArchived = readsArchive(request);
  const canReload = timeField !== null && !isArchived && !isPast(list, request, serverNow());
  const live = shown.page?.source === 'live' ? shown.page : null;
  const isOn = canReload && shown.isOn && live !== null && isReached;
  const query = useQuery({
    ...listNewsQuery(list.endpoint, { filters: request.filters, window: request.window }, extra),
    enabled: isOn,
    refetchInterval: isOn ? quietReloadMs : false,
    // Returning to the tab requests new rows.
    refetchOnWindowFocus: 'always',
    meta: { errorTitle: list.messages.failed },
  });
  const seen = useSeen(live, request, shown.round, timeField);
  const requested = query.data as ListNews<AnyRow> | null;
  // A reload after an outage that the user did not request also reports new rows.
  const offered =
    request.offset === 0 && shown.latest?.source === 'live' && shown.latest !== shown.page ? shown.latest : null;
  const news = useMemo(
    // A response from before the page contains nothing new: no need to compare clocks.
    () => {
      const responses = [requested, offered].filter((one) => one !== null);
      return seen && timeField && live ? newestNews(responses, seen, timeField, request.isJoined) : null;
    },
    [requested, offered, seen, timeField, live, request.isJoined],
  );
  const currentAt = useCurrentAt(live, news, news?.at ?? null);
  return { news: live ? news : null, late: (live && requested?.rows) || noRows, canReload, currentAt };
}

const noRows: readonly AnyRow[] = [];

/** Page 1 defines what was seen. Later pages add their rows. */
function useSeen(
  page: ListPage<AnyRow> | null,
  request: ListRequest,
  round: string,
  timeField: string | null,
): Seen | null {
  const requestKey = JSON.stringify([request.filters, request.window, round.split(' ')[0]]);
  const [previous, setPrevious] = useState<{ requestKey: string; round: string; page: object; seen: Seen } | null>(
    null,
  );
  if (page && timeField && (previous?.page !== page || previous.requestKey !== requestKey)) {
    const next = seenOf(page, request.offset, timeField, request.isJoined);
    const isReadOn =
      previous !== null && previous.requestKey === requestKey && request.offset > 0 && previous.round === round;
    const seen = isReadOn
      ? { ...previous.seen, keys: new Set([...previous.seen.keys, ...page.rows.map(rowKey)]) }
      : next;
    setPrevious({ requestKey, round, page, seen });
    return seen;
  }
  return previous?.requestKey === requestKey ? previous.seen : null;
}

/** When it was last known that there are no newer rows. */
function useCurrentAt(page: ListPage<AnyRow> | null, news: NewRows | null, freshAt: number | null): number | null {
  const [previous, setPrevious] = useState<{ page: object; at: number } | null>(null);
  if (!page) return null;
  const before = previous?.page === page ? previous.at : page.dataAt;
  const at = news?.count === 0 && freshAt !== null ? Math.max(before, freshAt) : before;
  if (previous?.page !== page || previous.at !== at) setPrevious({ page, at });
  return at;
}

// ---- Row named by the route, shown first (`first` in define-list.ts). The list does not wait for it.

type FirstRowHandle = {
  /** null = none named, not found, or not on this page. */
  readonly row: AnyRow | null;
  /** Text if no row has that id. */
  readonly missing: string | null;
};

export function useFirstRow(list: ListDefinition, id: string, state: ListState): FirstRowHandle {
  const { first } = list;
  const isNamed = first !== undefined && id !== '';
  const { data } = useQuery({
    queryKey: ['first-row', list.name, id],
    queryFn: async () => (await first?.read(id)) ?? null,
    enabled: isNamed,
  });
  const isHere = isNamed && state.page === 0 && !state.isSearched;
  return useMemo(
    () => ({
      row: isHere && data !== 'unknown' ? (data ?? null) : null,
      missing: isHere && data === null ? (first?.missing(id) ?? null) : null,
    }),
    [isHere, data, first, id],
  );
}

/** The others keep their order. It appears once. */
export function withFirst(rows: readonly AnyRow[], first: AnyRow | null): readonly AnyRow[] {
  if (!first) return rows;
  const key = rowKey(first);
  return [first, ...rows.filter((row) => rowKey(row) !== key)];
}
