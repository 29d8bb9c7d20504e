/** What a list reads in the archive of the server (ADD-archive). Never stored: the archive needs the server. */
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../contract/api.ts';
import type { Reads } from '../../contract/endpoint.ts';
import { send } from './send.ts';

export type ArchiveSize = Reads<typeof api.acarsMessage.archive>;
/** Texts of the wire. Absent = open. */
export type ArchiveWindow = { readonly from?: string | undefined; readonly to?: string | undefined };

const staleMs = 600_000;

export const archiveQuery = (isAdsb: boolean, window: ArchiveWindow = {}) =>
  queryOptions<ArchiveSize>({
    queryKey: [api.acarsMessage.archive.id, isAdsb, window],
    queryFn: ({ signal }) =>
      send(api.acarsMessage.archive, {
        query: {
          isAdsb: String(isAdsb),
          ...(window.from ? { from: window.from } : {}),
          ...(window.to ? { to: window.to } : {}),
        },
        cause: 'poll',
        signal,
      }),
    staleTime: staleMs,
    // Without it nothing is offered, and other servers of this API lack the call.
    meta: { isQuiet: true },
  });
