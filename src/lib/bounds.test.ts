import { describe, expect, test } from 'vitest';
import { boundsQuery, covers, isPlace, isWithin, wrapLon } from './bounds.ts';

const pacific = { south: -30, north: 30, west: 170, east: 190 };

test('a view across the antimeridian contains both of its sides, and nothing between them', () => {
  expect([175, -175, 180, -180].map((lon) => isWithin(pacific, 0, lon))).toEqual([true, true, true, true]);
  expect([0, 169, -169].map((lon) => isWithin(pacific, 0, lon))).toEqual([false, false, false]);
  expect(isWithin(pacific, 31, 175)).toBe(false);
  const fromTheEast = { ...pacific, west: -190, east: -170 };
  expect([175, -175, 169, 0].map((lon) => isWithin(fromTheEast, 0, lon))).toEqual([true, true, false, false]);
  const world = { south: -85, north: 85, west: -200, east: 250 };
  expect([-180, 0, 180].map((lon) => isWithin(world, 0, lon))).toEqual([true, true, true]);
});

test('bounds in the request', () => {
  expect(boundsQuery(pacific)).toEqual({ lat1: '-30', lat2: '30', lon1: '170', lon2: '-170' });
  expect(boundsQuery({ south: -95, north: 95, west: -200, east: 250 })).toEqual({
    lat1: '-90',
    lat2: '90',
    lon1: '-180',
    lon2: '180',
  });
  expect(boundsQuery({ south: 1.123456789, north: 2, west: 3, east: 4 }).lat1).toBe('1.123457');
});

test('longitudes beyond 180°', () => {
  expect([190, -190, 540, 25, 180, -180].map(wrapLon)).toEqual([-170, 170, -180, 25, 180, -180]);
});

test('invalid positions', () => {
  const odd: unknown[] = [Number.NaN, null, undefined, '45', Number.POSITIVE_INFINITY, 181];
  expect(odd.map((lon) => isPlace(45, lon))).toEqual(odd.map(() => false));
  expect(isPlace(90.1, 0)).toBe(false);
  expect(isPlace(-90, 180)).toBe(true);
});

const europe = { south: 35, north: 55, west: 5, east: 45 };
const antimeridian = { south: -10, north: 10, west: 170, east: 190 };

describe('requested bounds contain a view', () => {
  test('within them, or slightly outside', () => {
    expect(covers(europe, europe)).toBe(true);
    expect(covers(europe, { south: 40, north: 50, west: 10, east: 20 })).toBe(true);
    expect(covers(europe, { ...europe, west: 5.5, east: 45.5 })).toBe(true);
    expect(covers(antimeridian, { ...antimeridian, west: -189, east: -171 })).toBe(true);
  });
  test('not after a larger move or zoom', () => {
    expect(covers(europe, { ...europe, west: 8, east: 48 })).toBe(false);
    expect(covers(europe, { ...europe, west: 2, east: 42 })).toBe(false);
    expect(covers(europe, { ...europe, north: 57 })).toBe(false);
    expect(covers(europe, { south: 20, north: 70, west: -20, east: 70 })).toBe(false);
  });
});
