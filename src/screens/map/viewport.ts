/** Viewport bounds by Mercator projection, and what depends on the zoom (MAP-11 to MAP-15). Zooms are those of 256 px tiles (C58). Pure. */

import type { BaseLayer } from '../../../contract/base-layers.ts';
import type { AltitudeBandM } from '../../charts/positions/fix.ts';
import type { AirportSet } from '../../data/map-airports.ts';
import { type Bounds, wrapLon } from '../../lib/bounds.ts';
import type { Unit } from '../../lib/units.ts';

export type View = { readonly lat: number; readonly lon: number; readonly zoom: number };

export type Viewport = View & { readonly bounds: Bounds };

/** The size is that of the map in CSS pixels. North is up. */
export function viewportOf(view: View, { width, height }: { width: number; height: number }): Viewport {
  const world = 256 * 2 ** view.zoom;
  const halfLon = Math.min(180, (width / world) * 180);
  const middle = mercatorY(view.lat);
  const halfY = height / world / 2;
  return {
    ...view,
    bounds: {
      west: view.lon - halfLon,
      east: view.lon + halfLon,
      north: latOfMercator(middle - halfY),
      south: latOfMercator(middle + halfY),
    },
  };
}

/** The size of the map that shows it, in CSS pixels, as far as the world reaches. */
export function sizeOf({ zoom, bounds }: Viewport): { width: number; height: number } {
  const world = 256 * 2 ** zoom;
  const [top, bottom] = [mercatorY(Math.min(bounds.north, 85)), mercatorY(Math.max(bounds.south, -85))];
  return { width: ((bounds.east - bounds.west) / 360) * world, height: (bottom - top) * world };
}

/** Margin around the content, as a fraction of the map. */
const marginShare = 0.1;
/** A single aircraft is shown with its surroundings. */
const closestZoom = 8;

/** The closest view of all positions, across the antimeridian if shorter. null = no positions. */
export function viewAround(
  places: readonly { readonly lat: number; readonly lon: number }[],
  { width, height }: { width: number; height: number },
): View | null {
  if (places.length === 0) return null;
  const { west, east } = lonsAround(places.map(({ lon }) => lon).sort((a, b) => a - b));
  const ys = places.map(({ lat }) => Math.min(1, Math.max(0, mercatorY(lat))));
  const [top, bottom] = [ys.reduce((a, b) => Math.min(a, b)), ys.reduce((a, b) => Math.max(a, b))];
  const fits = (size: number, share: number): number => Math.log2((size * (1 - 2 * marginShare)) / (256 * share));
  const zoom = Math.min(closestZoom, fits(width, (east - west) / 360), fits(height, bottom - top));
  return {
    lat: latOfMercator((top + bottom) / 2),
    lon: wrapLon((west + east) / 2),
    zoom: Math.max(0, Math.floor(zoom * 100) / 100),
  };
}

/** The shortest range of longitudes with all of them: it starts after the widest gap. `sorted` is not empty. */
function lonsAround(sorted: readonly number[]): { readonly west: number; readonly east: number } {
  let west = sorted[0] ?? 0;
  let east = sorted.at(-1) ?? 0;
  for (const [at, lon] of sorted.entries()) {
    const before = sorted[at - 1];
    if (before !== undefined && before + 360 - lon < east - west) {
      west = lon;
      east = before + 360;
    }
  }
  return { west, east };
}

/** 0 at the northern edge of the map, 1 at the southern. */
const mercatorY = (lat: number): number =>
  0.5 - Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)) / (2 * Math.PI);
/** Positions beyond the edge of the map are on it. */
function latOfMercator(y: number): number {
  if (y <= 0 || y >= 1) return y <= 0 ? 90 : -90;
  return (360 / Math.PI) * Math.atan(Math.exp((0.5 - y) * 2 * Math.PI)) - 90;
}

// ---- Limits by zoom: floor(zoom) in tables, exact zoom for airports

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

// ---- Scale bar

const metresPerNmi = 1852;
const equatorM = 40_075_017;
const maxPx = 110;

/** Its length for a round distance. `value` = 1, 2 or 5 times a power of ten in the unit of `distance`. */
export function scaleBar(
  lat: number,
  zoom: number,
  distance: Unit,
): { readonly value: number; readonly widthPx: number } {
  const nmiPerPx = (equatorM * Math.cos((lat * Math.PI) / 180)) / (256 * 2 ** zoom) / metresPerNmi;
  const unitsPerPx = distance.from(nmiPerPx);
  const most = unitsPerPx * maxPx;
  const power = 10 ** Math.floor(Math.log10(most));
  const step = [5, 2].find((one) => one * power <= most) ?? 1;
  return { value: Number((step * power).toPrecision(1)), widthPx: Math.round((step * power) / unitsPerPx) };
}
