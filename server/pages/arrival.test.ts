import { describe, expect, test } from 'vitest';
import { minuteMs } from '../../contract/durations.ts';
import { along, distanceNmi } from '../base/geometry.ts';
import { type ArrivalEvidence, type ArrivalPosition, arrivalOf, newestEta } from './arrival.ts';

const nowMs = Date.UTC(2026, 10, 29, 14, 0, 0);
const at = (minutes: number): number => nowMs + minutes * minuteMs;
const frankfurt = { lat: 50.0333, lon: 8.5706 };
const nuremberg = { lat: 49.4987, lon: 11.0669 };
const routeNmi = distanceNmi(frankfurt, nuremberg);

const leg = { firstMs: at(-90), offMs: at(-80), onMs: null, inMs: null, lastMs: at(0), hasLanded: false };
/** On the way from Nuremberg, so many nautical miles before Frankfurt. */
const position = (minutes: number, nmi: number, altFt: number | null): ArrivalPosition => ({
  ...along(frankfurt, nuremberg, nmi / routeNmi),
  atMs: at(minutes),
  altFt,
});
const derive = (evidence: Partial<ArrivalEvidence>) =>
  arrivalOf({ leg, etas: [], positions: [], destination: frankfurt, nowMs, ...evidence });

describe('landed', () => {
  test('a reported landing is its time, otherwise the gate arrival, otherwise the ground', () => {
    expect(derive({ leg: { ...leg, onMs: at(-4), inMs: at(-1), hasLanded: true } })).toEqual({
      ...{ state: 'landed', atMs: at(-4), basis: 'on' },
    });
    expect(derive({ leg: { ...leg, inMs: at(-1), hasLanded: true } })).toEqual({
      ...{ state: 'landed', atMs: at(-1), basis: 'in' },
    });
    expect(derive({ leg: { ...leg, hasLanded: true } })).toEqual({ state: 'landed', atMs: null, basis: 'ground' });
  });
  test('a reported landing outweighs an estimate and positions in the air', () => {
    const evidence = {
      etas: [{ sentMs: at(-30), etaMs: at(10) }],
      positions: [position(-2, 8, 3000), position(-1, 5, 2000)],
    };
    expect(derive({ ...evidence, leg: { ...leg, onMs: at(0), hasLanded: true } })?.state).toBe('landed');
  });
});

describe('about to land by a stated estimate', () => {
  const states = (etaMinutes: number) => derive({ etas: [{ sentMs: at(-40), etaMs: at(etaMinutes) }] });
  test('from 20 minutes before until 30 minutes after', () => {
    expect([21, 20, 0, -30, -31].map((minutes) => states(minutes)?.state ?? null)).toEqual([
      null,
      'landing',
      'landing',
      'landing',
      null,
    ]);
    expect(states(15)).toEqual({ state: 'landing', atMs: at(15), basis: 'eta' });
  });
  test('the newest estimate counts; those of before takeoff or of another flight do not', () => {
    const etas = [
      { sentMs: at(-10), etaMs: at(50) },
      { sentMs: at(-50), etaMs: at(10) },
    ];
    expect(derive({ etas })).toBeNull();
    expect(newestEta({ leg, etas: [{ sentMs: at(-20), etaMs: at(-85) }] })).toBeNull();
    expect(newestEta({ leg, etas: [{ sentMs: at(-100), etaMs: at(5) }] })).toBeNull();
  });
});

describe('about to land by positions', () => {
  test('two that agree: within 40 nmi, below 10,000 ft, descending', () => {
    // 12 nmi in 4 minutes are 180 kt: 27 nmi take another 9 minutes, from a minute ago.
    expect(derive({ positions: [position(-5, 39, 9900), position(-1, 27, 6000)] })).toEqual({
      ...{ state: 'landing', atMs: at(8), basis: 'position' },
    });
  });
  test.each([
    ['a single one', [position(-1, 20, 6000)]],
    ['one of them too high', [position(-5, 38, 10_100), position(-1, 28, 6000)]],
    ['one of them too far', [position(-5, 41, 9000), position(-1, 28, 6000)]],
    ['a climb', [position(-3, 10, 3000), position(-1, 8, 5000)]],
    ['on the way out', [position(-3, 8, 5000), position(-1, 14, 5000)]],
    ['an unknown altitude', [position(-3, 20, null), position(-1, 14, 5000)]],
    ['too far apart in time', [position(-14, 38, 9000), position(-1, 14, 5000)]],
    ['too old', [position(-20, 20, 6000), position(-16, 14, 5000)]],
    ['those of the flight before', [position(-95, 20, 6000), position(-1, 14, 5000)]],
  ])('%s states nothing', (_what, positions) => {
    expect(derive({ positions })).toBeNull();
  });
  test('without a known destination they state nothing', () => {
    expect(derive({ positions: [position(-5, 38, 9900), position(-1, 28, 6000)], destination: null })).toBeNull();
  });
  test('an estimate further away gives way to positions, and gives the time if it can be right', () => {
    const positions = [position(-5, 38, 9900), position(-1, 28, 6000)];
    expect(derive({ positions, etas: [{ sentMs: at(-30), etaMs: at(25) }] })).toEqual({
      ...{ state: 'landing', atMs: at(25), basis: 'position' },
    });
    // 10 nmi in 4 minutes are 150 kt: 28 nmi take 11 minutes and 12 seconds.
    expect(derive({ positions, etas: [{ sentMs: at(-30), etaMs: at(90) }] })?.atMs).toBe(at(10));
  });
  test('around the antimeridian distances are those of the globe', () => {
    const destination = { lat: -17.7, lon: 179.9 };
    const positions = [
      { lat: -17.7, lon: -179.7, atMs: at(-3), altFt: 6000 },
      { lat: -17.7, lon: -179.9, atMs: at(-1), altFt: 4000 },
    ];
    expect(derive({ positions, destination })?.state).toBe('landing');
  });
});
