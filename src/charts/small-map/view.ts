/** Projection, views and content of a small map. It is flat, undistorted at its centre. Pure. */

import { type Bounds, wrapLon } from '../../lib/bounds.ts';

/** Degrees. `zoom` as for map tiles of 256 px at the equator. */
export type View = { readonly lat: number; readonly lon: number; readonly zoom: number };
export type Size = { readonly width: number; readonly height: number };
export type Place = { readonly lat: number; readonly lon: number };
export type Point = { readonly x: number; readonly y: number };

const zoomRange = { min: 0, max: 11 } as const;
/** With a position its region, without the world around the default centre (45, 25). */
export const firstView = (place: Place | null): View =>
  place ? { ...place, zoom: 6 } : { lat: 30, lon: 15, zoom: 0.5 };

/** The view of the whole world that leaves no part of the picture empty: its width, and up to the poles. */
export function fillingView({ width, height }: Size): View {
  const { lat, lon } = firstView(null);
  const byWidth = width / (256 * narrowing({ lat, lon, zoom: 0 }));
  const byHeight = (height / 2 / (90 - lat)) * (360 / 256);
  return { lat, lon, zoom: Math.max(zoomRange.min, Math.log2(Math.max(byWidth, byHeight))) };
}

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

// ---- a view that shows a box

/** The middle share of latitudes and longitudes. null = no positions. */
export function boxOf(places: readonly Place[], share = 0.95): Bounds | null {
  if (places.length === 0) return null;
  const middle = (values: readonly number[]): readonly [number, number] => {
    const sorted = values.toSorted((a, b) => a - b);
    const at = (part: number): number => sorted[Math.round(part * (sorted.length - 1))] ?? 0;
    return [at((1 - share) / 2), at((1 + share) / 2)];
  };
  const [south, north] = middle(places.map(({ lat }) => lat));
  const [west, east] = middle(places.map(({ lon }) => lon));
  return { south, north, west, east };
}

/** Degrees of longitude without aircraft that part two regions, such as an ocean. */
const partingDeg = 20;
/** A smaller share is not the sky of the receivers. */
const minShare = 0.5;

/** The places of the region with the most, or all if no region has half of them. */
export function mainRegion<P extends Place>(places: readonly P[]): readonly P[] {
  const sorted = places.toSorted((a, b) => a.lon - b.lon);
  const regions: P[][] = [];
  for (const [at, place] of sorted.entries()) {
    const before = sorted[at - 1];
    if (before && place.lon - before.lon <= partingDeg) regions.at(-1)?.push(place);
    else regions.push([place]);
  }
  const largest = regions.toSorted((a, b) => b.length - a.length)[0] ?? [];
  return largest.length >= places.length * minShare ? largest : places;
}

const marginShare = 0.15;
const zooms = { min: 0.5, max: 7 } as const;

export function viewOf(box: Bounds | null, { width, height }: Size): View {
  if (!box) return { lat: 30, lon: 15, zoom: 0.5 };
  const lat = (box.south + box.north) / 2;
  const lon = (box.west + box.east) / 2;
  const wide = Math.max(0.5, (box.east - box.west) * Math.cos((lat * Math.PI) / 180)) * (1 + 2 * marginShare);
  const high = Math.max(0.5, box.north - box.south) * (1 + 2 * marginShare);
  const pxPerDegree = Math.min(width / wide, height / high);
  const zoom = Math.min(zooms.max, Math.max(zooms.min, Math.log2((pxPerDegree * 360) / 256)));
  // Nothing is beyond the poles.
  const farthestLat = Math.max(0, 90 - (height / 2) * (360 / (256 * 2 ** zoom)));
  return { lat: Math.min(farthestLat, Math.max(-farthestLat, lat)), lon, zoom };
}

// ---- aircraft

export type MapAircraft = {
  readonly icao: string;
  readonly lat: number;
  readonly lon: number;
  readonly angle: number | null;
  readonly altitudeFt: number | null;
  readonly isOnGround: boolean | null;
  /** Decide the silhouette. */
  readonly typeCode?: string | null;
  readonly category?: string | null;
  /** Where emergencies are marked. */
  readonly squawk?: string | null;
  readonly emergency?: string | null;
};

const liveMs = 60_000;
/** A position without a time counts: some servers send none. Instants are epoch ms. */
export const liveAircraft = <A extends MapAircraft & { readonly seenAt: number | null }>(
  all: readonly A[],
  now: number,
): A[] => all.filter(({ seenAt }) => seenAt === null || now - seenAt < liveMs);

const newestMs = 60_000;
const maxRings = 12;
type Heard = MapAircraft & { readonly messageAt: number | null };
/** Time of the last message by aircraft. */
export type MessageTimes = ReadonlyMap<string, number | null>;
export const messageTimes = (aircraft: readonly Heard[]): MessageTimes =>
  new Map(aircraft.map(({ icao, messageAt }) => [icao, messageAt]));
/** Aircraft with a message since the last response, newest first. None in the first one: nothing is known about what is new. */
export function newMessages<A extends Heard>(before: MessageTimes | null, next: readonly A[], now: number): A[] {
  if (before === null) return [];
  return next
    .filter(({ icao, messageAt }) => {
      const earlier = before.get(icao);
      return messageAt !== null && now - messageAt < newestMs && earlier !== undefined && messageAt > (earlier ?? 0);
    })
    .sort((a, b) => (b.messageAt ?? 0) - (a.messageAt ?? 0))
    .slice(0, maxRings);
}

// ---- corners of a range outline on the earth

const earthRadiusNmi = 3440.065;
const radians = Math.PI / 180;

/** Where a course of `bearingDeg` from the place ends after `nmi`. Longitudes continue beyond 180, so that an outline stays whole. */
export function pointAt({ lat, lon }: Place, bearingDeg: number, nmi: number): Place {
  const [angle, course, from] = [nmi / earthRadiusNmi, bearingDeg * radians, lat * radians];
  const to = Math.asin(Math.sin(from) * Math.cos(angle) + Math.cos(from) * Math.sin(angle) * Math.cos(course));
  const turned = Math.atan2(
    Math.sin(course) * Math.sin(angle) * Math.cos(from),
    Math.cos(angle) - Math.sin(from) * Math.sin(to),
  );
  return { lat: to / radians, lon: lon + turned / radians };
}

/** Both ends of each bearing. Without receptions there is no outline. */
export function outlinePoints(place: Place, outline: readonly (number | null)[]): Place[] {
  if (!outline.some((nmi) => (nmi ?? 0) > 0)) return [];
  const widthDeg = 360 / outline.length;
  return outline.flatMap((nmi, at) =>
    nmi === null ? [place] : [pointAt(place, at * widthDeg, nmi), pointAt(place, (at + 1) * widthDeg, nmi)],
  );
}
