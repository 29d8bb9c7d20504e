/** Stores a live page, and prefetches enough rows in the background to page, sort and filter offline. Failures are ignored. */

import { idle } from '../lib/idle.ts';
import { yieldToMain } from '../lib/yield-to-main.ts';
import { prefetchPolicy } from '../offline/policy.ts';
import { listKey, prefetchedAt, storePage } from '../offline/stored-pages.ts';
import { isRunning } from '../session/session-signal.ts';
import { refreshFullCopy } from './full-copies.ts';
import { type ListCall, type ListResponseRead, listCall, sendList } from './list-wire.ts';
import { refreshStationNames } from './station-names.ts';

const underWay = new Set<string>();

type LivePage = Pick<ListResponseRead<object>, 'rows' | 'count' | 'dataAt'>;

/** A page that was opened, or the newest rows of a list that is left open. Never throws. */
export async function storeListPage(call: ListCall, page: LivePage, session: AbortSignal): Promise<void> {
  const { rows, count, dataAt } = page;
  await storePage(call.list, { ...call.criteria, storedAt: dataAt, count, rows }, session);
  await prefetchList(call, page, session);
  await refreshStationNames(call.endpoint.list.filters, session);
}

/** Prefetches rows of the default view within the limits of the policy. */
async function prefetchList(call: ListCall, first: LivePage, session: AbortSignal): Promise<void> {
  const hasWindow = call.endpoint.list.filters.some((filter) => filter.way === 'between');
  // A search with its own times does not have the default window.
  if (hasWindow && !call.request.window) return;
  if (refreshFullCopy(call.endpoint)) return;
  const key = listKey(call.list);
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
      filters: without(call.request.filters, call.criteria.asked),
      window: call.request.window,
      sort: null,
      offset: 0,
      limit: prefetchPolicy(call.endpoint.id).rows,
    },
    { ...call.fixed, ...call.path },
  );
  const isWhole = isUnfiltered(call) && call.request.offset === 0 && first.rows.length >= first.count;
  const response = isWhole ? first : await sendList(prefetchCall, { cause: 'poll' });
  return {
    ...prefetchCall.criteria,
    storedAt: response.dataAt,
    count: response.count,
    rows: response.rows,
    isPrefetch: true,
  };
}

const isUnfiltered = (call: ListCall): boolean => Object.keys(call.criteria.asked).length === 0;

type Texts = Readonly<Record<string, string>>;
const without = (texts: Texts, left: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([name]) => !Object.hasOwn(left, name)));
