/** Goes to a result of the search: the map flies there, and the result is selected. */
import { useAirportsShare } from '../airports/airports-context.tsx';
import { useMapShare } from '../map-context.ts';
import { focusSoon } from '../panel/focus.ts';
import type { Found } from './find-on-map.ts';

type Target = { readonly lat: number; readonly lon: number; readonly zoom: number };

/** Zooms from which the map shows names of aircraft, and small airports (MAP-11). */
const leastZoom = { aircraft: 7, airport: 10 } as const;

/** `fly` moves a drawn map. Without one the view is set in the address. */
export function useGoTo(fly: ((target: Target) => void) | null): (found: Found) => void {
  const { address, change } = useMapShare();
  const { select } = useAirportsShare();
  return (found) => {
    const place =
      found.kind === 'aircraft' ? found.place : { lat: found.airport.latitudeDeg, lon: found.airport.longitudeDeg };
    const target = place && { ...place, zoom: Math.max(address.zoom, leastZoom[found.kind]) };
    if (target && fly) fly(target);
    else if (target) change(target);
    if (found.kind === 'airport') select(found.airport);
    else change({ icao: found.icao });
    focusSoon(found.kind);
  };
}
