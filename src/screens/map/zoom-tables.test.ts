import { expect, test } from 'vitest';
import { aircraftSizePx, airportSet, altitudeBand, firstAltitudeBand, outOfRange } from './zoom-tables.ts';

const zooms = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15];
const world = { north: 1, south: -1, east: 1, west: -1 };

test('MAP-14: the size of an aircraft by zoom', () => {
  expect(zooms.map(aircraftSizePx)).toEqual([10, 10, 12, 15, 18, 20, 25, 30, 32, 35, 35]);
});

test('MAP-12 C59: the band of the first call', () => {
  expect(firstAltitudeBand).toEqual({ minM: 10_500, maxM: 16_000 });
});

test('MAP-13: the lower limit by zoom, the upper is always 20000', () => {
  expect(zooms.map((zoom) => altitudeBand(zoom).minM)).toEqual([
    12_500, 12_500, 12_000, 11_500, 10_500, 9_500, 8_500, 6_000, 1_000, 0, 0,
  ]);
  expect(new Set(zooms.map((zoom) => altitudeBand(zoom).maxM))).toEqual(new Set([20_000]));
});

test('C58: tables use the whole number of the zoom', () => {
  expect([aircraftSizePx(4.99), aircraftSizePx(9.99), altitudeBand(7.5).minM]).toEqual([15, 32, 8_500]);
  expect([0, -4, Number.NaN].map(aircraftSizePx)).toEqual([10, 10, 10]);
});

test('MAP-11 C58: airports by the exact zoom, and by whether the bounds are known', () => {
  expect([2, 7, 7.01, 9.99, 10, 18].map((zoom) => airportSet(zoom, world))).toEqual([
    'large',
    'large',
    'largeAndMedium',
    'largeAndMedium',
    'all',
    'all',
  ]);
  expect([5, 8, 12].map((zoom) => airportSet(zoom, null))).toEqual(['large', 'large', 'large']);
});

test('MAP-15: openAIP from 4 to 14, imagery of the night from 1 to 8', () => {
  const openAip = { minZoom: 4, maxZoom: 14 };
  expect([3.9, 4, 14.9, 15].map((zoom) => outOfRange(openAip, zoom))).toEqual(['Zoom in', null, null, 'Zoom out']);
  const night = { minZoom: 1, maxZoom: 8 };
  expect([0.5, 1, 8.5, 9].map((zoom) => outOfRange(night, zoom))).toEqual(['Zoom in', null, null, 'Zoom out']);
});
