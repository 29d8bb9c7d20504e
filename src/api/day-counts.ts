/** Messages per day of the last weeks (ADD-days). */
import type { UseQueryOptions } from '@tanstack/react-query';
import { api } from '../../contract/api.ts';
import { type DayCounts, dayCounts } from '../../contract/entities/statistics.ts';
import { parseInstant } from '../../contract/params.ts';
import { type ApiResponse, resource } from './resource.ts';
import { readAny } from './response.ts';
import { send } from './send.ts';

export function dayCountsQuery(): UseQueryOptions<ApiResponse<DayCounts>> {
  return {
    ...resource<DayCounts>({
      key: [api.statistics.days.id],
      request: (config) => send(api.statistics.days, config, readAny),
      read: (body) => dayCounts.parse(body),
      timeOf: (body) => parseInstant(String((body as { asOf?: unknown } | null)?.asOf)),
      copy: { call: api.statistics.days },
    }),
    staleTime: 10 * 60_000,
    // Without it the calendar is complete, and other servers of this API lack the call.
    meta: { isQuiet: true },
  };
}
