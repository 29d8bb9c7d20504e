import { expect, test } from 'vitest';
import { readRecentTrails, readTrail, type TrailPoint, trailMs, trailOpacity } from '../../../charts/recent-trails.ts';
import type { Aircraft } from './aircraft.ts';
import { aircraftWith } from './aircraft-for-file.ts';
import { joinTrail, RecentTrails, trailLines } from './trail.ts';

const minute = 60_000;
const place = (minutes: number, lon: number, band = 6): TrailPoint => ({
  lat: 50,
  lon,
  at: minutes * minute,
  altitudeFt: null,
  band,
});
const linesOf = (...trails: TrailPoint[][]) =>
  trailLines(trails, () => 1).features.map(({ properties, geometry }) => ({
    ...properties,
    lons: geometry.coordinates.map((line) => line.map(([lon]) => lon)),
  }));

test('points of a trail that cannot be read are left out', () => {
  const good = { lat: 1, lon: 2, at: '2026-11-21T12:00:00Z', altitudeFt: null };
  const high = { ...good, altitudeFt: 38_000 };
  expect(readTrail({ trail: [good, null, { ...good, lat: 91 }, { ...good, at: 'x' }, high, 5] })).toEqual([
    { lat: 1, lon: 2, at: Date.UTC(2026, 10, 21, 12), altitudeFt: null, band: 7 },
    { lat: 1, lon: 2, at: Date.UTC(2026, 10, 21, 12), altitudeFt: 38_000, band: 6 },
  ]);
  expect([null, {}, { trail: 'x' }].map(readTrail)).toEqual([[], [], []]);
});

test('of all trails the valid points', () => {
  const trails = [
    { icao: '4A0001', points: [[1, 2, 60, 38_000], [1, 2, 'x', 0], null, [91, 2, 60, 0]] },
    null,
    { icao: 5 },
  ];
  expect(readRecentTrails({ trails })).toEqual([
    { icao: '4A0001', points: [{ lat: 1, lon: 2, at: 60_000, altitudeFt: 38_000, band: 6 }] },
  ]);
  expect([null, {}, { trails: 'x' }].map(readRecentTrails)).toEqual([[], [], []]);
});

test('live positions continue where the loaded trail ends', () => {
  const trail = joinTrail([place(1, 1), place(0, 0)], [place(1, 1), place(2, 2)]);
  expect(trail.map(({ lon }) => lon)).toEqual([0, 1, 2]);
});

test('dashed over more than 3 minutes without positions, no line over more than 30; one point alone is no line', () => {
  expect(linesOf([place(0, 0), place(1, 1), place(5, 5), place(36, 6), place(37, 7)], [place(0, 9)])).toEqual([
    {
      band: 6,
      opacity: 1,
      isGap: false,
      lons: [
        [0, 1],
        [6, 7],
      ],
    },
    { band: 6, opacity: 1, isGap: true, lons: [[1, 5]] },
  ]);
});

test('each piece has the altitude colour of its end; pieces of one look are one feature', () => {
  const climb = [place(0, 0, 1), place(1, 1, 2), place(2, 2, 2), place(3, 3, 3)];
  expect(linesOf(climb, [place(0, 10), place(1, 11, 2)])).toEqual([
    {
      band: 2,
      opacity: 1,
      isGap: false,
      lons: [
        [0, 1, 2],
        [10, 11],
      ],
    },
    { band: 3, opacity: 1, isGap: false, lons: [[2, 3]] },
  ]);
});

test('the date line: the path continues beyond 180, in both directions', () => {
  const lonsOf = (...lons: number[]) => linesOf(lons.map((lon, index) => place(index, lon)))[0]?.lons[0];
  expect(lonsOf(178, -179, -177)).toEqual([178, 181, 183]);
  expect(lonsOf(-178, 179, 177, 179)).toEqual([-178, -181, -183, -181]);
});

const start = 1_000_000;
const flight = { icao: 'A', altitudeFt: 36_100, groundSpeedKt: 360, isOnGround: false };
const at = (ms: number, more: Partial<Aircraft> = {}): Aircraft =>
  aircraftWith({ ...flight, lon: 25 + ms / minute, fixAt: start + ms, reportTime: start + ms, ...more });
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
