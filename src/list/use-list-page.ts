/**
 * The rows of a list: asks for the page of the state, holds it while newer answers come in, tells its age, and says which of the five faces is due.
 * Must not: draw.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { NothingStored } from '../api/live-or-copy.ts';
import { type ListPage, listQuery, storedListQuery } from '../api/queries.ts';
import { reportDataAge } from '../ui/data-age.ts';
import type { AnyRow, ListDefinition } from './define-list.ts';
import { type ListState, listRequest } from './list-state.ts';
import { type HeldPage, type NewRows, nextHeld } from './live-rows.ts';
import { quietReloadMs, useNewRows } from './use-new-rows.ts';

/** RAW-14, C25b: so long after entry, SEARCH or RESET there is neither a quiet reload nor an empty text. */
const settleMs = 2500;

export type Face = 'loading' | 'rows' | 'empty' | 'beyond' | 'failed' | 'nothing-stored';
export type ListPageHandle = {
  readonly face: Face;
  readonly page: ListPage<AnyRow> | null;
  /** The rows on screen belong to the state before; the asked ones are on their way. */
  readonly isChanging: boolean;
  readonly isFetching: boolean;
  readonly error: Error | null;
  /** Asks for the same page as of now, and shows it. */
  readonly refresh: () => void;
  /** After a failure: what is stored, on request. */
  readonly showStored: () => void;
  /** Rows that came since; null while nobody looks for them. */
  readonly news: NewRows | null;
  /** False: the list has no quiet reload, as its window lies in the past, or it has no time. */
  readonly canReload: boolean;
  /** Epoch ms of the server's clock at which what is shown was all there was. */
  readonly shownAt: number | null;
};

/** True from 2.5 s after `key` was first seen. */
function useSettled(key: string): boolean {
  const [settledKey, setSettledKey] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettledKey(key), settleMs);
    return () => clearTimeout(timer);
  }, [key]);
  return settledKey === key;
}

function faceOf(page: ListPage<AnyRow> | null, error: Error | null, isSettled: boolean): Face {
  if (page && page.rows.length > 0) return 'rows';
  if (page && page.count > 0) return 'beyond';
  if (page) return isSettled ? 'empty' : 'loading';
  if (!error) return 'loading';
  return error instanceof NothingStored ? 'nothing-stored' : 'failed';
}

/** REF-17: once the screen is left, what it held in memory goes. (A remount at once, as in development, keeps it.) */
function useClearedOnLeave(list: ListDefinition): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!list.isClearedOnLeave) return;
    return () => queueMicrotask(() => client.removeQueries({ queryKey: ['list', list.endpoint.id], type: 'inactive' }));
  }, [client, list]);
}

/** `searchCount` counts SEARCH and RESET presses. `isPart`: the age of the screen's data is not this list's alone to tell. */
export function useListPage(
  list: ListDefinition,
  state: ListState,
  extra: Readonly<Record<string, string>>,
  searchCount: number,
  isPaused: boolean,
  isPart: boolean,
): ListPageHandle {
  const request = useMemo(() => listRequest(list, state), [list, state]);
  const isSettled = useSettled(`${list.name} ${searchCount}`);
  const live = useQuery({
    ...listQuery(list.endpoint, request, extra),
    // A list that failed is tried again by itself; one that stands is only looked at (useNewRows).
    refetchInterval: (query) =>
      isSettled && !isPaused && query.state.status === 'error' && query.state.data === undefined
        ? quietReloadMs
        : false,
    refetchOnWindowFocus: false,
    refetchOnMount: 'always',
    meta: { errorTitle: list.messages.failed },
  });
  useClearedOnLeave(list);
  const [storedFor, setStoredFor] = useState<object | null>(null);
  const isStoredAsked = storedFor === request && live.isError;
  const stored = useQuery({ ...storedListQuery(list.endpoint, request, extra), enabled: isStoredAsked });

  const [asked, setAsked] = useState(0);
  const question = useMemo(() => JSON.stringify(request), [request]);
  const offered = { question, page: (live.data ?? null) as ListPage<AnyRow> | null, isFetching: live.isFetching };
  const [heldBefore, setHeld] = useState<HeldPage | null>(null);
  const held = nextHeld(heldBefore, { ...offered, asked });
  if (held !== heldBefore) setHeld(held);

  const isChanging = held !== null && held.question !== question && !live.isError;
  const shown = held && (held.question === question || isChanging) ? held.page : null;
  const page = shown ?? (isStoredAsked ? ((stored.data ?? null) as ListPage<AnyRow> | null) : null);
  const error = page ? null : live.error;
  const face = faceOf(page, error, isSettled);

  const { news, canReload, currentAt } = useNewRows(list, request, extra, {
    page: isChanging ? null : shown,
    latest: offered.page,
    round: `${searchCount} ${asked}`,
    isOn: isSettled && !isPaused,
  });
  const refresh = (): void => {
    setAsked((count) => count + 1);
    void live.refetch();
  };
  // Nobody reads an empty list: what comes in is shown.
  const isFilled = face === 'empty' && news !== null && news.count > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that rows come into an empty list
  useEffect(() => {
    if (isFilled) refresh();
  }, [isFilled]);

  const source = page?.source ?? (error ? 'failed' : 'loading');
  const at = currentAt ?? page?.dataAt ?? null;
  const why = page?.why ?? null;
  useEffect(() => {
    if (!isPart) reportDataAge({ source, at, why });
  }, [isPart, source, at, why]);
  useEffect(() => () => void (isPart || reportDataAge(null)), [isPart]);

  return {
    face,
    page,
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
