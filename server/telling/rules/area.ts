/** Polygons of rules, also across the antimeridian. Pure. */
import type { Place } from '../../base/geometry.ts';

/** Longitudes continue over 180 degrees, so that no edge is longer than half the world. */
export type Area = {
  readonly points: readonly Place[];
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
};

/** `points` = latitude, longitude. null = the polygon encloses a pole or nothing. */
export function areaOf(points: readonly (readonly [lat: number, lon: number])[]): Area | null {
  const unrolled: Place[] = [];
  for (const [lat, lon] of points) {
    const before = unrolled.at(-1)?.lon ?? lon;
    unrolled.push({ lat, lon: lon + 360 * Math.round((before - lon) / 360) });
  }
  const [first, last] = [unrolled[0], unrolled.at(-1)];
  if (!first || !last || Math.abs(last.lon - first.lon) > 180) return null;
  const [lats, lons] = [unrolled.map(({ lat }) => lat), unrolled.map(({ lon }) => lon)];
  const area = {
    points: unrolled,
    south: Math.min(...lats),
    north: Math.max(...lats),
    west: Math.min(...lons),
    east: Math.max(...lons),
  };
  return area.south < area.north && area.west < area.east ? area : null;
}

export function isInArea(area: Area, { lat, lon }: Place): boolean {
  if (lat < area.south || lat > area.north) return false;
  // Of the turns of the world that the area may cover.
  for (let turned = lon + 360 * Math.ceil((area.west - lon) / 360); turned <= area.east; turned += 360)
    if (isInside(area.points, lat, turned)) return true;
  return false;
}

function isInside(points: readonly Place[], lat: number, lon: number): boolean {
  let isIn = false;
  let before = points.at(-1);
  for (const point of points) {
    if (before && point.lat > lat !== before.lat > lat) {
      const crossing = point.lon + ((lat - point.lat) / (before.lat - point.lat)) * (before.lon - point.lon);
      if (lon < crossing) isIn = !isIn;
    }
    before = point;
  }
  return isIn;
}
