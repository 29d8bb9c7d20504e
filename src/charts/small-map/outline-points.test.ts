import { expect, test } from 'vitest';
import { outlinePoints, pointAt } from './outline-points.ts';

test('a degree of latitude is 60 nautical miles; the outline continues across the antimeridian', () => {
  const north = pointAt({ lat: 44, lon: 26 }, 0, 60);
  expect([north.lat, north.lon].map((value) => Math.round(value * 100) / 100)).toEqual([45, 26]);
  expect(pointAt({ lat: 0, lon: 179.5 }, 90, 60).lon).toBeCloseTo(180.5, 1);
});

test('a bearing without receptions returns to the station; an outline without any is empty', () => {
  const place = { lat: 44, lon: 26 };
  expect(outlinePoints(place, [60, null, 60, 60])).toHaveLength(7);
  expect(outlinePoints(place, [60, null, 60, 60])[2]).toBe(place);
  expect(outlinePoints(place, [null, null])).toEqual([]);
});
