import { expect, test } from 'vitest';
import { sightOf } from './sight.ts';

test('C58: at zoom 1 a map of 512 px shows the whole world', () => {
  const { bounds } = sightOf({ lat: 0, lon: 0, zoom: 1 }, { width: 512, height: 510 });
  expect(bounds.west).toBeCloseTo(-180);
  expect(bounds.east).toBeCloseTo(180);
  expect(bounds.north).toBeCloseTo(84.99, 2);
  expect(bounds.south).toBeCloseTo(-84.99, 2);
});

test('a view that reaches the edge of the map reaches the pole: what flies beyond the edge is drawn on it', () => {
  const north = sightOf({ lat: 84, lon: 0, zoom: 4 }, { width: 600, height: 600 }).bounds;
  expect(north.north).toBe(90);
  expect(north.south).toBeGreaterThan(60);
  expect(sightOf({ lat: -84, lon: 0, zoom: 4 }, { width: 600, height: 600 }).bounds.south).toBe(-90);
  expect(sightOf({ lat: 0, lon: 0, zoom: 1 }, { width: 900, height: 900 }).bounds).toMatchObject({
    north: 90,
    south: -90,
  });
});

test('C58: at zoom 5, 256 px are 360 / 32 degrees of longitude', () => {
  const { bounds } = sightOf({ lat: 45, lon: 25, zoom: 5 }, { width: 256, height: 256 });
  expect(bounds.east - bounds.west).toBeCloseTo(11.25);
  expect((bounds.east + bounds.west) / 2).toBeCloseTo(25);
  expect(bounds.north).toBeGreaterThan(45);
  expect(bounds.south).toBeLessThan(45);
});

test('across the date line the bounds run on, and never span more than the world', () => {
  const { bounds } = sightOf({ lat: 0, lon: 179, zoom: 5 }, { width: 256, height: 256 });
  expect(bounds.east).toBeCloseTo(184.625);
  const wide = sightOf({ lat: 0, lon: 179, zoom: 1 }, { width: 4000, height: 300 }).bounds;
  expect(wide.east - wide.west).toBe(360);
});
