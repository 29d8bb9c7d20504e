/** Counts new rows every 30 s (C25, decision 14). Sends no request while hidden, paused or offline. */
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { parseInstant } from '../../contract/params.ts';
import { useConnection } from '../api/connection.ts';
import { type ListPage, rowKey } from '../api/list-resource.ts';
import { type ListRequest, readsArchive } from '../api/list-wire.ts';
import { type ListNews, listNewsQuery } from '../api/new-rows-query.ts';
import { serverNow } from '../api/send.ts';
import type { AnyRow, ListDefinition } from './define-list.ts';
import { type NewRows, newestNews, type Seen, seenOf } from './live-rows.ts';

/** C25. */
export const quietReloadMs = 30_000;

/** Field of From and To, by which rows are newest first. Without it, new rows cannot be detected. */
const timeFieldOf = (list: ListDefinition): string | null =>
  list.endpoint.list.filters.find((filter) => filter.way === 'between')?.field ?? null;

/** To is in the past: no new rows except late ones. */
function isPast(list: ListDefinition, request: Pick<ListRequest, 'filters'>, now: number): boolean {
  const to = list.endpoint.list.filters.find((filter) => filter.way === 'between')?.params[1]?.name;
  const ms = to === undefined ? null : parseInstant(request.filters[to] ?? '');
  return ms !== null && ms < now;
}

export type Shown = {
  /** null = not the requested one yet. */
  readonly page: ListPage<AnyRow> | null;
  /** Result of the page's query, newer or not. */
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
  // Each count would read the archive again.
  const isArchived = readsArchive(request);
  const canReload = timeField !== null && !isArchived && !isPast(list, request, serverNow());
  const live = shown.page?.source === 'live' ? shown.page : null;
  const isOn = canReload && shown.isOn && live !== null && (reach === 'reached' || reach === 'slow');
  const query = useQuery({
    ...listNewsQuery(list.endpoint, { filters: request.filters, window: request.window }, extra),
    enabled: isOn,
    refetchInterval: isOn ? quietReloadMs : false,
    // Returning to the tab requests new rows.
    refetchOnWindowFocus: 'always',
    meta: { errorTitle: list.messages.failed },
  });
  const seen = useSeen(live, request, shown.round, timeField);
  const requested = query.data as ListNews<AnyRow> | null;
  // A reload after an outage that the user did not request also reports new rows.
  const offered =
    request.offset === 0 && shown.latest?.source === 'live' && shown.latest !== shown.page ? shown.latest : null;
  const news = useMemo(
    // A response from before the page contains nothing new: no need to compare clocks.
    () => {
      const responses = [requested, offered].filter((one) => one !== null);
      return seen && timeField && live ? newestNews(responses, seen, timeField) : null;
    },
    [requested, offered, seen, timeField, live],
  );
  const currentAt = useCurrentAt(live, news, news?.at ?? null);
  return { news: live ? news : null, canReload, currentAt };
}

/** Page 1 defines what was seen. Later pages add their rows. */
function useSeen(
  page: ListPage<AnyRow> | null,
  request: ListRequest,
  round: string,
  timeField: string | null,
): Seen | null {
  const requestKey = JSON.stringify([request.filters, request.window, round.split(' ')[0]]);
  const [previous, setPrevious] = useState<{ requestKey: string; round: string; page: object; seen: Seen } | null>(
    null,
  );
  if (page && timeField && (previous?.page !== page || previous.requestKey !== requestKey)) {
    const next = seenOf(page, request.offset, timeField);
    const isReadOn =
      previous !== null && previous.requestKey === requestKey && request.offset > 0 && previous.round === round;
    const seen = isReadOn
      ? { ...previous.seen, keys: new Set([...previous.seen.keys, ...page.rows.map(rowKey)]) }
      : next;
    setPrevious({ requestKey, round, page, seen });
    return seen;
  }
  return previous?.requestKey === requestKey ? previous.seen : null;
}

/** When it was last known that there are no newer rows. */
function useCurrentAt(page: ListPage<AnyRow> | null, news: NewRows | null, freshAt: number | null): number | null {
  const [previous, setPrevious] = useState<{ page: object; at: number } | null>(null);
  if (!page) return null;
  const before = previous?.page === page ? previous.at : page.dataAt;
  const at = news?.count === 0 && freshAt !== null ? Math.max(before, freshAt) : before;
  if (previous?.page !== page || previous.at !== at) setPrevious({ page, at });
  return at;
}
