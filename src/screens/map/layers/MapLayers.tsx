/**
 * What is drawn into the map above the base map: one component per kind, each with a `useEffect` on `useMapShare().map`.
 * Must not: draw anything itself.
 */
import type { ReactElement } from 'react';
import { AirportLayer } from '../airports/AirportLayer.tsx';
import { AircraftOnMap } from './AircraftOnMap.tsx';

export function MapLayers(): ReactElement {
  return (
    <>
      <AirportLayer />
      <AircraftOnMap />
    </>
  );
}
