/**
 * Airports in view: requested 1 s after the map stops moving (MAP-10), by zoom (MAP-11).
 * Stored airports are shown until the response arrives, and offline.
 */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  type AirportQuestion,
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
  const [question, setQuestion] = useState<AirportQuestion | null>(null);
  useEffect(() => {
    if (!viewport || !isAtRest) return;
    const asked = { set: airportSet(viewport.zoom, viewport.bounds), bounds: viewport.bounds };
    const timer = setTimeout(() => setQuestion(asked), restMs);
    return () => clearTimeout(timer);
  }, [viewport, isAtRest]);
  const { data } = useQuery({
    ...mapAirportsQuery(question ?? { set: 'large', bounds: null }),
    enabled: question !== null,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.status === 'error' ? againMs : false),
  });
  const view: AirportQuestion = {
    set: airportSet(viewport?.zoom ?? 0, viewport?.bounds ?? null),
    bounds: viewport?.bounds ?? null,
  };
  const stored = useQuery({ ...storedAirportsQuery(view), enabled: viewport !== null && data === undefined });
  return data ?? stored.data ?? null;
}
