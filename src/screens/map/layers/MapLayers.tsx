/**
 * What is drawn into the map above the base map: one component per kind, each with a `useEffect` on `useMapShare().map`.
 * Must not: draw anything itself.
 */
import type { ReactElement } from 'react';

export function MapLayers(): ReactElement | null {
  return null;
}
