/** State shared by all parts of the map screen. It never changes while the map moves, or every part would render each frame. */
import { createContext, use } from 'react';
import type { MapColours } from '../../ui/map-colours.ts';
import type { MapDisplay } from './display/map-display.ts';
import type { MapAddress } from './map-address.ts';
import type { Viewport } from './viewport.ts';

/** Why there is no map: its code failed to load, or WebGL is missing. */
export type MapFailure = 'code' | 'webgl';

export type MapShare = {
  /** false while its code loads and without WebGL: the list works without a map. */
  readonly isDrawn: boolean;
  /** View of the map at rest. null before the first. */
  readonly viewport: Viewport | null;
  readonly isAtRest: boolean;
  readonly address: MapAddress;
  /** Selection, layer, source and view: map and address follow. */
  readonly change: (part: Partial<MapAddress>) => void;
  /** Parameter of each call on the company's map (MAP-08). null on the map of all data. */
  readonly company: string | null;
  readonly colours: MapColours;
  readonly display: MapDisplay;
  readonly changeDisplay: (part: Partial<MapDisplay>) => void;
};

const Share = createContext<MapShare | null>(null);
export const MapShareProvider = Share.Provider;

export function useMapShare(): MapShare {
  const share = use(Share);
  if (!share) throw new Error('This is no part of the map screen.');
  return share;
}
