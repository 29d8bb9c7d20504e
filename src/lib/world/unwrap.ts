/** Unrolls outlines that cross the date line: longitudes continue beyond ±180, and polar outlines close along the pole. Pure. */
import type { MultiPolygon, Position } from 'geojson';

/** Continuous longitudes: no step is longer than half the world. */
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

/** A ring that does not return to its start surrounds a pole (Antarctica): it is closed along the edge of the map. */
function unwrapRing(ring: readonly Position[]): Position[] {
  const line = unwrapLine(ring);
  const [firstLon = 0, firstLat = 0] = line[0] ?? [];
  const [lastLon = 0] = line.at(-1) ?? [];
  if (Math.abs(lastLon - firstLon) < 180) return line;
  const pole = firstLat < 0 ? -90 : 90;
  return [...line, [lastLon, pole], [firstLon, pole], [firstLon, firstLat]];
}

/** Holes stay in the copy of the world of their outer ring. */
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
