/** All matching rows of a list for an export, in responses of a few thousand rows, as text: a worker reads them. */
import type { ListEndpoint } from '../../contract/endpoint.ts';
import { instantParam, maxExactCount } from '../../contract/params.ts';
import { criteriaParams, type ListCall, type ListRequest, listCall } from './list-wire.ts';
import { readText } from './response.ts';
import { send, serverNow } from './send.ts';

type Texts = Readonly<Record<string, string>>;
export type MatchingRows = {
  /** The window of every response, epoch ms; null for a list without time, or for an open end. */
  readonly window: { readonly from: number | null; readonly to: number } | null;
  /** Query parameters of every response, without paging. */
  readonly params: Texts;
  /** Throws what send throws. */
  respond(page: { readonly offset: number; readonly limit: number }, signal: AbortSignal): Promise<string>;
};

/**
 * Fixes the window now, so that newly received rows move nothing. A row that a receiver sends late can appear twice, and so can rows after
 * others were removed (`nextOffset`).
 */
export function matchingRows(
  endpoint: ListEndpoint,
  request: Pick<ListRequest, 'filters' | 'window' | 'sort'>,
  extra: Texts,
): MatchingRows {
  const call = listCall(endpoint, { ...request, offset: 0, limit: null }, extra);
  const fixed = fixedWindow(call, serverNow());
  const requested = { ...call.fixed, ...fixed.params };
  return {
    window: fixed.window,
    params: requested,
    respond: ({ offset, limit }, signal) => {
      const query = { ...requested, offset: String(offset), limit: String(limit) };
      return send(endpoint, { query, path: call.path, cause: 'user', signal }, readText);
    },
  };
}

function fixedWindow(call: ListCall, now: number): { params: Texts; window: MatchingRows['window'] } {
  const { filters, window } = call.request;
  const params = criteriaParams(call);
  const [from, to] = call.endpoint.list.filters.find((filter) => filter.way === 'between')?.params ?? [];
  if (!from || !to) return { params, window: null };
  const fromText = filters[from.name] ?? (window ? instantParam.write(now - window.hours * 3600_000) : undefined);
  const toText = filters[to.name] ?? instantParam.write(now);
  return {
    params: { ...params, ...(fromText === undefined ? {} : { [from.name]: fromText }), [to.name]: toText },
    window: { from: fromText === undefined ? null : instantParam.read(fromText), to: instantParam.read(toText) },
  };
}

export const firstPageRows = 2000;
const minRows = 250;
const maxRows = 10_000;
/** Well below the deadline of a request. */
const longMs = 4000;
const shortMs = 1500;

/** Rows of the next request after `rows` took `tookMs`: a poor link gets small responses, so that each arrives in time. */
export function nextPageRows(rows: number, tookMs: number): number {
  if (tookMs > longMs) return Math.max(minRows, Math.floor(rows / 2));
  return tookMs < shortMs ? Math.min(maxRows, rows * 2) : rows;
}

/** A response. `before` = the count of the one before it, or infinite. */
type ReadPage = { readonly offset: number; readonly received: number; readonly count: number; readonly before: number };

/**
 * Offset of the next request. The server may remove rows between two responses: an old day in an order from the oldest on moves all later rows
 * forward, over the offset. As many rows before this response are requested again.
 */
export function nextOffset({ offset, received, count, before }: ReadPage): number {
  const removed = before <= maxExactCount ? Math.max(0, before - count) : 0;
  return removed > 0 ? Math.max(0, offset - removed) : offset + received;
}
