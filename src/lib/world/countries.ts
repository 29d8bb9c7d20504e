/** Coasts, borders and country names from Natural Earth (world-atlas). */
import type { FeatureCollection, MultiPolygon, Polygon, Position } from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

// ---- Label position of a country: the middle of the widest stretch of its largest part. Pure.

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

// ---- Unrolls outlines that cross the date line: longitudes continue beyond ±180, and polar outlines close along the pole. Pure.

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

const unwrapMultiPolygon = (polygons: MultiPolygon['coordinates']): MultiPolygon['coordinates'] =>
  polygons.map(unwrapPolygon);

type World = Topology<{ countries: GeometryCollection<{ name: string }>; land: GeometryCollection }>;
/** By the name of its source in the style. */
export type CountryData = {
  readonly land: FeatureCollection;
  readonly borders: FeatureCollection;
  readonly 'country-names': FeatureCollection;
};
/** 1 : 110 million at once, 1 : 50 million in idle time. */
export type Detail = 'coarse' | 'fine';
/** Of the worker. `lines` = the outlines alone, for a small map. */
export type CountriesRequest = { readonly detail: Detail; readonly form: 'countries' | 'lines' };

const load = {
  coarse: () => import('world-atlas/countries-110m.json'),
  fine: () => import('world-atlas/countries-50m.json'),
};

export async function loadCountries(detail: Detail): Promise<CountryData> {
  return countryData((await load[detail]()).default as unknown as World);
}

export async function loadOutlines(detail: Detail): Promise<Pick<CountryData, 'land' | 'borders'>> {
  return outlinesOf((await load[detail]()).default as unknown as World);
}

export const countryData = (world: World): CountryData => ({
  ...outlinesOf(world),
  'country-names': countryNames(world),
});

function outlinesOf(world: World): Pick<CountryData, 'land' | 'borders'> {
  const borders = mesh(world, world.objects.countries as never, (a, b) => a !== b);
  return {
    land: collection(
      feature(world, world.objects.land)
        .features.map(({ geometry }) => geometry)
        .map(unwrapArea),
    ),
    borders: collection([{ type: 'MultiLineString', coordinates: borders.coordinates.map(unwrapLine) }]),
  };
}

function countryNames(world: World): FeatureCollection {
  const found = feature(world, world.objects.countries).features.flatMap(({ geometry, properties }) => {
    const area = unwrapArea(geometry);
    if (area.type !== 'MultiPolygon') return [];
    const place = namePoint(area.coordinates.flatMap(([outer]) => (outer ? [outer] : [])));
    return place ? [{ name: properties.name, ...place }] : [];
  });
  found.sort((a, b) => b.area - a.area);
  return {
    type: 'FeatureCollection',
    features: found.map(({ name, point, area }, order) => ({
      type: 'Feature',
      properties: { name, order, fromZoom: nameFromZoom(area) },
      geometry: { type: 'Point', coordinates: point },
    })),
  };
}

/** A name is shown from the zoom at which it is about as wide as its country, the smallest last. */
function nameFromZoom(areaSquareDegrees: number): number {
  const nameWidthPx = 40;
  const pxPerDegree = 256 / 360;
  return Math.min(8, Math.log2(nameWidthPx / (pxPerDegree * Math.sqrt(areaSquareDegrees))));
}

function unwrapArea(geometry: FeatureCollection['features'][number]['geometry']): MultiPolygon | typeof geometry {
  if (geometry.type === 'Polygon')
    return { type: 'MultiPolygon', coordinates: [unwrapPolygon((geometry as Polygon).coordinates)] };
  if (geometry.type === 'MultiPolygon')
    return { type: 'MultiPolygon', coordinates: unwrapMultiPolygon(geometry.coordinates) };
  return geometry;
}

const collection = (geometries: readonly FeatureCollection['features'][number]['geometry'][]): FeatureCollection => ({
  type: 'FeatureCollection',
  features: geometries.map((geometry) => ({ type: 'Feature', properties: {}, geometry })),
});
