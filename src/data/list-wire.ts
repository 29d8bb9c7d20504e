/** The request of one page of a list as wire parameters, and its response as rows and count. */
import type { ListEndpoint } from '../../contract/endpoint.ts';
import { type Sort, sortFlags } from '../../contract/order.ts';
import { instantParam, maxExactCount } from '../../contract/params.ts';
import { sessionScoped } from '../session/session-scoped.ts';
import { sendJoined } from './joined-rows.ts';
import { paramNames } from './offline/filter-rows.ts';
import { messagesOf } from './offline/join-rows.ts';
import type { ListId } from './offline/stored-pages.ts';
import { send, serverNow } from './send.ts';

type Texts = Readonly<Record<string, string>>;

/** Named by its length, so that the query key does not change with the clock. */
type NamedWindow = { readonly hours: number };
export type ListRequest = {
  /** Wire parameter -> text, as applied. */
  readonly filters: Readonly<Record<string, string>>;
  /** The named default window; null when From or To are among the filters, or when the list has none. */
  readonly window: NamedWindow | null;
  /** Sort of the server; null = its default order. */
  readonly sort: Sort | null;
  readonly offset: number;
  /** null = all. */
  readonly limit: number | null;
  /** The list does not show its total (C40): All is requested without a limit, although the count is known. */
  readonly isTotalUnknown?: true;
  /** Messages in place of receptions: offset, limit and count are of messages. */
  readonly isJoined?: true;
};
export type ListCall = {
  readonly endpoint: ListEndpoint;
  readonly request: ListRequest;
  /** The list in the store: parameters that no filter declares are part of its name, as only the server can apply them. */
  readonly list: ListId;
  readonly criteria: {
    /** Without those of the scope. */
    readonly filters: Texts;
    readonly sort: Sort | null;
    readonly windowHours: number | null;
    readonly offset: number;
    readonly limit: number | null;
  };
  readonly path: Texts;
  /** Query parameters that belong to the list itself. */
  readonly fixed: Texts;
};
export type ListResponseRead<R> = {
  readonly rows: readonly R[];
  /** Rows, or the messages that they are. */
  readonly shown: number;
  readonly count: number;
  /** Epoch ms of the server's clock. */
  readonly dataAt: number;
  readonly window: { readonly from: number; readonly to: number } | null;
};

/** `extra` = parameters of the path, or fixed query parameters. */
export function listCall(endpoint: ListEndpoint, request: ListRequest, extra: Texts): ListCall {
  const declared = paramNames(endpoint.list.filters);
  const isInPath = (name: string): boolean => endpoint.path.includes(`{${name}}`);
  return {
    endpoint,
    request,
    list: { endpoint, scope: { ...extra, ...only(request.filters, (name) => !declared.has(name)) } },
    criteria: {
      filters: only(request.filters, (name) => declared.has(name)),
      sort: request.sort,
      windowHours: request.window?.hours ?? null,
      offset: request.offset,
      limit: request.limit,
    },
    path: only(extra, isInPath),
    fixed: only(extra, (name) => !isInPath(name)),
  };
}

/** The last count of each request: All requests that many rows (C22). */
const counts = sessionScoped(() => new Map<string, number>());
const maxCounts = 50;
const criteriaText = ({ endpoint, request, fixed, path }: ListCall): string =>
  JSON.stringify([endpoint.id, path, fixed, request.filters, request.window?.hours ?? null, request.isJoined ?? false]);

/** C22: All = as many rows as were counted last; without a known count, or for C40, neither offset nor limit. */
function pagingOf(call: ListCall): Texts {
  const { offset, limit } = call.request;
  if (limit !== null) return { offset: String(offset), limit: String(limit) };
  const known = call.request.isTotalUnknown ? 0 : (counts.get().get(criteriaText(call)) ?? 0);
  return known > 0 && known <= maxExactCount ? { offset: '0', limit: String(known) } : {};
}

/** The archive of the server is never stored. */
export const readsArchive = ({ filters }: Pick<ListRequest, 'filters'>): boolean => filters.archive !== undefined;

/** Longer than a statement of the server may take: its response states the remedy. */
const archiveDeadlineMs = 30_000;

/** Resolves the window now (C25). Throws what send throws. */
export async function sendList<R extends object>(
  call: ListCall,
  how: { readonly cause: 'user' | 'poll'; readonly signal?: AbortSignal },
): Promise<ListResponseRead<R>> {
  const { endpoint, request } = call;
  const window = resolveWindow(request, serverNow());
  const query = { ...call.fixed, ...windowParams(endpoint, window), ...criteriaParams(call) };
  const deadlineMs = readsArchive(request) ? archiveDeadlineMs : undefined;
  const response = (await sendJoined(request.isJoined, (joined) =>
    send(endpoint, { query: { ...query, ...joined, ...pagingOf(call) }, path: call.path, deadlineMs, ...how }),
  )) as Readonly<Record<string, unknown>>;
  const rows = response[endpoint.list.rows] as readonly R[];
  const shown = shownRows(request, rows);
  const count = countOf(response[endpoint.list.count], request, shown);
  const known = counts.get();
  if (known.size >= maxCounts) known.clear();
  known.set(criteriaText(call), count);
  return {
    rows,
    shown,
    count,
    dataAt: serverNow(),
    window,
  };
}

export const shownRows = ({ isJoined }: Pick<ListRequest, 'isJoined'>, rows: readonly object[]): number =>
  isJoined ? messagesOf(rows as readonly Readonly<Record<string, unknown>>[]).length : rows.length;

/** A server that counts fewer rows than it sends, or none, has at least the received rows. */
export function countOf(sent: unknown, { offset, limit }: Pick<ListRequest, 'offset' | 'limit'>, rows: number): number {
  const seen = rows === 0 ? 0 : (limit === null ? 0 : offset) + rows;
  return Math.max(typeof sent === 'number' && Number.isFinite(sent) ? sent : 0, seen);
}

/** Filters and the flag of the sort. */
export const criteriaParams = ({ endpoint, request }: ListCall): Texts => ({
  ...request.filters,
  ...sortFlags(endpoint.list.order, request.sort),
});

function resolveWindow(request: ListRequest, now: number): ListResponseRead<object>['window'] {
  return request.window && { from: now - request.window.hours * 3600_000, to: now };
}

/** `YYYY-MM-DD HH:mm:ss`, UTC (TIME-07), under the names of the list's From and To. */
function windowParams(endpoint: ListEndpoint, window: ListResponseRead<object>['window']): Texts {
  const [from, to] = endpoint.list.filters.find((filter) => filter.way === 'between')?.params ?? [];
  if (!window || !from || !to) return {};
  return { [from.name]: instantParam.write(window.from), [to.name]: instantParam.write(window.to) };
}

const only = (texts: Texts, isIncluded: (name: string) => boolean): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([name]) => isIncluded(name)));
