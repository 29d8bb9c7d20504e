/** Coasts and borders as flat numbers, for small maps: a worker hands them over without a copy. Pure. */
import type { FeatureCollection, MultiLineString, MultiPolygon, Position } from 'geojson';
import type { CountryData } from './countries.ts';

/** A line with its bounding box, so that lines out of view are skipped. */
export type Line = {
  /** Longitude and latitude of each point in turn. */
  readonly points: Float32Array<ArrayBuffer>;
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
};
export type WorldLines = { readonly land: readonly (readonly Line[])[]; readonly borders: readonly Line[] };

export function worldLines({ land, borders }: Pick<CountryData, 'land' | 'borders'>): WorldLines {
  return {
    land: geometriesOf<MultiPolygon>(land)
      .flatMap(({ coordinates }) => coordinates)
      .map((rings) => rings.map(lineOf)),
    borders: geometriesOf<MultiLineString>(borders)
      .flatMap(({ coordinates }) => coordinates)
      .map(lineOf),
  };
}
const geometriesOf = <G>({ features }: FeatureCollection): G[] => features.map(({ geometry }) => geometry as G);

function lineOf(positions: readonly Position[]): Line {
  const points = new Float32Array(2 * positions.length);
  let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity];
  positions.forEach(([lon = 0, lat = 0], at) => {
    points[2 * at] = lon;
    points[2 * at + 1] = lat;
    west = Math.min(west, lon);
    east = Math.max(east, lon);
    south = Math.min(south, lat);
    north = Math.max(north, lat);
  });
  return { points, west, east, south, north };
}

/** Memory to transfer. */
export const buffersOf = ({ land, borders }: WorldLines): ArrayBuffer[] =>
  [...land.flat(), ...borders].map(({ points }) => points.buffer);
