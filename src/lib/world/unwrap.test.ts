import { expect, test } from 'vitest';
import { unwrapLine, unwrapPolygon } from './countries.ts';

test('a line across the antimeridian continues without a jump', () => {
  expect(
    unwrapLine([
      [179, 1],
      [-179, 2],
      [178, 3],
    ]),
  ).toEqual([
    [179, 1],
    [181, 2],
    [178, 3],
  ]);
  expect(
    unwrapLine([
      [-179, 1],
      [179, 2],
    ]),
  ).toEqual([
    [-179, 1],
    [-181, 2],
  ]);
});

test('an outline around the south pole is closed along it', () => {
  const around = [
    [-180, -70],
    [-90, -75],
    [0, -70],
    [90, -75],
    [180, -70],
    [-180, -70],
  ];
  const [ring = []] = unwrapPolygon([around]);
  const lons = ring.map(([lon = 0]) => lon);
  expect(Math.max(...lons) - Math.min(...lons)).toBe(360);
  expect(ring.filter(([, lat]) => lat === -90)).toHaveLength(2);
  expect(ring.at(-1)).toEqual(ring[0]);
});

test('a hole is in the same copy of the world as its outline', () => {
  const outer = [
    [-170, 0],
    [170, 0],
    [170, 10],
    [-170, 10],
    [-170, 0],
  ];
  const hole = [
    [175, 4],
    [176, 4],
    [176, 5],
    [175, 4],
  ];
  const [ring = [], inner = []] = unwrapPolygon([outer, hole]);
  const [west, east] = [Math.min(...ring.map(([lon = 0]) => lon)), Math.max(...ring.map(([lon = 0]) => lon))];
  expect([west, east]).toEqual([-190, -170]);
  for (const [lon = 0] of inner) expect(lon > west && lon < east).toBe(true);
});
