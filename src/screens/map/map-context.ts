/**
 * What every part of the map screen shares: the map itself, what is in view, the address, the colours.
 * Must not: change while the map moves, or each part would be drawn anew for each frame.
 */
import type { Map as GlMap } from 'maplibre-gl';
import { createContext, use } from 'react';
import type { MapColours } from '../../ui/map-colours.ts';
import type { MapAddress } from './map-address.ts';
import type { ViewInSight } from './sight.ts';

/** Why there is no map: its code could not be loaded, or there is no WebGL. */
export type MapFailure = 'code' | 'webgl';

export type MapShare = {
  /** null while its code is loading, and where there is no WebGL: the list beside the map works without. */
  readonly map: GlMap | null;
  /** As the map came to rest last; null before it stood for the first time. */
  readonly sight: ViewInSight | null;
  readonly isAtRest: boolean;
  readonly address: MapAddress;
  /** Selection, layer, source, and the view, too: map and address bar follow. */
  readonly change: (part: Partial<MapAddress>) => void;
  /** For the company's map (MAP-08): what each call adds. null on the map of all. */
  readonly company: string | null;
  readonly colours: MapColours;
};

const Share = createContext<MapShare | null>(null);
export const MapShareProvider = Share.Provider;

export function useMapShare(): MapShare {
  const share = use(Share);
  if (!share) throw new Error('This is no part of the map screen.');
  return share;
}
