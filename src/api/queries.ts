/**
 * Endpoint -> query options: asks the server with a deadline, keeps the answer, hands over to the stored copy (house.md, invariants 1, 2, 5, 7, 8).
 * Must not: know a screen or a column, or touch Dexie or fetch itself.
 */
import type { QueryFunctionContext, UseQueryOptions } from '@tanstack/react-query';
import type { ListEndpoint } from '../../contract/endpoint.ts';
import type { Row } from '../../contract/kinds.ts';
import type { Sort } from '../../contract/order.ts';
import { maxExactCount } from '../../contract/params.ts';
import { heldWithin } from '../offline/held-within.ts';
import { answerOffline } from '../offline/offline-answer.ts';
import { heldOf, keepPage } from '../offline/stored-pages.ts';
import { currentEpoch } from '../session/session-store.ts';
import type { Unreached } from './api-error.ts';
import { type ListCall, listCall, sendList } from './list-call.ts';
import { fetchSlab } from './list-slab.ts';
import { liveOrCopy, NothingStored, unreachedNow } from './live-or-copy.ts';

export { rowKey } from '../offline/row-key.ts';

/** A window that is named by its length, so that its key stands still while the clock runs. */
export type NamedWindow = { readonly hours: number };
type Extra = Readonly<Record<string, string>>;
export type ListRequest = {
  /** Wire parameter -> text, as applied. */
  readonly filters: Readonly<Record<string, string>>;
  /** The named default window; null when From or To are among the filters, or when the list has none. */
  readonly window: NamedWindow | null;
  /** What the server sorts by; null = as usual. */
  readonly sort: Sort | null;
  readonly offset: number;
  /** null = all. */
  readonly limit: number | null;
  /** All asks without a limit, although the count is known (C40). */
  readonly isCountUntold?: true;
};
export type RowOf<E extends ListEndpoint> = Row<E['list']['entity']> & { id?: string };
export type ListPage<R> = {
  readonly rows: readonly R[];
  readonly count: number;
  /** False: the count reads 'more than 100,000' (C22). */
  readonly isCountExact: boolean;
  /** The server's cap left rows out (C22). */
  readonly isCut: boolean;
  readonly source: 'live' | 'stored';
  /** Epoch ms at which the server said this. */
  readonly dataAt: number;
  /** Why this is the stored copy; null when it is live, or was asked for. */
  readonly why: Unreached | 'slow' | null;
  /** As resolved, epoch ms. */
  readonly window: { readonly from: number; readonly to: number } | null;
};

export type ListQueryOptions<R> = UseQueryOptions<ListPage<R>> & {
  readonly queryFn: (context: QueryFunctionContext) => Promise<ListPage<R>>;
};

/** One page of a list. `extra` = what belongs to the list itself: parameters of its path, or fixed query parameters such as `company`. Times out, stores and falls back by itself. */
export function listQuery<E extends ListEndpoint>(
  endpoint: E,
  request: ListRequest,
  extra: Extra = {},
): ListQueryOptions<RowOf<E>> {
  const epoch = currentEpoch();
  return {
    queryKey: ['list', endpoint.id, epoch, extra, request],
    queryFn: (context) => {
      const call = listCall(endpoint, request, extra);
      return liveOrCopy<ListPage<RowOf<E>>>(epoch, context, {
        live: (cause) => livePage<RowOf<E>>(call, epoch, cause, context.signal),
        stored: () => storedPage<RowOf<E>>(call, 'slow'),
      });
    },
    ...common,
  };
}

/** The same page out of what is stored, without asking the server: for 'Show stored messages' of a list that failed. */
export function storedListQuery<E extends ListEndpoint>(
  endpoint: E,
  request: ListRequest,
  extra: Extra = {},
): ListQueryOptions<RowOf<E>> {
  return {
    queryKey: ['stored-list', endpoint.id, currentEpoch(), extra, request],
    queryFn: async () => {
      const page = await storedPage<RowOf<E>>(listCall(endpoint, request, extra), null);
      if (!page) throw new NothingStored(unreachedNow() ?? 'unavailable');
      return page;
    },
    ...common,
  };
}

/** How much of this list is held on the device, for 'n messages from 14:32Z are stored on this device'. null = nothing. */
export async function storedCount(
  endpoint: ListEndpoint,
  extra: Extra = {},
): Promise<{ readonly count: number; readonly dataAt: number } | null> {
  const whole: ListRequest = { filters: {}, window: null, sort: null, offset: 0, limit: null };
  const page = await storedPage(listCall(endpoint, whole, extra), null);
  return page && { count: page.count, dataAt: page.dataAt };
}

/** All rows of this list that are stored and match, in the list's order: for an export while the server is not reached. null = nothing. */
export async function storedRows(
  endpoint: ListEndpoint,
  request: Pick<ListRequest, 'filters' | 'window' | 'sort'>,
  extra: Extra = {},
): Promise<ListPage<object> | null> {
  return storedPage(listCall(endpoint, { ...request, offset: 0, limit: null }, extra), null);
}

/** C25: on entry, page change, Refresh, the quiet reload and the return of the server; nothing else makes a request. */
const common = {
  networkMode: 'always',
  retry: false,
  staleTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  /** Comparing ten thousand rows costs more than drawing fifty. */
  structuralSharing: false,
} as const;

async function livePage<R extends object>(
  call: ListCall,
  epoch: number,
  cause: 'user' | 'poll',
  signal: AbortSignal,
): Promise<ListPage<R>> {
  const { rows, count, dataAt, window } = await sendList<R>(call, { cause, signal });
  const { request } = call;
  void keepPage(call.list, { ...call.question, storedAt: dataAt, count, rows }, epoch).then(() =>
    fetchSlab(call, { rows, count, dataAt }, epoch),
  );
  return {
    rows,
    count,
    isCountExact: count <= maxExactCount,
    isCut: rows.length > 0 && rows.length < Math.min(request.limit ?? Number.POSITIVE_INFINITY, count - request.offset),
    source: 'live',
    dataAt,
    why: null,
    window,
  };
}

/** null = nothing is stored, or the session has ended. Throws BadValue for a filter that means nothing. */
async function storedPage<R extends object>(
  call: ListCall,
  why: Unreached | 'slow' | null,
): Promise<ListPage<R> | null> {
  const { list, question, request } = call;
  const held = (await heldOf(list)) ?? (await heldWithin(list));
  if (!held) return null;
  const answer = answerOffline(list.endpoint.list, held, {
    filters: question.asked,
    windowMs: request.window && request.window.hours * 3600_000,
    sort: question.sort,
    offset: request.offset,
    limit: request.limit,
  });
  if (!answer) return null;
  return { ...answer, rows: answer.rows as unknown as R[], isCountExact: true, isCut: false, source: 'stored', why };
}
