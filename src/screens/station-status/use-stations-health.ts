import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type StationHealthResponse, stationHealthQuery } from '../../api/station-health.ts';

export const refreshMs = 30_000;

/** `stationId` null = all. With `isAsked` false nothing is requested. */
export function useStationsHealth(stationId: string | null, isAsked = true): UseQueryResult<StationHealthResponse> {
  return useQuery({
    ...stationHealthQuery(stationId),
    enabled: isAsked,
    refetchInterval: refreshMs,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
}
