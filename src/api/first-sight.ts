/** Statistics at first sight (ADD-firstSight), stored by range and station. */
import type { UseQueryOptions } from '@tanstack/react-query';
import { api } from '../../contract/api.ts';
import { type FirstSight, firstSight, type SightDays } from '../../contract/entities/first-sight.ts';
import { parseInstant } from '../../contract/params.ts';
import { type ApiResponse, resource } from './resource.ts';
import { readAny } from './response.ts';
import { send } from './send.ts';

export type SightCriteria = {
  readonly days: SightDays;
  /** '' = all. */
  readonly stationId: string;
};
export type SightResponse = ApiResponse<FirstSight>;

export function firstSightQuery({ days, stationId }: SightCriteria): UseQueryOptions<SightResponse> {
  return {
    ...resource<FirstSight>({
      key: [api.statistics.firstSight.id, days, stationId],
      request: ({ signal }) => {
        const query = { days: String(days), ...(stationId === '' ? {} : { stationId }) };
        return send(api.statistics.firstSight, { query, cause: 'poll', signal }, readAny);
      },
      read: (body) => firstSight.parse(body),
      timeOf: (body) => parseInstant(String((body as { asOf?: unknown } | null)?.asOf)),
      copy: { call: api.statistics.firstSight, variant: JSON.stringify({ days, stationId }) },
    }),
    // The section reports it in place: other servers of this API lack the call.
    meta: { isQuiet: true },
  };
}
