/** How many rows of a list a longer window contains, under its filters: of the server, otherwise of the stored rows. */
import type { UseQueryOptions } from '@tanstack/react-query';
import type { ListEndpoint } from '../../contract/endpoint.ts';
import { storedRows } from './list-resource.ts';
import { listCall, sendList } from './list-wire.ts';
import { type ApiResponse, resource } from './resource.ts';

type Texts = Readonly<Record<string, string>>;

/** Its count is that of the window. */
export const windowCountRows = 1;

export type WindowsOf = {
  readonly endpoint: ListEndpoint;
  /** Without times. */
  readonly filters: Texts;
  readonly extra: Texts;
  /** Rows are messages in place of receptions. */
  readonly isJoined: boolean;
};

export function windowCountQuery(
  { endpoint, filters, extra, isJoined }: WindowsOf,
  hours: number,
): UseQueryOptions<ApiResponse<number>> {
  const request = { filters, window: { hours }, sort: null, ...(isJoined ? { isJoined } : {}) };
  return {
    ...resource<number>({
      key: ['window-count', endpoint.id, extra, filters, hours, isJoined],
      request: async (how) =>
        (await sendList(listCall(endpoint, { ...request, offset: 0, limit: windowCountRows }, extra), how)).count,
      read: Number,
      copy: {
        store: () => undefined,
        find: async () => {
          const stored = await storedRows(endpoint, request, extra);
          return stored && { value: stored.count, dataAt: stored.dataAt };
        },
      },
    }),
    staleTime: 30_000,
    // The windows can be chosen without their numbers.
    meta: { isQuiet: true },
    retry: false,
  };
}
