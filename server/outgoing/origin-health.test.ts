import { afterEach, expect, test } from 'vitest';
import { clock } from '../base/clock.ts';
import { OriginHealth } from './fetch-upstream.ts';

afterEach(() => {
  clock.offsetMs = 0;
});
const origin = 'https://weather.example';
const isOpen = (health: OriginHealth, subject?: string): boolean => {
  try {
    health.check(origin, subject);
    return true;
  } catch {
    return false;
  }
};

test('C56: an airport that fails twice is paused alone; its next success ends the pause', () => {
  const health = new OriginHealth();
  for (const _ of [1, 2, 3]) {
    expect(health.failed(origin, clock.now(), 'LROP')).toBe(false);
    clock.offsetMs += 1;
  }
  expect([isOpen(health, 'LROP'), isOpen(health, 'KJFK'), isOpen(health)]).toEqual([false, true, true]);
  clock.offsetMs += 60_000;
  expect(isOpen(health, 'LROP')).toBe(true);
  health.succeeded(origin, 'LROP');
  expect(health.failed(origin, clock.now(), 'LROP')).toBe(false);
  expect(isOpen(health, 'LROP')).toBe(true);
});

test('C56: three failing airports in a row are a failure of the service, which is paused for all', () => {
  const health = new OriginHealth();
  const failures = (airports: readonly string[]) => airports.map((icao) => health.failed(origin, clock.now(), icao));
  expect(failures(['LROP', 'KJFK'])).toEqual([false, false]);
  health.succeeded(origin, 'EGLL');
  expect(failures(['LROP', 'KJFK'])).toEqual([false, false]);
  expect(isOpen(health, 'EGLL')).toBe(true);
  expect(failures(['LRCL'])).toEqual([true]);
  expect(isOpen(health, 'EGLL')).toBe(false);
  clock.offsetMs += 5001;
  expect(isOpen(health, 'EGLL')).toBe(true);
});

test('failures without a subject pause the origin from the second one on, longer each time', () => {
  const health = new OriginHealth();
  expect(health.failed(origin, clock.now())).toBe(false);
  for (const pauseMs of [5000, 10_000, 20_000, 40_000, 60_000, 60_000]) {
    expect(health.failed(origin, clock.now())).toBe(true);
    clock.offsetMs += pauseMs - 100;
    expect(isOpen(health, 'LROP'), `${pauseMs}`).toBe(false);
    clock.offsetMs += 101;
    expect(isOpen(health, 'LROP'), `${pauseMs}`).toBe(true);
  }
});
