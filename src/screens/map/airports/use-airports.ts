/**
 * Airports in view: requested 1 s after the map stops moving (MAP-10), by zoom (MAP-11).
 * Stored airports are shown until the response arrives, and offline.
 */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  type AirportCriteria,
  type MapAirports,
  mapAirportsQuery,
  storedAirportsQuery,
} from '../../../api/map-airports.ts';
import type { Viewport } from '../viewport.ts';
import { airportSet } from '../zoom-tables.ts';

const restMs = 1000;
/** Retry interval when neither server nor device has airports. */
const againMs = 5000;

/** null = none received yet. */
export function useAirports(viewport: Viewport | null, isAtRest: boolean): MapAirports | null {
  const [criteria, setCriteria] = useState<AirportCriteria | null>(null);
  useEffect(() => {
    if (!viewport || !isAtRest) return;
    const requested = { set: airportSet(viewport.zoom, viewport.bounds), bounds: viewport.bounds };
    const timer = setTimeout(() => setCriteria(requested), restMs);
    return () => clearTimeout(timer);
  }, [viewport, isAtRest]);
  const { data } = useQuery({
    ...mapAirportsQuery(criteria ?? { set: 'large', bounds: null }),
    enabled: criteria !== null,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.status === 'error' ? againMs : false),
  });
  const view: AirportCriteria = {
    set: airportSet(viewport?.zoom ?? 0, viewport?.bounds ?? null),
    bounds: viewport?.bounds ?? null,
  };
  const stored = useQuery({ ...storedAirportsQuery(view), enabled: viewport !== null && data === undefined });
  return data ?? stored.data ?? null;
}
