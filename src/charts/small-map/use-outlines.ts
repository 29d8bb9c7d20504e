/** Country outlines and city names of the position map: coarse first, fine in idle time. Failures are silent. */
import type { FeatureCollection, MultiLineString, MultiPolygon, Position } from 'geojson';
import { useEffect, useState } from 'react';
import { measureText, type Units } from '../../lib/units.ts';
import type { CountryData } from '../../lib/world/countries.ts';
import { countriesOf } from '../../lib/world/countries-aside.ts';
import { distanceKm, type Place } from './position-view.ts';

/** Name, latitude, longitude, and minimum zoom. */
export type CityName = readonly [name: string, lat: number, lon: number, fromZoom: number];
/** A line with its bounding box, so that lines out of view are skipped. */
export type Line = {
  readonly points: readonly Position[];
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
};
export type Outlines = {
  readonly land: readonly (readonly Line[])[];
  readonly borders: readonly Line[];
  readonly cities: readonly CityName[];
};

const nothing: Outlines = { land: [], borders: [], cities: [] };

export function useOutlines(): Outlines {
  const [outlines, setOutlines] = useState(nothing);
  useEffect(() => {
    const gone = new AbortController();
    const { signal } = gone;
    const add = (parts: Partial<Outlines>): void => {
      if (!signal.aborted) setOutlines((old) => ({ ...old, ...parts }));
    };
    void (async () => {
      add(linesOf(await countriesOf('coarse', signal)));
      add({ cities: (await import('virtual:cities')).default });
      add(linesOf(await countriesOf('fine', signal)));
    })().catch((error: unknown) => {
      if (!signal.aborted) console.warn('Part of the small map could not be loaded.', error);
    });
    return () => gone.abort();
  }, []);
  return outlines;
}

function linesOf({ land, borders }: CountryData): Pick<Outlines, 'land' | 'borders'> {
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

function lineOf(points: readonly Position[]): Line {
  let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const [lon = 0, lat = 0] of points) {
    west = Math.min(west, lon);
    east = Math.max(east, lon);
    south = Math.min(south, lat);
    north = Math.max(north, lat);
  }
  return { points, west, east, south, north };
}

const nearKm = 150;
/** `, 5 km from Cluj-Napoca`, or '' without a city nearby. */
export function nearWords(cities: readonly CityName[], place: Place, { land }: Units): string {
  let [best, bestKm] = ['', nearKm];
  for (const [name, lat, lon] of cities) {
    if (Math.abs(lat - place.lat) > 1.5) continue;
    const km = distanceKm(place, { lat, lon });
    if (km < bestKm) [best, bestKm] = [name, km];
  }
  return best === '' ? '' : `, ${measureText(land, bestKm)} from ${best}`;
}
