/**
 * Looks every 30 s, quietly, for rows that came since what is shown, and counts them (C25, docs/decisions/0014).
 * Must not: change what is shown. Hidden, paused or out of the server's reach it asks nothing.
 */
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { parseInstant } from '../../contract/params.ts';
import { useConnection } from '../api/connection.ts';
import { type ListNews, listNewsQuery } from '../api/list-news.ts';
import { type ListPage, type ListRequest, rowKey } from '../api/queries.ts';
import { serverNow } from '../api/send.ts';
import type { AnyRow, ListDefinition } from './define-list.ts';
import { type NewRows, newestNews, type Seen, seenOf } from './live-rows.ts';

/** C25. */
export const quietReloadMs = 30_000;

/** The field that From and To look at: newest rows come first by it. Without one nothing can be told to be newer. */
const timeFieldOf = (list: ListDefinition): string | null =>
  list.endpoint.list.filters.find((filter) => filter.way === 'between')?.field ?? null;

/** A To that has passed: no row can come any more, but late ones that nobody waits for. */
function isPast(list: ListDefinition, request: Pick<ListRequest, 'filters'>, now: number): boolean {
  const to = list.endpoint.list.filters.find((filter) => filter.way === 'between')?.params[1]?.name;
  const ms = to === undefined ? null : parseInstant(request.filters[to] ?? '');
  return ms !== null && ms < now;
}

export type Shown = {
  /** null = not the asked one yet. */
  readonly page: ListPage<AnyRow> | null;
  /** What the page's own query holds, newer or not. */
  readonly latest: ListPage<AnyRow> | null;
  /** Changes with each SEARCH, RESET and Refresh. */
  readonly round: string;
  readonly isOn: boolean;
};

export function useNewRows(
  list: ListDefinition,
  request: ListRequest,
  extra: Readonly<Record<string, string>>,
  shown: Shown,
): { news: NewRows | null; canReload: boolean; currentAt: number | null } {
  const timeField = timeFieldOf(list);
  const { state: reach } = useConnection();
  const canReload = timeField !== null && !isPast(list, request, serverNow());
  const live = shown.page?.source === 'live' ? shown.page : null;
  const isOn = canReload && shown.isOn && live !== null && (reach === 'reached' || reach === 'slow');
  const query = useQuery({
    ...listNewsQuery(list.endpoint, { filters: request.filters, window: request.window }, extra),
    enabled: isOn,
    refetchInterval: isOn ? quietReloadMs : false,
    // Whoever comes back to the tab wants to know what came meanwhile.
    refetchOnWindowFocus: 'always',
    meta: { errorTitle: list.messages.failed },
  });
  const seen = useSeen(live, request, shown.round, timeField);
  const asked = query.data as ListNews<AnyRow> | null;
  // A reload after an outage that nobody asked for: it tells what is new as well.
  const offered =
    request.offset === 0 && shown.latest?.source === 'live' && shown.latest !== shown.page ? shown.latest : null;
  const news = useMemo(
    // An answer from before the page has nothing that the page does not hold: no need to compare their clocks.
    () => {
      const answers = [asked, offered].filter((one) => one !== null);
      return seen && timeField && live ? newestNews(answers, seen, timeField) : null;
    },
    [asked, offered, seen, timeField, live],
  );
  const currentAt = useCurrentAt(live, news, news?.at ?? null);
  return { news: live ? news : null, canReload, currentAt };
}

/** Page 1 tells what was seen; the pages after it are read on from there, and add their rows. */
function useSeen(
  page: ListPage<AnyRow> | null,
  request: ListRequest,
  round: string,
  timeField: string | null,
): Seen | null {
  const question = JSON.stringify([request.filters, request.window, round.split(' ')[0]]);
  const [held, setHeld] = useState<{ question: string; round: string; page: object; seen: Seen } | null>(null);
  if (page && timeField && (held?.page !== page || held.question !== question)) {
    const next = seenOf(page, request.offset, timeField);
    const isReadOn = held !== null && held.question === question && request.offset > 0 && held.round === round;
    const seen = isReadOn ? { ...held.seen, keys: new Set([...held.seen.keys, ...page.rows.map(rowKey)]) } : next;
    setHeld({ question, round, page, seen });
    return seen;
  }
  return held?.question === question ? held.seen : null;
}

/** When it was last known that nothing newer is there. */
function useCurrentAt(page: ListPage<AnyRow> | null, news: NewRows | null, freshAt: number | null): number | null {
  const [held, setHeld] = useState<{ page: object; at: number } | null>(null);
  if (!page) return null;
  const before = held?.page === page ? held.at : page.dataAt;
  const at = news?.count === 0 && freshAt !== null ? Math.max(before, freshAt) : before;
  if (held?.page !== page || held.at !== at) setHeld({ page, at });
  return at;
}
