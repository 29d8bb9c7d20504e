/** Positions for the small map: polled while it is near the screen, else the stored ones with their age. */
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { api } from '../../../../contract/api.ts';
import { useConnection } from '../../../api/connection.ts';
import { send, serverNow } from '../../../api/send.ts';
import { liveAircraft, type MapAircraft, newMessages } from '../../../charts/small-map/aircraft-view.ts';
import { boxOf, mainRegion } from '../../../charts/small-map/box-view.ts';
import type { Bounds } from '../../../lib/bounds.ts';
import { isPositionsDue, lastPositions, storePositions } from '../../../offline/last-positions.ts';

const pollMs = 15_000;
/** The stored positions that the map of all data shows, too. */
const slot = { source: 'receivers', company: null } as const;
/** Degrees around the box: an aircraft that leaves it stays known. */
const aroundDeg = 5;

export type SkyState = {
  readonly aircraft: readonly MapAircraft[];
  /** With a message since the previous response. */
  readonly spoke: readonly MapAircraft[];
  /** Of the region with the most aircraft: an ocean between two regions would fill the picture. */
  readonly box: Bounds | null;
  /** Number of aircraft of that region. */
  readonly inRegion: number;
  /** Epoch ms, server time. */
  readonly at: number;
  readonly isLive: boolean;
};

/** Not for company users, who have no map. All others see all positions. */
export function useSky(isNear: boolean): { readonly sky: SkyState | null; readonly error: Error | null } {
  const { state: reach } = useConnection();
  const isReached = reach === 'reached' || reach === 'slow';
  const box = useRef<Bounds | null>(null);
  const before = useRef<readonly MapAircraft[] | null>(null);
  const query = useQuery({
    queryKey: ['sky'],
    queryFn: async ({ signal }): Promise<SkyState> => {
      const query = queryOf(box.current);
      try {
        const { currentLocations } = await send(api.map.currentLocation, { query, cause: 'poll', signal });
        const now = serverNow();
        if (isPositionsDue(slot, Date.now())) void storePositions(slot, { rows: currentLocations, storedAt: now });
        const aircraft = liveAircraft(currentLocations, now);
        box.current = boxOf(aircraft);
        const spoke = newMessages(before.current, aircraft, now);
        before.current = aircraft;
        return { aircraft, spoke, ...regionOf(aircraft), at: now, isLive: true };
      } catch (error) {
        const stored = await storedSky();
        if (stored) return stored;
        throw error;
      }
    },
    enabled: isNear,
    // Out of reach one read is enough. An error repeats it: the store of a busy device may have opened too late.
    refetchInterval: ({ state }) => (isReached || state.error ? pollMs : false),
    refetchOnWindowFocus: 'always',
    retry: false,
    meta: { isQuiet: true },
  });
  const { refetch } = query;
  // Back in reach: current positions at once.
  useEffect(() => {
    if (isNear && isReached) void refetch();
  }, [isReached, isNear, refetch]);
  const { data = null } = query;
  // Without the server the last positions are not live.
  const sky = useMemo(() => (data && !isReached ? { ...data, spoke: [], isLive: false } : data), [data, isReached]);
  return { sky, error: query.error };
}

async function storedSky(): Promise<SkyState | null> {
  const stored = await lastPositions(slot, serverNow());
  if (!stored) return null;
  const aircraft = liveAircraft(stored.rows, stored.storedAt);
  return { aircraft, spoke: [], ...regionOf(aircraft), at: stored.storedAt, isLive: false };
}

function regionOf(aircraft: readonly MapAircraft[]): Pick<SkyState, 'box' | 'inRegion'> {
  const region = mainRegion(aircraft);
  return { box: boxOf(region), inRegion: region.length };
}

/** First all, then the box of those. */
function queryOf(box: Bounds | null): Record<'lat1' | 'lat2' | 'lon1' | 'lon2', string> {
  const degrees = (value: number, limit: number): string => String(Math.max(-limit, Math.min(limit, value)));
  if (!box) return { lat1: '-90', lat2: '90', lon1: '-180', lon2: '180' };
  return {
    lat1: degrees(box.south - aroundDeg, 90),
    lat2: degrees(box.north + aroundDeg, 90),
    lon1: degrees(box.west - aroundDeg, 180),
    lon2: degrees(box.east + aroundDeg, 180),
  };
}

/** Whether the element was ever near the viewport. */
export function useNear(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (!current || isNear) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: '200px' },
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [element, isNear]);
  return isNear;
}
