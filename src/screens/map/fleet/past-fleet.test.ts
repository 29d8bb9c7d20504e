import { expect, test } from 'vitest';
import type { PastAircraft } from '../../../../contract/entities/map.ts';
import { advance, chunkMs, chunksOf, fleetAt, seek, startReplay, tracksOf, trailsAt } from './past-fleet.ts';

const minute = 60_000;
const point = (minutes: number, lon: number, feet: number | null = 30_000): PastAircraft['points'][number] => [
  45,
  lon,
  minutes * 60,
  feet,
];
const one = (icao: string, ...points: PastAircraft['points']): PastAircraft => ({ icao, callsign: `C${icao}`, points });
const tracks = tracksOf([
  [one('A', point(10, 20), point(11, 21)), one('B', point(1, 5))],
  [one('A', point(11, 21), point(12, 22, null), point(20, 30))],
]);
const placesAt = (minutes: number, maxAgeMs = 3 * minute) =>
  Object.fromEntries(
    fleetAt(tracks, minutes * minute, maxAgeMs).list.map(({ icao, lon, fixAt }) => [icao, [lon, fixAt / minute]]),
  );

test('an aircraft is between its positions, and stays at the last one where the next is far away', () => {
  expect(placesAt(10.5)).toEqual({ A: [20.5, 10.5] });
  expect(placesAt(11)).toEqual({ A: [21, 11] });
  expect(placesAt(14)).toEqual({ A: [22, 12] });
});

test('it is not shown before its first position, nor long after its last one', () => {
  expect(placesAt(9)).toEqual({});
  expect(placesAt(16)).toEqual({});
  expect(placesAt(25, 60 * minute)).toEqual({ A: [30, 20], B: [5, 1] });
});

test('it has callsign, altitude and course of its positions', () => {
  const [aircraft] = fleetAt(tracks, 10.5 * minute, minute).list;
  expect(aircraft).toMatchObject({ callsign: 'CA', altitudeFt: 30_000, key: 'A', groundSpeedKt: null });
  expect(aircraft?.angle).toBeCloseTo(90);
});

test('its trail has the positions since then and ends at the aircraft', () => {
  const fleet = fleetAt(tracks, 11.5 * minute, minute);
  expect(trailsAt(tracks, fleet, 0).map((trail) => trail.map(({ lon }) => lon))).toEqual([[20, 21, 21.5]]);
  expect(trailsAt(tracks, fleet, 11 * minute).map((trail) => trail.map(({ lon }) => lon))).toEqual([[21, 21.5]]);
});

test('across the date line it takes the short way', () => {
  const [aircraft] = fleetAt(tracksOf([[one('A', point(1, 179), point(2, -179))]]), 1.75 * minute, minute).list;
  expect(aircraft?.lon).toBeCloseTo(-179.5);
});

const now = Date.UTC(2026, 10, 23, 12, 0, 30);

test('a replay covers 24 hours, begins an hour before now and stops at its end', () => {
  const replay = startReplay(now);
  expect(replay.to - replay.from).toBe(24 * 60 * minute);
  expect(replay.to - replay.at).toBe(60 * minute);
  expect(advance(replay, 1000).at - replay.at).toBe(minute);
  expect(advance({ ...replay, isPlaying: false }, 1000).at).toBe(replay.at);
  const ended = advance({ ...replay, speed: 300 }, 60_000);
  expect([ended.at, ended.isPlaying]).toEqual([replay.to, false]);
  expect(seek(replay, 0).at).toBe(replay.from);
});

test('it needs the chunk of its time and the one before, while it plays the next one, never beyond its ends', () => {
  const replay = startReplay(now);
  const starts = (one: typeof replay) => chunksOf(one).map(({ from }) => (from - replay.from) / chunkMs);
  expect(starts(replay)).toEqual([45, 46, 47]);
  expect(starts({ ...replay, isPlaying: false })).toEqual([45, 46]);
  expect(starts({ ...replay, at: replay.from })).toEqual([0, 1]);
  expect(starts({ ...replay, at: replay.to })).toEqual([46, 47]);
});
