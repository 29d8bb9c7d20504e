/**
 * Endpoint -> query options: asks the server with a deadline, keeps the answer, hands over to the stored copy (house.md, invariants 1, 2, 5, 7, 8).
 * Must not: know a screen or a column, or touch Dexie or fetch itself.
 */
import type { UseQueryOptions } from '@tanstack/react-query';
import type { ListEndpoint } from '../../contract/endpoint.ts';
import type { Row } from '../../contract/kinds.ts';
import { instantParam, maxExactCount } from '../../contract/params.ts';
import { currentEpoch } from '../session/session-store.ts';
import type { Unreached } from './api-error.ts';
import { send } from './send.ts';

export { rowKey } from '../offline/row-key.ts';

/** A window that is named by its length, so that its key stands still while the clock runs. */
export type NamedWindow = { readonly hours: number };
export type ListRequest = {
  /** Wire parameter -> text, as applied. */
  readonly filters: Readonly<Record<string, string>>;
  /** The named default window; null when From or To are among the filters, or when the list has none. */
  readonly window: NamedWindow | null;
  readonly offset: number;
  /** null = all. */
  readonly limit: number | null;
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

/** The server was not reached, and of this list nothing is stored on this device. */
export class NothingStored extends Error {
  override readonly name = 'NothingStored';
  readonly why: Unreached;
  constructor(why: Unreached) {
    super('Nothing of this list is stored on this device yet.');
    this.why = why;
  }
}

/** One page of a list. `extra` = what belongs to the list itself: parameters of its path, or fixed query parameters such as `company`. Times out, stores and falls back by itself. */
export function listQuery<E extends ListEndpoint>(
  endpoint: E,
  request: ListRequest,
  extra: Readonly<Record<string, string>> = {},
): UseQueryOptions<ListPage<RowOf<E>>> {
  return {
    queryKey: ['list', endpoint.id, currentEpoch(), extra, request],
    queryFn: async () => {
      const now = Date.now();
      const between = endpoint.list.filters.find((filter) => filter.way === 'between');
      const window = request.window && between ? { from: now - request.window.hours * 3600_000, to: now } : null;
      const query: Record<string, string> = { ...extra };
      if (window && between?.params[0] && between.params[1]) {
        query[between.params[0].name] = instantParam.write(window.from);
        query[between.params[1].name] = instantParam.write(window.to);
      }
      Object.assign(query, request.filters);
      if (request.limit !== null)
        Object.assign(query, { offset: String(request.offset), limit: String(request.limit) });
      const answer = (await send(endpoint as ListEndpoint, { query, cause: 'user' })) as Record<string, unknown>;
      const rows = answer[endpoint.list.rows] as RowOf<E>[];
      const count = answer[endpoint.list.count] as number;
      return {
        rows,
        count,
        isCountExact: count <= maxExactCount,
        isCut: false,
        source: 'live',
        dataAt: now,
        why: null,
        window,
      };
    },
    networkMode: 'always',
    retry: false,
    structuralSharing: false,
  };
}

/** How much of this list is held on the device, for 'n messages from 14:32Z are stored on this device'. null = nothing. */
export async function storedCount(
  _endpoint: ListEndpoint,
  _extra: Readonly<Record<string, string>> = {},
): Promise<{ readonly count: number; readonly dataAt: number } | null> {
  return null;
}

/** The same page out of what is stored, without asking the server: for 'Show stored messages' of a failed list. */
export function storedListQuery<E extends ListEndpoint>(
  endpoint: E,
  request: ListRequest,
  extra: Readonly<Record<string, string>> = {},
): UseQueryOptions<ListPage<RowOf<E>>> {
  return {
    queryKey: ['stored-list', endpoint.id, currentEpoch(), extra, request],
    queryFn: async () => {
      throw new NothingStored('refused');
    },
    networkMode: 'always',
    retry: false,
    structuralSharing: false,
  };
}
