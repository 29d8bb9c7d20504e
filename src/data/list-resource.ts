/** Lists: one page live or stored, and what is stored of a request (invariants 1, 2, 5, 7 and 8). */

import type { QueryFunctionContext, UseQueryOptions } from '@tanstack/react-query';
import type { ListEndpoint } from '../../contract/endpoint.ts';
import type { Row } from '../../contract/kinds.ts';
import { maxExactCount } from '../../contract/params.ts';
import { idle } from '../lib/idle.ts';
import { yieldToMain } from '../lib/yield-to-main.ts';
import { sessionScoped } from '../session/session-scoped.ts';
import { isRunning, sessionSignal } from '../session/session-signal.ts';
import {
  type ListCall,
  type ListRequest,
  type ListResponseRead,
  listCall,
  readsArchive,
  sendList,
  shownRows,
} from './list-wire.ts';
import { refreshFullCopy } from './load-full-copies.ts';
import type { Coverage } from './offline/coverage.ts';
import { isOfStations, storedStationNames } from './offline/full-copies.ts';
import { offlineResponse } from './offline/offline-response.ts';
import { prefetchPolicy } from './offline/policy.ts';
import { listKey, prefetchedAt, rowsFromFullCopy, storedRowsOf, storePage } from './offline/stored-pages.ts';
import { liveOrStored, NothingStored, type Origin, unreachedNow } from './race.ts';
import { refreshStationNames } from './stations.ts';

type Extra = Readonly<Record<string, string>>;
type RowOf<E extends ListEndpoint> = Row<E['list']['entity']> & { id?: string };
export type ListPage<R> = Origin & {
  readonly rows: readonly R[];
  /** Rows, or the messages that they are. */
  readonly shown: number;
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
  request: Pick<ListRequest, 'filters' | 'window' | 'sort' | 'isJoined'>,
  extra: Extra = {},
): Promise<ListPage<object> | null> {
  return storedPage(listCall(endpoint, { ...request, offset: 0, limit: null }, extra));
}

async function livePage<R extends object>(
  call: ListCall,
  { cause, session }: { readonly cause: 'user' | 'poll'; readonly session: AbortSignal },
  signal: AbortSignal,
): Promise<ListPage<R>> {
  const { rows, shown, count, dataAt, window } = await sendList<R>(call, { cause, signal });
  const { request } = call;
  if (!readsArchive(request)) void storeListPage(call, { rows, count, dataAt }, session);
  return {
    rows,
    shown,
    count,
    isCountExact: count <= maxExactCount,
    isCut: shown > 0 && shown < Math.min(request.limit ?? Number.POSITIVE_INFINITY, count - request.offset),
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
    (filter) => isOfStations(filter) && filter.params.some(({ name }) => criteria.filters[name] !== undefined),
  );
  const response = offlineResponse(list.endpoint.list, stored, {
    filters: criteria.filters,
    windowMs: request.window && request.window.hours * 3600_000,
    sort: criteria.sort,
    offset: request.offset,
    limit: request.limit,
    isJoined: request.isJoined ?? false,
    stations: hasStationFilter ? await storedStationNames(session) : [],
  });
  if (!response) return null;
  return {
    ...response,
    rows: response.rows as unknown as R[],
    shown: shownRows(request, response.rows),
    isCountExact: true,
    isCut: false,
    source: 'stored',
    why: null,
  };
}

// ---- Stores a live page, and prefetches enough rows in the background to page, sort and filter offline. Failures are ignored.

const prefetching = sessionScoped(() => new Set<string>());

type LivePage = Pick<ListResponseRead<object>, 'rows' | 'count' | 'dataAt'>;

/** Rows that a screen does not show, such as those of a pack: they are stored only. Resolves to the id of the stored page. */
export const storeRows = (call: ListCall, { rows, count, dataAt }: LivePage, session: AbortSignal): Promise<string> =>
  storePage(
    call.list,
    // How many receptions the messages have is unknown.
    { ...criteriaOf(call), storedAt: dataAt, count: call.request.isJoined ? null : count, rows },
    session,
  );

/** A page that was opened, or the newest rows of a list that is left open. Never throws. */
export async function storeListPage(call: ListCall, page: LivePage, session: AbortSignal): Promise<void> {
  await storeRows(call, page, session);
  await prefetchList(call, page, session);
  await refreshStationNames(call.endpoint.list.filters, session);
}

/** Prefetches rows of the default view within the limits of the policy. */
async function prefetchList(call: ListCall, first: LivePage, session: AbortSignal): Promise<void> {
  const hasWindow = call.endpoint.list.filters.some((filter) => filter.way === 'between');
  // A search with its own times does not have the default window.
  if (hasWindow && !call.request.window) return;
  if (refreshFullCopy(call.endpoint) !== null) return;
  const key = listKey(call.list);
  const underWay = prefetching.get();
  if (underWay.has(key)) return;
  underWay.add(key);
  try {
    const storedAt = await prefetchedAt(call.list, session);
    const { everyMs } = prefetchPolicy(call.endpoint.id);
    if (storedAt === undefined || (storedAt !== null && first.dataAt - storedAt < everyMs)) return;
    await idle();
    if (!isRunning(session)) return;
    const page = await prefetched(call, first);
    // Parsing and storing a thousand rows are two tasks.
    await yieldToMain();
    await storePage(call.list, page, session);
  } catch {
    // The list reports the failure when the user opens it.
  } finally {
    underWay.delete(key);
  }
}

async function prefetched(call: ListCall, first: LivePage): Promise<Parameters<typeof storePage>[1]> {
  const prefetchCall = listCall(
    call.endpoint,
    // Parameters that no filter declares belong to the list itself.
    {
      filters: without(call.request.filters, call.criteria.filters),
      window: call.request.window,
      sort: null,
      offset: 0,
      limit: prefetchPolicy(call.endpoint.id).rows,
    },
    { ...call.fixed, ...call.path },
  );
  const isWhole =
    !call.request.isJoined && isUnfiltered(call) && call.request.offset === 0 && first.rows.length >= first.count;
  const response = isWhole ? first : await sendList(prefetchCall, { cause: 'poll' });
  return {
    ...criteriaOf(prefetchCall),
    storedAt: response.dataAt,
    count: response.count,
    rows: response.rows,
    isPrefetch: true,
  };
}

/** As the store names them. */
const criteriaOf = ({ request, criteria: { filters, ...others } }: ListCall) => ({
  ...others,
  asked: filters,
  ...(request.isJoined ? { isJoined: true as const } : {}),
});

const isUnfiltered = (call: ListCall): boolean => Object.keys(call.criteria.filters).length === 0;

type Texts = Readonly<Record<string, string>>;
const without = (texts: Texts, left: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([name]) => !Object.hasOwn(left, name)));

export { rowKey } from './offline/row-key.ts';
