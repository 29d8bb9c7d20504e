import { expect, test } from 'vitest';
import { isWithin } from '../../lib/bounds.ts';
import { viewAround, viewportOf } from './viewport.ts';

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
