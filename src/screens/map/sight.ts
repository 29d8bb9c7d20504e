/**
 * What a view shows: its bounds, by the Mercator projection. Pure; zooms are those of 256 px tiles (C58).
 * Must not: know the map component, so that the list beside the map works without one.
 */
import type { Bounds } from '../../lib/bounds.ts';
import type { View } from './map-address.ts';

export type ViewInSight = View & { readonly bounds: Bounds };

/** The size is that of the map in CSS pixels. North is up. */
export function sightOf(view: View, { width, height }: { width: number; height: number }): ViewInSight {
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

/** 0 at the northern edge of the map, 1 at the southern. */
const mercatorY = (lat: number): number =>
  0.5 - Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)) / (2 * Math.PI);
/** At the edge of the map stands all that is beyond it, as far as the pole. */
function latOfMercator(y: number): number {
  if (y <= 0 || y >= 1) return y <= 0 ? 90 : -90;
  return (360 / Math.PI) * Math.atan(Math.exp((0.5 - y) * 2 * Math.PI)) - 90;
}
