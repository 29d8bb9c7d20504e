/**
 * All rows of a list that match, in answers of a few thousand, each as its text: for an export.
 * Must not: keep a row, know a workbook, or read an answer on the page's own thread.
 */
import type { ListEndpoint } from '../../contract/endpoint.ts';
import { instantParam } from '../../contract/params.ts';
import { type ListCall, listCall, questionParams } from './list-call.ts';
import type { ListRequest } from './queries.ts';
import { sendForText, serverNow } from './send.ts';

type Texts = Readonly<Record<string, string>>;
export type MatchingRows = {
  /** The window that every answer belongs to, epoch ms; null for a list without time, or as far as the filter leaves an end open. */
  readonly window: { readonly from: number | null; readonly to: number } | null;
  /** Throws what send throws. */
  answer(page: { readonly offset: number; readonly limit: number }, signal: AbortSignal): Promise<string>;
};

/**
 * Fixes the question at this moment: rows that come in while the answers are fetched lie outside of its window and move nothing.
 * (One that a receiver sends late can still fall into it: whoever joins the answers drops the row that then comes twice.)
 */
export function matchingRows(
  endpoint: ListEndpoint,
  request: Pick<ListRequest, 'filters' | 'window' | 'sort'>,
  extra: Texts,
): MatchingRows {
  const call = listCall(endpoint, { ...request, offset: 0, limit: null }, extra);
  const fixed = fixedWindow(call, serverNow());
  return {
    window: fixed.window,
    answer: ({ offset, limit }, signal) => {
      const query = { ...call.fixed, ...fixed.params, offset: String(offset), limit: String(limit) };
      return sendForText(endpoint, { query, path: call.path, cause: 'user', signal } as Parameters<
        typeof sendForText<ListEndpoint>
      >[1]);
    },
  };
}

function fixedWindow(call: ListCall, now: number): { params: Texts; window: MatchingRows['window'] } {
  const { filters, window } = call.request;
  const params = questionParams(call);
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
const fewestRows = 250;
const mostRows = 10_000;
/** Well below the deadline of a request. */
const longMs = 4000;
const shortMs = 1500;

/** How many rows to ask for next, when `rows` took so long: a poor link gets small answers, so that each arrives in time. */
export function nextPageRows(rows: number, tookMs: number): number {
  if (tookMs > longMs) return Math.max(fewestRows, Math.floor(rows / 2));
  return tookMs < shortMs ? Math.min(mostRows, rows * 2) : rows;
}
