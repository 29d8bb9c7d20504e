/** Messages per ten minutes up to now (ADD-band). One request and one stored copy per length. */
import type { UseQueryOptions } from '@tanstack/react-query';
import { api } from '../../contract/api.ts';
import { type MessageBand, messageBand } from '../../contract/entities/statistics.ts';
import { parseInstant } from '../../contract/params.ts';
import { type ApiResponse, resource } from './resource.ts';
import { readAny } from './response.ts';
import { send, serverNow } from './send.ts';

/** The longest band of the call. */
export const maxBandHours = 168;

export function bandQuery(hours: number): UseQueryOptions<ApiResponse<MessageBand>> {
  return {
    ...resource<MessageBand>({
      key: [api.statistics.band.id, hours],
      request: ({ signal }) => {
        const query = { from: new Date(serverNow() - hours * 3_600_000).toISOString() };
        return send(api.statistics.band, { query, cause: 'poll', signal }, readAny);
      },
      read: (body) => messageBand.parse(body),
      timeOf: (body) => parseInstant(String((body as { asOf?: unknown } | null)?.asOf)),
      copy: { call: api.statistics.band, variant: String(hours) },
    }),
    staleTime: 60_000,
    // Without it the list is complete, and other servers of this API lack the call.
    meta: { isQuiet: true },
  };
}
