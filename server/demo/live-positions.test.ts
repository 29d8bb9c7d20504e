import { expect, test } from 'vitest';
import { distanceNmi } from '../base/geometry.ts';
import { demoFrames } from './adsb-traffic.ts';
import { demoPositions, startDemoPositions } from './live-positions.ts';

const nowMs = Date.UTC(2026, 10, 21, 12);
const hours = Array.from({ length: 24 }, (_, hour) => nowMs + hour * 3_600_000);

test('at every hour about 150 aircraft are aloft in reach of a station, with track, altitude and speed', () => {
  for (const atMs of hours) {
    const aloft = demoPositions(atMs).filter(({ isOnGround }) => !isOnGround);
    expect(aloft.length).toBeGreaterThan(110);
    expect(aloft.length).toBeLessThan(260);
    for (const { angleDeg, altitudeFt, groundSpeedKt, callsign, stationId } of aloft) {
      expect(angleDeg).toBeGreaterThanOrEqual(0);
      expect(angleDeg).toBeLessThan(360);
      expect(altitudeFt).toBeGreaterThan(0);
      expect(groundSpeedKt).toBeGreaterThan(50);
      expect(callsign).toMatch(/^[A-Z0-9]{4,8}$/);
      expect(stationId).toMatch(/-ADSB$/);
    }
  }
});

test('aircraft that taxi have the track of their surface positions', () => {
  const taxiing = hours.flatMap((atMs) => demoPositions(atMs).filter(({ isOnGround }) => isOnGround));
  expect(taxiing.length).toBeGreaterThan(20);
  expect(taxiing.filter(({ angleDeg, lat }) => typeof angleDeg !== 'number' || typeof lat !== 'number')).toEqual([]);
});

test('after ten seconds each aircraft is further along its track, according to its speed', () => {
  const later = new Map(demoPositions(nowMs + 10_000).map((one) => [one.icao, one]));
  let moved = 0;
  for (const one of demoPositions(nowMs)) {
    const then = later.get(one.icao);
    if (!then || one.isOnGround || then.isOnGround) continue;
    const nmi = distanceNmi({ lat: one.lat ?? 0, lon: one.lon ?? 0 }, { lat: then.lat ?? 0, lon: then.lon ?? 0 });
    const reportedNmi = ((one.groundSpeedKt ?? 0) * 10) / 3600;
    expect(nmi).toBeGreaterThan(reportedNmi * 0.7);
    expect(nmi).toBeLessThan(reportedNmi * 1.3 + 0.05);
    moved++;
  }
  expect(moved).toBeGreaterThan(100);
});

test('they are reported at once, at a whole second, without fractions', () => {
  const times: number[] = [];
  const stop = startDemoPositions({
    take: (reports) => {
      for (const { atMs } of reports) times.push(atMs);
    },
  });
  stop();
  expect(times.length).toBeGreaterThan(100);
  expect(times.filter((atMs) => atMs % 1000 !== 0)).toEqual([]);
});

test('a stored frame and the map show one position', () => {
  const frames = demoFrames(nowMs, nowMs + 60_000, 'live').filter(({ icao, lat }) => icao !== null && lat !== null);
  expect(frames.length).toBeGreaterThan(50);
  for (const frame of frames) {
    const atMs = Math.floor((frame.timestamp ?? 0) * 1000);
    const shown = demoPositions(atMs).find(({ icao }) => icao?.toLowerCase() === frame.icao);
    const nmi = distanceNmi(
      { lat: shown?.lat ?? 0, lon: shown?.lon ?? 0 },
      { lat: frame.lat ?? 0, lon: frame.lon ?? 0 },
    );
    expect(nmi, frame.icao ?? '').toBeLessThan(0.01);
  }
});
