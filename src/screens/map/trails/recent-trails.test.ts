import { expect, test } from 'vitest';
import type { Aircraft } from '../positions/aircraft.ts';
import { RecentTrails, trailMs, trailOpacity } from './recent-trails.ts';

const minute = 60_000;
const start = 1_000_000;
const at = (ms: number, more: Partial<Aircraft> = {}): Aircraft => ({
  icao: 'A',
  key: 'A',
  lat: 45,
  lon: 25 + ms / minute,
  angle: 90,
  callsign: null,
  altitudeFt: 36_100,
  groundSpeedKt: 360,
  verticalRateFtMin: null,
  isOnGround: false,
  squawk: null,
  messageAt: null,
  faultAt: null,
  typeCode: null,
  isMlat: false,
  isDoubtful: false,
  kind: 'unknown',
  fixAt: start + ms,
  reportTime: start + ms,
  minTravelS: 0,
  isStored: false,
  ...more,
});
const fleet = (...list: Aircraft[]) => new Map(list.map((one) => [one.key, one]));
function polledFor(ms: number, more: Partial<Aircraft> = {}): RecentTrails {
  const trails = new RecentTrails();
  for (let after = 0; after <= ms; after += 4500) trails.take(fleet(at(after, more)));
  return trails;
}

test('a trail has up to 32 points of the last 15 minutes and ends at the position', () => {
  const last = at(60 * minute);
  const points = polledFor(60 * minute).of(last, last.fixAt - 15 * minute);
  expect(points.length).toBeGreaterThan(25);
  expect(points.length).toBeLessThanOrEqual(33);
  expect(points[0]?.at).toBeGreaterThanOrEqual(last.fixAt - 15 * minute);
  expect(points.at(-1)).toEqual({ lat: 45, lon: last.lon, at: last.fixAt, altitudeFt: 36_100, band: 5 });
  expect(polledFor(60 * minute).of(last, last.fixAt - 5 * minute).length).toBeLessThan(13);
});

test('from the second poll on there is a trail, of a parked aircraft and of stored positions none', () => {
  expect(polledFor(4500).of(at(9000), 0)).toHaveLength(2);
  expect(polledFor(0).of(at(0), 0)).toHaveLength(0);
  const parked = polledFor(60 * minute, { lon: 25 });
  expect(parked.of(at(60 * minute, { lon: 25 }), start + 45 * minute)).toHaveLength(0);
  expect(polledFor(minute, { isStored: true }).of(at(minute), 0)).toHaveLength(0);
});

test('an aircraft that left the fleet is forgotten; earlier points are put before its own', () => {
  const trails = polledFor(minute);
  trails.addEarlier(
    'A',
    [-2, -1, 1].map((step) => ({ lat: 45, lon: 24, at: start + step * minute, altitudeFt: 2000, band: 1 })),
  );
  expect(trails.of(at(minute), 0).map((point) => (point.at - start) / minute)).toEqual([-2, -1, 0, 0.525, 1]);
  trails.take(fleet());
  expect(trails.of(at(minute), 0)).toHaveLength(0);
});

test('with more aircraft in view trails are shorter, with many only the selected one has one', () => {
  expect([600, 601, 1500, 1501].map((count) => trailMs(count) / minute)).toEqual([15, 5, 5, 0]);
});

test('a trail fades with age', () => {
  const opacities = [0, 1, 2, 3, 4].map((minutes) => trailOpacity(minutes * minute, 5 * minute));
  expect(opacities[0]).toBe(0.8);
  expect(opacities).toEqual(opacities.toSorted((a, b) => b - a));
  expect(trailOpacity(5 * minute, 5 * minute)).toBeCloseTo(0.08, 9);
});
