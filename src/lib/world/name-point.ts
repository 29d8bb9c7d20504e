/** Label position of a country: the middle of the widest stretch of its largest part. Pure. */
import type { Position } from 'geojson';

type Ring = readonly Position[];

/** Signed area in square degrees, corrected for latitude. */
function areaOf(ring: Ring): number {
  let sum = 0;
  for (let i = 0; i + 1 < ring.length; i++) {
    const [x1 = 0, y1 = 0] = ring[i] ?? [];
    const [x2 = 0, y2 = 0] = ring[i + 1] ?? [];
    sum += (x2 - x1) * (Math.sin((y1 * Math.PI) / 180) + Math.sin((y2 * Math.PI) / 180));
  }
  return Math.abs(sum * 28.65);
}

function middleLat(ring: Ring): number {
  let area = 0;
  let moment = 0;
  for (let i = 0; i + 1 < ring.length; i++) {
    const [x1 = 0, y1 = 0] = ring[i] ?? [];
    const [x2 = 0, y2 = 0] = ring[i + 1] ?? [];
    const cross = x1 * y2 - x2 * y1;
    area += cross;
    moment += (y1 + y2) * cross;
  }
  return area === 0 ? (ring[0]?.[1] ?? 0) : moment / (3 * area);
}

/** Longitudes at which the ring crosses a latitude, from west to east. */
function crossings(ring: Ring, lat: number): number[] {
  const found: number[] = [];
  for (let i = 0; i + 1 < ring.length; i++) {
    const [x1 = 0, y1 = 0] = ring[i] ?? [];
    const [x2 = 0, y2 = 0] = ring[i + 1] ?? [];
    if (y1 > lat !== y2 > lat) found.push(x1 + ((lat - y1) / (y2 - y1)) * (x2 - x1));
  }
  return found.sort((a, b) => a - b);
}

/** Outer rings only. `area` orders names: the larger country keeps its name in a collision. */
export function namePoint(rings: readonly Ring[]): { readonly point: Position; readonly area: number } | null {
  const [largest] = rings.map((ring) => ({ ring, area: areaOf(ring) })).sort((a, b) => b.area - a.area);
  if (!largest) return null;
  const lat = middleLat(largest.ring);
  const edges = crossings(largest.ring, lat);
  let widest: readonly [number, number] | null = null;
  for (let i = 0; i + 1 < edges.length; i += 2) {
    const [west = 0, east = 0] = edges.slice(i, i + 2);
    if (!widest || east - west > widest[1] - widest[0]) widest = [west, east];
  }
  if (!widest) return null;
  return { point: [(widest[0] + widest[1]) / 2, lat], area: largest.area };
}
