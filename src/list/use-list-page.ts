/**
 * The rows of a list: asks for the page of the state, reloads it quietly, tells its age, and says which of the five faces is due.
 * Must not: draw.
 */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { type ListPage, listQuery, NothingStored, storedListQuery } from '../api/queries.ts';
import { reportDataAge } from '../ui/data-age.ts';
import type { AnyRow, ListDefinition } from './define-list.ts';
import { type ListState, listRequest } from './list-state.ts';

/** C25: the quiet reload. Pages of more rows are reloaded by a press only: on a patchy link they would never end. */
const quietReloadMs = 30_000;
const mostRowsReloaded = 1000;
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
  readonly refresh: () => void;
  /** After a failure: what is stored, on request. */
  readonly showStored: () => void;
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

/** `searchCount` counts SEARCH and RESET presses. */
export function useListPage(
  list: ListDefinition,
  state: ListState,
  extra: Readonly<Record<string, string>>,
  searchCount: number,
): ListPageHandle {
  const request = useMemo(() => listRequest(list, state), [list, state]);
  const isSettled = useSettled(`${list.name} ${searchCount}`);
  const isReloaded = state.size !== 'all' && state.size <= mostRowsReloaded;
  const live = useQuery({
    ...listQuery(list.endpoint, request, extra),
    placeholderData: keepPreviousData,
    refetchInterval: isReloaded && isSettled ? quietReloadMs : false,
    refetchOnWindowFocus: false,
    refetchOnMount: 'always',
    meta: { errorTitle: list.messages.failed },
  });
  const [storedFor, setStoredFor] = useState<object | null>(null);
  const isStoredAsked = storedFor === request && live.isError;
  const stored = useQuery({ ...storedListQuery(list.endpoint, request, extra), enabled: isStoredAsked });

  const livePage = live.isError && live.isPlaceholderData ? null : (live.data ?? null);
  const page = (livePage ?? (isStoredAsked ? (stored.data ?? null) : null)) as ListPage<AnyRow> | null;
  const error = page ? null : live.error;
  const face = faceOf(page, error, isSettled);

  const source = page?.source ?? (error ? 'failed' : 'loading');
  const at = page?.dataAt ?? null;
  const why = page?.why ?? null;
  useEffect(() => reportDataAge({ source, at, why }), [source, at, why]);
  useEffect(() => () => reportDataAge(null), []);

  return {
    face,
    page,
    isChanging: live.isPlaceholderData && !live.isError,
    isFetching: live.isFetching,
    error,
    refresh: () => void live.refetch(),
    showStored: () => setStoredFor(request),
  };
}
