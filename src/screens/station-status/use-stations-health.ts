import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type StationHealthResponse, stationHealthQuery } from '../../api/station-health.ts';

export const refreshMs = 30_000;

/** `stationId` null = all. With `isEnabled` false nothing is requested. */
export function useStationsHealth(stationId: string | null, isEnabled = true): UseQueryResult<StationHealthResponse> {
  return useQuery({
    ...stationHealthQuery(stationId),
    enabled: isEnabled,
    refetchInterval: refreshMs,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
}
