/** Projection of the position map: flat, undistorted at its centre. Pure. */
import { wrapLon } from '../../lib/bounds.ts';

/** Degrees. `zoom` as for map tiles of 256 px at the equator. */
export type View = { readonly lat: number; readonly lon: number; readonly zoom: number };
export type Size = { readonly width: number; readonly height: number };
export type Place = { readonly lat: number; readonly lon: number };
export type Point = { readonly x: number; readonly y: number };

const zoomRange = { min: 0, max: 11 } as const;
/** With a position its region, without the world around the default centre (45, 25). */
export const firstView = (place: Place | null): View =>
  place ? { ...place, zoom: 6 } : { lat: 30, lon: 15, zoom: 0.5 };

const pxPerDegree = ({ zoom }: View): number => (256 * 2 ** zoom) / 360;
/** Degrees of longitude shrink away from the equator and would vanish near a pole. */
const narrowing = ({ lat }: View): number => Math.max(0.15, Math.cos((lat * Math.PI) / 180));

export function toPoint(view: View, { width, height }: Size, { lat, lon }: Place): Point {
  const scale = pxPerDegree(view);
  return { x: width / 2 + (lon - view.lon) * scale * narrowing(view), y: height / 2 - (lat - view.lat) * scale };
}

/** Rounded to pixel precision. null = beyond the poles. */
export function toPlace(view: View, { width, height }: Size, { x, y }: Point): Place | null {
  const scale = pxPerDegree(view);
  const lat = view.lat - (y - height / 2) / scale;
  if (Math.abs(lat) > 90) return null;
  return rounded({ lat, lon: view.lon + (x - width / 2) / (scale * narrowing(view)) }, view.zoom);
}

const rounded = ({ lat, lon }: Place, zoom: number): Place => {
  const digits = zoom >= 8 ? 4 : zoom >= 4 ? 3 : 2;
  return { lat: Number(lat.toFixed(digits)), lon: Number(wrapLon(lon).toFixed(digits)) };
};

/** Moves by pixels to the east and north. */
export function moved(place: Place, view: View, eastPx: number, northPx: number): Place {
  const scale = pxPerDegree(view);
  const lat = Math.min(90, Math.max(-90, place.lat + northPx / scale));
  return rounded({ lat, lon: place.lon + eastPx / (scale * narrowing(view)) }, view.zoom);
}

/** Moves with the pointer. */
export function dragged(view: View, byX: number, byY: number): View {
  const scale = pxPerDegree(view);
  const lat = Math.min(90, Math.max(-90, view.lat + byY / scale));
  return { ...view, lat, lon: wrapLon(view.lon - byX / (scale * narrowing(view))) };
}

export function zoomed(view: View, by: number, around: Place | null): View {
  const zoom = Math.min(zoomRange.max, Math.max(zoomRange.min, view.zoom + by));
  return around ? { ...around, zoom } : { ...view, zoom };
}

/** Is it within the middle four fifths? */
export function isInView(view: View, size: Size, place: Place): boolean {
  const { x, y } = toPoint(view, size, place);
  const { width, height } = size;
  return x > width * 0.1 && x < width * 0.9 && y > height * 0.1 && y < height * 0.9;
}

/** km, on a sphere. */
export function distanceKm(a: Place, b: Place): number {
  const rad = Math.PI / 180;
  const h =
    Math.sin(((b.lat - a.lat) * rad) / 2) ** 2 +
    Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * Math.sin(((b.lon - a.lon) * rad) / 2) ** 2;
  return 2 * 6371 * Math.asin(Math.min(1, Math.sqrt(h)));
}

const degrees = (value: number, positive: string, negative: string): string =>
  `${Math.abs(value)}° ${value < 0 ? negative : positive}`;
/** `46.77° N, 23.62° E` */
export const placeWords = ({ lat, lon }: Place): string => `${degrees(lat, 'N', 'S')}, ${degrees(lon, 'E', 'W')}`;
