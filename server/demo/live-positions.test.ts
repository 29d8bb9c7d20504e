import { expect, test } from 'vitest';
import { distanceNmi } from '../base/geometry.ts';
import { demoFrames } from './adsb-traffic.ts';
import { demoPositions, startDemoPositions } from './live-positions.ts';

const nowMs = Date.UTC(2026, 10, 21, 12);
const hours = Array.from({ length: 24 }, (_, hour) => demoPositions(nowMs + hour * 3_600_000));

test('at every hour about 150 aircraft are aloft in reach of a station, with track, altitude and speed', () => {
  for (const positions of hours) {
    const aloft = positions.filter(({ isOnGround }) => !isOnGround);
    expect(aloft.length).toBeGreaterThan(110);
    expect(aloft.length).toBeLessThan(260);
    const isWhole = ({ angleDeg, altitudeFt, groundSpeedKt, callsign, stationId }: (typeof aloft)[number]): boolean =>
      typeof angleDeg === 'number' &&
      angleDeg >= 0 &&
      angleDeg < 360 &&
      Number(altitudeFt) > 0 &&
      Number(groundSpeedKt) > 50 &&
      /^[A-Z0-9]{4,8}$/.test(callsign ?? '') &&
      /-ADSB$/.test(stationId ?? '');
    expect(aloft.filter((one) => !isWhole(one))).toEqual([]);
  }
});

test('aircraft that taxi have the track of their surface positions', () => {
  const taxiing = hours.flatMap((positions) => positions.filter(({ isOnGround }) => isOnGround));
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
  const positions = demoFrames(nowMs, nowMs + 60_000, 'live').filter(({ icao, lat }) => icao !== null && lat !== null);
  expect(positions.length).toBeGreaterThan(50);
  // Each is compared with the whole map of its instant.
  const frames = positions.filter(({ altInfo }, i) => altInfo !== 'barometric' || i % 8 === 0);
  expect(new Set(frames.map(({ altInfo }) => altInfo))).toEqual(new Set([null, 'barometric']));
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
