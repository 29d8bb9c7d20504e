/** Stored positions of an aircraft since its last silence, requested once for its trail and its altitudes. */
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../contract/api.ts';
import { readAny } from '../../../api/response.ts';
import { send } from '../../../api/send.ts';
import { readTrail, type TrailPoint } from './trail.ts';

export const noTrail: readonly TrailPoint[] = [];

export function useStoredTrail(icao: string, company: string | null): readonly TrailPoint[] {
  const { data } = useQuery({
    queryKey: ['trail', icao, company],
    queryFn: async ({ signal }) => {
      const query = { icao, ...(company === null ? {} : { company }) };
      return readTrail(await send(api.map.trail, { query, cause: 'user', signal }, readAny));
    },
    refetchOnMount: true,
    staleTime: 60_000,
    meta: { isQuiet: true },
  });
  return data ?? noTrail;
}
