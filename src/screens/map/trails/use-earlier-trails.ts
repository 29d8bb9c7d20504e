/** Trails from before the map was opened, requested once. Without a response they begin with the first poll. */
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../contract/api.ts';
import { readAny } from '../../../api/response.ts';
import { send } from '../../../api/send.ts';
import { boundsQuery } from '../../../lib/bounds.ts';
import { useMapShare } from '../map-context.ts';
import { aircraftKey } from '../positions/aircraft.ts';
import { fleetKey, recentTrails } from '../positions/fleet-store.ts';
import { readRecentTrails } from './trail.ts';

/** Changes when they have been received. `isEnabled` = the first positions are known. */
export function useEarlierTrails(isEnabled: boolean): number {
  const { address, company, viewport } = useMapShare();
  const { source } = address;
  const { data } = useQuery({
    queryKey: ['trails', fleetKey(source, company)],
    queryFn: async ({ signal }) => {
      if (!viewport) return 0;
      const query = { ...boundsQuery(viewport.bounds), ...(company === null ? {} : { company }) };
      const trails = readRecentTrails(await send(api.map.trails, { query, cause: 'poll', signal }, readAny));
      for (const { icao, points } of trails) recentTrails.addEarlier(aircraftKey(icao), points);
      return trails.length;
    },
    enabled: isEnabled && viewport !== null && source === 'receivers',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
    meta: { isQuiet: true },
  });
  return data ?? 0;
}
