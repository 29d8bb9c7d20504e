import { expect, test } from 'vitest';
import { readPositions } from '../../../charts/positions/read-positions.ts';
import { mergeFleet, noFleet } from '../fleet/fleet.ts';
import { possiblePaths } from './TrailLayers.tsx';

const now = Date.UTC(2026, 10, 23, 12);
const minute = 60_000;
const row = { icao: '4A0001', lat: 0, lon: 25, angle: 90, groundSpeedKt: 300, seenAt: new Date(now).toISOString() };
const pathsAfter = (minutes: number, source: 'live' | 'stored', more = {}) => {
  const fixes = readPositions({ currentLocations: [{ ...row, ...more }] }) ?? [];
  const { list } = mergeFleet(noFleet, fixes, { at: now, source });
  return possiblePaths(list, now + minutes * minute).features;
};

test('a stored position could be as far away as its speed and age allow, up to 30 minutes', () => {
  const [path] = pathsAfter(12, 'stored');
  // 300 kt for 12 minutes at the equator: 60 nautical miles, one degree.
  expect(path?.geometry.coordinates[1]?.[0]).toBeCloseTo(26, 1);
  expect(path?.geometry.coordinates[1]?.[1]).toBeCloseTo(0, 3);
  expect(pathsAfter(31, 'stored')).toEqual([]);
});

test('no path of a live position, nor without speed or on the ground', () => {
  expect(pathsAfter(12, 'live')).toEqual([]);
  expect(pathsAfter(12, 'stored', { groundSpeedKt: null })).toEqual([]);
  expect(pathsAfter(12, 'stored', { isOnGround: true })).toEqual([]);
});
