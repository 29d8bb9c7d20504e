import type { FeatureCollection, MultiPolygon, Position } from 'geojson';
import { expect, test } from 'vitest';
import countries50m from 'world-atlas/countries-50m.json';
import countries110m from 'world-atlas/countries-110m.json';
import { type CountryData, countryData, namePoint } from './countries.ts';

const dataOf = (detail: '110m' | '50m'): CountryData => {
  return countryData(
    (detail === '110m' ? countries110m : countries50m) as unknown as Parameters<typeof countryData>[0],
  );
};
const rings = ({ features }: FeatureCollection): Position[][] =>
  features.flatMap(({ geometry }) => (geometry as MultiPolygon).coordinates.flat());

test.each(['110m', '50m'] as const)('no outline of 1 : %s jumps across the map', (detail) => {
  const { land, borders } = dataOf(detail);
  const lines = borders.features.flatMap(({ geometry }) => (geometry as { coordinates: Position[][] }).coordinates);
  const steps = [...rings(land), ...lines].flatMap((line) =>
    line.slice(1).map(([lon = 0, lat = 0], i) => ({ step: Math.abs(lon - (line[i]?.[0] ?? 0)), lat })),
  );
  expect(steps.length).toBeGreaterThan(5000);
  // Along a pole the edge of the map is one step.
  expect(steps.filter(({ step, lat }) => step > 180 && Math.abs(lat) !== 90)).toEqual([]);
});

test('country names are placed within the country', () => {
  const names = dataOf('50m')['country-names'].features;
  const at = (name: string): Position =>
    (names.find(({ properties }) => properties?.name === name)?.geometry as { coordinates: Position } | undefined)
      ?.coordinates ?? [];
  const [lon = 0, lat = 0] = at('Romania');
  expect(lon > 22 && lon < 28 && lat > 44.5 && lat < 47.5).toBe(true);
  const [russia = 0] = at('Russia');
  expect(russia > 60 && russia < 130).toBe(true);
});

test('a name is on land even if the centre of a bent country is not', () => {
  // A horseshoe, open to the east: its middle is the bay.
  const horseshoe = [
    [0, 0],
    [10, 0],
    [10, 1],
    [1, 1],
    [1, 9],
    [10, 9],
    [10, 10],
    [0, 10],
    [0, 0],
  ];
  const [lon = 0] = namePoint([horseshoe])?.point ?? [];
  expect(lon > 0 && lon < 1).toBe(true);
});
