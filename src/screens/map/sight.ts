/**
 * What a view shows: its bounds, by the Mercator projection. Pure; zooms are those of 256 px tiles (C58).
 * Must not: know the map component, so that the list beside the map works without one.
 */
import type { View } from './map-address.ts';

/** Degrees. `east` may be above 180 and `west` below -180 where the date line is in view: west < east always. */
export type Bounds = { readonly north: number; readonly south: number; readonly east: number; readonly west: number };
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
      north: latOfMercator(Math.max(0, middle - halfY)),
      south: latOfMercator(Math.min(1, middle + halfY)),
    },
  };
}

/** 0 at the northern edge of the map, 1 at the southern. */
const mercatorY = (lat: number): number =>
  0.5 - Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)) / (2 * Math.PI);
const latOfMercator = (y: number): number => (360 / Math.PI) * Math.atan(Math.exp((0.5 - y) * 2 * Math.PI)) - 90;
