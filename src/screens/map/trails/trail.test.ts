import { expect, test } from 'vitest';
import { joinTrail, readRecentTrails, readTrail, type TrailPoint, trailLines } from './trail.ts';

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
