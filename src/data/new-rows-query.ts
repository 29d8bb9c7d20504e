/** The background reload of a list (C25): its newest rows, to count the new ones. It does not count as use of the session (C05b). */
import type { QueryFunctionContext, UseQueryOptions } from '@tanstack/react-query';
import type { ListEndpoint } from '../../contract/endpoint.ts';
import type { Row } from '../../contract/kinds.ts';
import { sessionSignal } from '../session/session-signal.ts';
import { storeListPage } from './list-resource.ts';
import { type ListRequest, listCall, sendList } from './list-wire.ts';

/** Beyond this number the text is 'or more'. */
export const newsRows = 100;

export type ListNews<R> = {
  /** The newest of the list, newest first. */
  readonly rows: readonly R[];
  /** Of the whole list. */
  readonly count: number;
  /** Epoch ms of the server's clock. */
  readonly dataAt: number;
};

/** null before the first reload. */
export function listNewsQuery<E extends ListEndpoint>(
  endpoint: E,
  requested: Pick<ListRequest, 'filters' | 'window'>,
  extra: Readonly<Record<string, string>>,
): UseQueryOptions<ListNews<Row<E['list']['entity']>> | null> & { initialData: null } {
  const request: ListRequest = { ...requested, sort: null, offset: 0, limit: newsRows };
  return {
    queryKey: ['list-news', endpoint.id, extra, requested],
    queryFn: async ({ signal }: QueryFunctionContext) => {
      const session = sessionSignal();
      const call = listCall(endpoint, request, extra);
      const { rows, count, dataAt } = await sendList<Row<E['list']['entity']>>(call, { cause: 'poll', signal });
      // Stored rows stay current, although the screen waits for a click.
      void storeListPage(call, { rows, count, dataAt }, session);
      return { rows, count, dataAt };
    },
    initialData: null,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: false,
    structuralSharing: false,
  };
}
