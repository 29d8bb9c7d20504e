/** Lists: one page live or stored, and what is stored of a request (invariants 1, 2, 5, 7 and 8). */
import type { QueryFunctionContext, UseQueryOptions } from '@tanstack/react-query';
import type { ListEndpoint } from '../../contract/endpoint.ts';
import type { Row } from '../../contract/kinds.ts';
import { maxExactCount } from '../../contract/params.ts';
import type { Coverage } from '../offline/coverage.ts';
import { offlineResponse } from '../offline/offline-response.ts';
import { rowsFromFullCopy } from '../offline/rows-from-full-copy.ts';
import { isOfStations, storedStationNames } from '../offline/station-names.ts';
import { storedRowsOf } from '../offline/stored-pages.ts';
import { sessionSignal } from '../session/session-signal.ts';
import { storeListPage } from './list-prefetch.ts';
import { type ListCall, type ListRequest, listCall, readsArchive, sendList } from './list-wire.ts';
import { liveOrStored, NothingStored, type Origin, unreachedNow } from './race.ts';

export { rowKey } from '../offline/row-key.ts';

type Extra = Readonly<Record<string, string>>;
type RowOf<E extends ListEndpoint> = Row<E['list']['entity']> & { id?: string };
export type ListPage<R> = Origin & {
  readonly rows: readonly R[];
  readonly count: number;
  /** False: the count reads 'more than 100,000' (C22). */
  readonly isCountExact: boolean;
  /** The server's limit cut rows off (C22). */
  readonly isCut: boolean;
  /** Epoch ms of the server. */
  readonly dataAt: number;
  /** As resolved, epoch ms. */
  readonly window: { readonly from: number; readonly to: number } | null;
  /** What the stored rows cover of the request; null = live. */
  readonly coverage: Coverage | null;
};

type ListQueryOptions<R> = UseQueryOptions<ListPage<R>> & {
  readonly queryFn: (context: QueryFunctionContext) => Promise<ListPage<R>>;
};

/**
 * One page of a list. `extra` = what belongs to the list itself: parameters of its path, or fixed query parameters such as `company`.
 * `from: 'stored'` makes no request, for 'Show stored messages' of a list that failed.
 */
export function listQuery<E extends ListEndpoint>(
  endpoint: E,
  request: ListRequest,
  extra: Extra = {},
  { from = 'server' }: { readonly from?: 'server' | 'stored' } = {},
): ListQueryOptions<RowOf<E>> {
  const call = listCall(endpoint, request, extra);
  return {
    queryKey: [from === 'stored' ? 'stored-list' : 'list', endpoint.id, extra, request],
    queryFn: async (context) => {
      if (from === 'server')
        return liveOrStored<ListPage<RowOf<E>>>(context, {
          live: (how) => livePage<RowOf<E>>(call, how, context.signal),
          stored: (session) => storedPage<RowOf<E>>(call, session),
        });
      const page = await storedPage<RowOf<E>>(call);
      if (!page) throw new NothingStored(unreachedNow() ?? 'unavailable');
      return page;
    },
    // Comparing 10,000 rows costs more than drawing 50.
    structuralSharing: false,
  };
}

/** What is stored of this request; null = nothing. */
export async function storedCoverage(
  endpoint: ListEndpoint,
  request: Pick<ListRequest, 'filters' | 'window'>,
  extra: Extra = {},
): Promise<Coverage | null> {
  const page = await storedPage(listCall(endpoint, { ...request, sort: null, offset: 0, limit: null }, extra));
  return page?.coverage ?? null;
}

/** All stored rows that match, in the list's order, for an export while the server is unreachable. null = nothing stored. */
export async function storedRows(
  endpoint: ListEndpoint,
  request: Pick<ListRequest, 'filters' | 'window' | 'sort'>,
  extra: Extra = {},
): Promise<ListPage<object> | null> {
  return storedPage(listCall(endpoint, { ...request, offset: 0, limit: null }, extra));
}

async function livePage<R extends object>(
  call: ListCall,
  { cause, session }: { readonly cause: 'user' | 'poll'; readonly session: AbortSignal },
  signal: AbortSignal,
): Promise<ListPage<R>> {
  const { rows, count, dataAt, window } = await sendList<R>(call, { cause, signal });
  const { request } = call;
  if (!readsArchive(request)) void storeListPage(call, { rows, count, dataAt }, session);
  return {
    rows,
    count,
    isCountExact: count <= maxExactCount,
    isCut: rows.length > 0 && rows.length < Math.min(request.limit ?? Number.POSITIVE_INFINITY, count - request.offset),
    source: 'live',
    dataAt,
    why: null,
    window,
    coverage: null,
  };
}

/** null = nothing is stored, or the session has ended. Throws BadValue for an invalid filter value. */
async function storedPage<R extends object>(
  call: ListCall,
  session: AbortSignal = sessionSignal(),
): Promise<ListPage<R> | null> {
  const { list, criteria, request } = call;
  if (readsArchive(request)) return null;
  const stored = (await storedRowsOf(list, session)) ?? (await rowsFromFullCopy(list, session));
  if (!stored) return null;
  const hasStationFilter = list.endpoint.list.filters.some(
    (filter) => isOfStations(filter) && filter.params.some(({ name }) => criteria.asked[name] !== undefined),
  );
  const response = offlineResponse(list.endpoint.list, stored, {
    filters: criteria.asked,
    windowMs: request.window && request.window.hours * 3600_000,
    sort: criteria.sort,
    offset: request.offset,
    limit: request.limit,
    stations: hasStationFilter ? await storedStationNames(session) : [],
  });
  if (!response) return null;
  return {
    ...response,
    rows: response.rows as unknown as R[],
    isCountExact: true,
    isCut: false,
    source: 'stored',
    why: null,
  };
}
