/** View of a small map that shows a box. Pure. */
import type { Bounds } from '../../lib/bounds.ts';
import type { Place, Size, View } from './position-view.ts';

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
const leastShare = 0.5;

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
  return largest.length >= places.length * leastShare ? largest : places;
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
