/**
 * Outlines that cross the date line, laid out for a flat map: longitudes run on beyond ±180 in place of jumping, and what goes around a pole is
 * closed along it. Pure. Must not: know where outlines come from.
 */
import type { MultiPolygon, Position } from 'geojson';

/** Longitudes made continuous: no step is longer than half the world. */
export function unwrapLine(line: readonly Position[]): Position[] {
  let shift = 0;
  let before: number | null = null;
  return line.map(([lon = 0, lat = 0]) => {
    if (before !== null && lon - before > 180) shift -= 360;
    if (before !== null && lon - before < -180) shift += 360;
    before = lon;
    return [lon + shift, lat];
  });
}

/** One that does not come back to where it began has gone around a pole (Antarctica): it goes back along the edge of the map. */
function unwrapRing(ring: readonly Position[]): Position[] {
  const line = unwrapLine(ring);
  const [firstLon = 0, firstLat = 0] = line[0] ?? [];
  const [lastLon = 0] = line.at(-1) ?? [];
  if (Math.abs(lastLon - firstLon) < 180) return line;
  const pole = firstLat < 0 ? -90 : 90;
  return [...line, [lastLon, pole], [firstLon, pole], [firstLon, firstLat]];
}

/** Holes stay in the copy of the world in which their outer ring lies. */
export function unwrapPolygon([outer = [], ...holes]: readonly Position[][]): Position[][] {
  const ring = unwrapRing(outer);
  const west = Math.min(...ring.map(([lon = 0]) => lon));
  const inCopy = (hole: Position[]): Position[] => {
    const lon = hole[0]?.[0] ?? 0;
    const shift = Math.ceil((west - lon) / 360) * 360;
    return shift === 0 ? hole : hole.map(([x = 0, y = 0]) => [x + shift, y]);
  };
  return [ring, ...holes.map((hole) => inCopy(unwrapRing(hole)))];
}

export const unwrapMultiPolygon = (polygons: MultiPolygon['coordinates']): MultiPolygon['coordinates'] =>
  polygons.map(unwrapPolygon);
