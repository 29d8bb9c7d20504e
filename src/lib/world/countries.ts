/** Coasts, borders and country names from Natural Earth (world-atlas). */
import type { FeatureCollection, MultiPolygon, Polygon } from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { namePoint } from './name-point.ts';
import { unwrapLine, unwrapMultiPolygon, unwrapPolygon } from './unwrap.ts';

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
