/** Positions worldwide, for search and "Show all aircraft": polls cover the viewport only. */
import { useQuery } from '@tanstack/react-query';
import type { Fix, PositionSource } from '../../../charts/positions/fix.ts';
import { firstAltitudeBand } from '../../../charts/positions/fix.ts';
import { requestPositions } from '../../../charts/positions/request-positions.ts';
import { serverNow } from '../../../data/send.ts';
import { world } from '../../../lib/bounds.ts';
import { fleetKey, fleetStore } from './fleet-store.ts';

const refreshMs = 15_000;

type Fleet = { readonly source: PositionSource; readonly company: string | null };

/** The fleet store contains them before the map moves there. @throws ApiError */
export async function fetchAllPositions({ source, company }: Fleet, signal?: AbortSignal): Promise<readonly Fix[]> {
  const name = fleetKey(source, company);
  const criteria = { source, company, bounds: world, altitudeBand: firstAltitudeBand };
  const { fixes } = await requestPositions(criteria, null, {
    cause: 'user',
    signal: signal ?? new AbortController().signal,
  });
  fleetStore.take(name, fixes, { at: serverNow() });
  return fixes;
}

/**
 * While `isSearched`, the fleet covers the world. Returns whether the first response is missing. Only for the own receivers: other services count or charge such requests.
 * Errors are ignored: the search then covers the known fleet.
 */
export function useAllPositions({ source, company }: Fleet, isSearched: boolean): boolean {
  return useQuery({
    queryKey: ['all-positions', fleetKey(source, company)],
    queryFn: async ({ signal }) => (await fetchAllPositions({ source, company }, signal)).length,
    enabled: isSearched && source === 'receivers',
    refetchInterval: refreshMs,
    staleTime: refreshMs,
    gcTime: 0,
    meta: { isQuiet: true },
  }).isLoading;
}
