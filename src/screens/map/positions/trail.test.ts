import { expect, test } from 'vitest';
import { joinTrail, readTrail, trailLines } from './trail.ts';

const minute = 60_000;
const place = (minutes: number, lon: number) => ({ lat: 50, lon, at: minutes * minute });

test('points of a trail that cannot be read are left out', () => {
  const good = { lat: 1, lon: 2, at: '2026-11-21T12:00:00Z', altitudeFt: null };
  expect(readTrail({ trail: [good, null, { ...good, lat: 91 }, { ...good, at: 'x' }, 5] })).toEqual([
    { lat: 1, lon: 2, at: Date.UTC(2026, 10, 21, 12) },
  ]);
  expect([null, {}, { trail: 'x' }].map(readTrail)).toEqual([[], [], []]);
});

test('what was seen live goes on where the told trail ends', () => {
  const trail = joinTrail([place(1, 1), place(0, 0)], [place(1, 1), place(2, 2)]);
  expect(trail.map(({ lon }) => lon)).toEqual([0, 1, 2]);
});

test('no line over a stretch that nobody saw; one point alone is no line', () => {
  const lines = trailLines([place(0, 0), place(1, 1), place(30, 5), place(60, 7), place(61, 8)]);
  expect(lines.coordinates.map((line) => line.map(([lon]) => lon))).toEqual([
    [0, 1],
    [7, 8],
  ]);
});

test('the date line: the way goes on beyond 180, in both directions', () => {
  const lonsOf = (...lons: number[]) =>
    trailLines(lons.map((lon, index) => place(index, lon))).coordinates[0]?.map(([lon]) => lon);
  expect(lonsOf(178, -179, -177)).toEqual([178, 181, 183]);
  expect(lonsOf(-178, 179, 177, 179)).toEqual([-178, -181, -183, -181]);
});
