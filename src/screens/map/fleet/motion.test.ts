import { describe, expect, test } from 'vitest';
import type { Aircraft } from './aircraft.ts';
import { aircraftWith } from './aircraft-for-file.ts';
import { driftOf, furthestTravelS, latLonOf, placeAt, secondsAhead, worldOf } from './motion.ts';

const at = 1_000_000;
const flight = { altitudeFt: 30_000, groundSpeedKt: 360, verticalRateFtMin: 0, isOnGround: false };
const aircraft = (more: Partial<Aircraft> = {}): Aircraft =>
  aircraftWith({ icao: 'A', lat: 0, lon: 0, ...flight, fixAt: at, reportTime: at, ...more });
/** 360 kt are a tenth of a nautical mile a second, and 60 of these a degree of the equator. */
const degreesPerSecond = 1 / 600;
const lonAt = (one: Aircraft, afterS: number, furthestS = furthestTravelS) =>
  latLonOf(placeAt(one, at + afterS * 1000, furthestS)).lon;

describe('between two fixes an aircraft', () => {
  test('continues along its track at its speed, no further than 15 s past its fix', () => {
    expect(lonAt(aircraft(), 4.5)).toBeCloseTo(4.5 * degreesPerSecond, 4);
    expect(lonAt(aircraft(), 600)).toBeCloseTo(15 * degreesPerSecond, 4);
    const north = latLonOf(placeAt(aircraft({ angle: 0, lat: 60 }), at + 10_000, furthestTravelS));
    expect(north.lat).toBeCloseTo(60 + 10 * degreesPerSecond, 3);
    expect(north.lon).toBe(0);
  });

  test('stays where speed or track are not known, on the ground, and where nothing may move', () => {
    for (const still of [{ angle: null }, { groundSpeedKt: null }, { isOnGround: true }, { groundSpeedKt: 5000 }])
      expect(lonAt(aircraft(still), 10)).toBe(0);
    expect(lonAt(aircraft(), 10, 0)).toBe(0);
  });

  test('a clock that runs behind moves nothing backwards', () => {
    expect(lonAt(aircraft(), -10)).toBe(0);
  });

  test('stays where it was drawn until it is past a new fix behind it', () => {
    // After ten seconds the new fix is only 6 s of travel ahead: the aircraft was slower.
    const next = aircraft({ lon: 6 * degreesPerSecond, fixAt: at + 10_000 });
    const minTravelS = secondsAhead(aircraft(), next, at + 10_000);
    expect(minTravelS).toBeCloseTo(4, 1);
    const drawnAhead = { ...next, minTravelS };
    expect(lonAt(drawnAhead, 10)).toBeCloseTo(10 * degreesPerSecond, 4);
    expect(lonAt(drawnAhead, 12)).toBeCloseTo(10 * degreesPerSecond, 4);
    expect(lonAt(drawnAhead, 16)).toBeCloseTo(12 * degreesPerSecond, 4);
  });

  test('is at once at a fix ahead of it, or far off its course', () => {
    const ahead = aircraft({ lon: 1, fixAt: at + 10_000 });
    const farBehind = aircraft({ lon: -1, fixAt: at + 10_000 });
    expect(secondsAhead(aircraft(), ahead, at + 10_000)).toBe(0);
    expect(secondsAhead(aircraft(), farBehind, at + 10_000)).toBe(0);
  });

  test('crosses the date line the short way', () => {
    const before = aircraft({ lon: 179.999 });
    const next = aircraft({ lon: -179.999, fixAt: at + 5000 });
    expect(secondsAhead(before, next, at + 5000)).toBeCloseTo(5 - 0.002 / degreesPerSecond, 1);
  });
});

test('the poles are at the edge of the map, where Mercator ends', () => {
  expect(worldOf(90, 0).y).toBeCloseTo(0, 6);
  expect(worldOf(-89, 0).y).toBeCloseTo(1, 6);
  expect(Number.isFinite(driftOf(aircraft({ lat: 90 })).x)).toBe(true);
});
