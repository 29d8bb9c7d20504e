/**
 * What the screen knows of the stations: asked for on entry and each half minute while somebody looks; its age goes to the badge.
 * Must not: sort or draw.
 */
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type StationHealthAnswer, stationHealthQuery } from '../../api/station-health.ts';
import { reportDataAge } from '../../ui/data-age.ts';

export const refreshMs = 30_000;

/** `stationId` null = all. With `isAsked` false nothing is asked. */
export function useStationsHealth(stationId: string | null, isAsked = true): UseQueryResult<StationHealthAnswer> {
  return useQuery({
    ...stationHealthQuery(stationId),
    enabled: isAsked,
    refetchInterval: refreshMs,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
}

export function useReportedAge({ data, error }: Pick<UseQueryResult<StationHealthAnswer>, 'data' | 'error'>): void {
  const source = data?.source ?? (error ? 'failed' : 'loading');
  const [at, why] = [data?.dataAt ?? null, data?.why ?? null];
  useEffect(() => reportDataAge({ source, at, why }), [source, at, why]);
}
