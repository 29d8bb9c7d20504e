/**
 * Airports in view: asked once a second after the map came to rest (MAP-10), by its zoom (MAP-11).
 * Must not: ask while the map moves, or let airports vanish while others are on their way.
 */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type AirportQuestion, type MapAirports, mapAirportsQuery } from '../../../api/map-airports.ts';
import type { ViewInSight } from '../sight.ts';
import { airportSet } from '../zoom-tables.ts';

const restMs = 1000;
/** Neither the server nor the device told any: so long after, they are asked again. */
const againMs = 5000;

/** null = none came yet. */
export function useAirports(sight: ViewInSight | null, isAtRest: boolean): MapAirports | null {
  const [question, setQuestion] = useState<AirportQuestion | null>(null);
  useEffect(() => {
    if (!sight || !isAtRest) return;
    const asked = { set: airportSet(sight.zoom, sight.bounds), bounds: sight.bounds };
    const timer = setTimeout(() => setQuestion(asked), restMs);
    return () => clearTimeout(timer);
  }, [sight, isAtRest]);
  const { data } = useQuery({
    ...mapAirportsQuery(question ?? { set: 'large', bounds: null }),
    enabled: question !== null,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.status === 'error' ? againMs : false),
  });
  return data ?? null;
}
