/** Limits by zoom (MAP-11 to MAP-15), for 256 px tiles: floor(zoom) in tables, exact zoom for airports (C58). Pure. */
import type { BaseLayer } from '../../../contract/base-layers.ts';
import type { AirportSet } from '../../api/map-airports.ts';
import type { Bounds } from '../../lib/bounds.ts';

/** For zoom 2 or less, 3, 4 ... 9, 10 or more. */
type ByZoom = readonly [number, number, number, number, number, number, number, number, number];
/** MAP-14, px. */
const iconSizes: ByZoom = [10, 12, 15, 18, 20, 25, 30, 32, 35];
/** MAP-13, m. */
const minAltitudes: ByZoom = [12_500, 12_000, 11_500, 10_500, 9_500, 8_500, 6_000, 1_000, 0];

const atZoom = (table: ByZoom, zoom: number): number =>
  table[Math.min(10, Math.max(2, Math.floor(zoom))) - 2] ?? table[0];

/** MAP-14: icon size, px. */
export const aircraftSizePx = (zoom: number): number => atZoom(iconSizes, zoom);

export type AltitudeBandM = { readonly minM: number; readonly maxM: number };
/** MAP-12, C59: of the first call, before any zoom. */
export const firstAltitudeBand: AltitudeBandM = { minM: 10_500, maxM: 16_000 };
/** MAP-13. */
export const altitudeBand = (zoom: number): AltitudeBandM => ({ minM: atZoom(minAltitudes, zoom), maxM: 20_000 });

export const everyAltitudeBand: AltitudeBandM = { minM: 0, maxM: 20_000 };

/** MAP-11. Without bounds only large airports: the view is unknown. */
export function airportSet(zoom: number, bounds: Bounds | null): AirportSet {
  if (!bounds || !(zoom > 7)) return 'large';
  return zoom < 10 ? 'largeAndMedium' : 'all';
}

/** MAP-15: null where the layer is drawn, else what to do to see it. */
export function outOfRange(layer: Pick<BaseLayer, 'minZoom' | 'maxZoom'>, zoom: number): 'Zoom in' | 'Zoom out' | null {
  if (Math.floor(zoom) < layer.minZoom) return 'Zoom in';
  return Math.floor(zoom) > layer.maxZoom ? 'Zoom out' : null;
}
