/**
 * The quiet reload of a list (C25): its newest rows as of this moment, so that the reader can be told how many are new.
 * Must not: change what is shown, fall back on the stored copy, or count as use of the session (C05b).
 */
import type { QueryFunctionContext, UseQueryOptions } from '@tanstack/react-query';
import type { ListEndpoint } from '../../contract/endpoint.ts';
import type { Row } from '../../contract/kinds.ts';
import { keepPage } from '../offline/stored-pages.ts';
import { currentEpoch } from '../session/session-store.ts';
import { listCall, sendList } from './list-call.ts';
import type { ListRequest } from './queries.ts';

/** So many new rows are counted one by one; beyond, the number reads 'or more'. */
export const newsRows = 100;

export type ListNews<R> = {
  /** The newest of the list, newest first. */
  readonly rows: readonly R[];
  /** Of the whole list. */
  readonly count: number;
  /** Epoch ms of the server's clock. */
  readonly dataAt: number;
};

/** null until it was asked once: entering a list is no reload. */
export function listNewsQuery<E extends ListEndpoint>(
  endpoint: E,
  asked: Pick<ListRequest, 'filters' | 'window'>,
  extra: Readonly<Record<string, string>>,
): UseQueryOptions<ListNews<Row<E['list']['entity']>> | null> & { initialData: null } {
  const epoch = currentEpoch();
  const request: ListRequest = { ...asked, sort: null, offset: 0, limit: newsRows };
  return {
    queryKey: ['list-news', endpoint.id, epoch, extra, asked],
    queryFn: async ({ signal }: QueryFunctionContext) => {
      const call = listCall(endpoint, request, extra);
      const { rows, count, dataAt } = await sendList<Row<E['list']['entity']>>(call, { cause: 'poll', signal });
      // What is stored stays as fresh as what was heard, though the screen waits for a press.
      void keepPage(call.list, { ...call.question, storedAt: dataAt, count, rows }, epoch);
      return { rows, count, dataAt };
    },
    initialData: null,
    networkMode: 'always',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: false,
    refetchOnReconnect: false,
    structuralSharing: false,
  };
}
