import { expect, test } from 'vitest';
import type { Aircraft } from '../fleet/aircraft.ts';
import { aircraftWith } from '../fleet/aircraft-for-file.ts';
import { worldOf } from '../fleet/motion.ts';
import { aircraftAt, frameMs } from './use-aircraft-layer.ts';

const now = 1_000_000;
const aircraft = (key: string, more: Partial<Aircraft> = {}): Aircraft =>
  aircraftWith({ icao: key, lat: 0, lon: 0, fixAt: now, reportTime: now, ...more });
/** One px is a degree. */
const drawn = { now, furthestS: 15, iconPx: 18, worldPx: 360 };
const hit = (list: readonly Aircraft[], lat: number, lon: number, more: { isCoarse?: boolean; now?: number } = {}) =>
  aircraftAt(list, { at: worldOf(lat, lon), isCoarse: more.isCoarse ?? false }, { ...drawn, now: more.now ?? now })
    ?.key;

test('a mouse hits the icon and a little around it, a finger 44 px', () => {
  const list = [aircraft('A')];
  expect([0, 12, 14].map((lon) => hit(list, 0, lon))).toEqual(['A', 'A', undefined]);
  expect([14, 21, 23].map((lon) => hit(list, 0, lon, { isCoarse: true }))).toEqual(['A', 'A', undefined]);
});

test('the nearest of several; of two in one place the one drawn on top', () => {
  const list = [aircraft('A'), aircraft('B', { lon: 10 }), aircraft('C', { lon: 10 })];
  expect(hit(list, 0, 4)).toBe('A');
  expect(hit(list, 0, 6)).toBe('C');
});

test('across the date line and on another copy of the world', () => {
  const list = [aircraft('A', { lon: 179 })];
  expect(hit(list, 0, -178)).toBe('A');
  expect(hit(list, 0, 179 + 360)).toBe('A');
  expect(hit(list, 0, 179 - 720)).toBe('A');
});

test('where it has got to counts, not where it was seen', () => {
  const fast = aircraft('A', { groundSpeedKt: 600, angle: 90, lat: 60 });
  // 15 s are 2.5 nautical miles, 0.083 degrees at this latitude.
  const fine = { now: now + 20_000, furthestS: 15, iconPx: 0, worldPx: 360 * 1000 };
  const hitAt = (lon: number) => aircraftAt([fast], { at: worldOf(60, lon), isCoarse: false }, fine)?.key;
  expect([0, 0.083].map(hitAt)).toEqual([undefined, 'A']);
});

const never = Number.POSITIVE_INFINITY;

test('the next frame is due when the fastest has moved half a pixel, at most 30 times a second', () => {
  expect(frameMs(1, never, 0)).toBe(500);
  expect(frameMs(0.05, never, 0)).toBe(10_000);
  expect(frameMs(1000, never, 0)).toBe(33);
  // Planned again in between.
  expect(frameMs(0.05, never, 4000)).toBe(6000);
  expect(frameMs(0.05, never, 12_000)).toBe(0);
});

test('colours change in steps of 5 s or more; without motion and fading no frame is due', () => {
  expect(frameMs(0, 20, 0)).toBe(5000);
  expect(frameMs(0, 40_000, 0)).toBe(40_000);
  expect(frameMs(1, 20, 0)).toBe(500);
  expect(frameMs(0, 40_000, 4000)).toBe(40_000);
  expect(frameMs(0, never, 0)).toBeNull();
});
