import { expect, test } from 'vitest';
import { firstAltitudeBand } from '../../charts/positions/fix.ts';
import { isWithin } from '../../lib/bounds.ts';
import { unitsOf } from '../../lib/units.ts';
import { aircraftSizePx, airportSet, altitudeBand, outOfRange, scaleBar, viewAround, viewportOf } from './viewport.ts';

test('C58: at zoom 1 a map of 512 px shows the whole world', () => {
  const { bounds } = viewportOf({ lat: 0, lon: 0, zoom: 1 }, { width: 512, height: 510 });
  expect(bounds.west).toBeCloseTo(-180);
  expect(bounds.east).toBeCloseTo(180);
  expect(bounds.north).toBeCloseTo(84.99, 2);
  expect(bounds.south).toBeCloseTo(-84.99, 2);
});

test('a view that reaches the edge of the map reaches the pole: what flies beyond the edge is drawn on it', () => {
  const north = viewportOf({ lat: 84, lon: 0, zoom: 4 }, { width: 600, height: 600 }).bounds;
  expect(north.north).toBe(90);
  expect(north.south).toBeGreaterThan(60);
  expect(viewportOf({ lat: -84, lon: 0, zoom: 4 }, { width: 600, height: 600 }).bounds.south).toBe(-90);
  expect(viewportOf({ lat: 0, lon: 0, zoom: 1 }, { width: 900, height: 900 }).bounds).toMatchObject({
    north: 90,
    south: -90,
  });
});

test('C58: at zoom 5, 256 px are 360 / 32 degrees of longitude', () => {
  const { bounds } = viewportOf({ lat: 45, lon: 25, zoom: 5 }, { width: 256, height: 256 });
  expect(bounds.east - bounds.west).toBeCloseTo(11.25);
  expect((bounds.east + bounds.west) / 2).toBeCloseTo(25);
  expect(bounds.north).toBeGreaterThan(45);
  expect(bounds.south).toBeLessThan(45);
});

test('across the date line the bounds run on, and never span more than the world', () => {
  const { bounds } = viewportOf({ lat: 0, lon: 179, zoom: 5 }, { width: 256, height: 256 });
  expect(bounds.east).toBeCloseTo(184.625);
  const wide = viewportOf({ lat: 0, lon: 179, zoom: 1 }, { width: 4000, height: 300 }).bounds;
  expect(wide.east - wide.west).toBe(360);
});

test('the view around places shows them all, over the antimeridian where that is shorter, and one alone with its surroundings', () => {
  const size = { width: 400, height: 300 };
  for (const places of [
    [
      { lat: 45, lon: 20 },
      { lat: 52, lon: 40 },
    ],
    [
      { lat: -17, lon: 178 },
      { lat: -14, lon: -172 },
    ],
    [
      { lat: 70, lon: -150 },
      { lat: -50, lon: 10 },
      { lat: 0, lon: 120 },
    ],
  ]) {
    const view = viewAround(places, size);
    if (!view) throw new Error('no view');
    const { bounds } = viewportOf(view, size);
    for (const { lat, lon } of places) expect(isWithin(bounds, lat, lon), `${lat} ${lon} in ${view.zoom}`).toBe(true);
  }
  expect(
    viewAround(
      [
        { lat: -17, lon: 178 },
        { lat: -14, lon: -172 },
      ],
      size,
    )?.zoom,
  ).toBeGreaterThan(4);
  expect(viewAround([{ lat: 45, lon: 20 }], size)).toMatchObject({ lat: expect.closeTo(45), lon: 20, zoom: 8 });
  expect(viewAround([], size)).toBeNull();
});

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

test('a round number of nautical miles, never wider than its room', () => {
  for (let zoom = 1; zoom <= 19; zoom += 0.25)
    for (const lat of [0, 45, -84]) {
      const { value, widthPx } = scaleBar(lat, zoom, unitsOf('metric').distance);
      expect(String(value)).toMatch(/^[125]0*$|^0\.0*[125]$/);
      expect(widthPx).toBeGreaterThan(30);
      expect(widthPx).toBeLessThanOrEqual(110);
    }
});

test('C58: one degree at the equator is 60 nmi', () => {
  // Zoom 8 of 256 px tiles: 65,536 px around the world, 182 a degree; so 20 nmi are a third of that.
  expect(scaleBar(0, 8, unitsOf('aviation').distance)).toEqual({ value: 20, widthPx: 61 });
});
