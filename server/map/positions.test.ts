import { afterEach, describe, expect, test } from 'vitest';
import { api } from '../../contract/api.ts';
import { minuteMs } from '../../contract/durations.ts';
import type { Location } from '../../contract/entities/map.ts';
import { locationWith } from '../../contract/location-for-test.ts';
import { writeInstant } from '../../contract/params.ts';
import { clock } from '../base/clock.ts';
import { type Bounds, boxOf } from '../base/geometry.ts';
import { maxAircraft, Positions, viewOfAll } from './positions.ts';
import type { RawReport } from './report.ts';

const nowMs = (): number => clock.now();
const reported = (icao: string, secondsAgo: number, more: Partial<RawReport> = {}): RawReport => ({
  icao,
  atMs: nowMs() - secondsAgo * 1000,
  stationId: null,
  ...more,
});
const locationsIn = (positions: Positions, bounds: Bounds = {}): Location[] =>
  (
    api.map.currentLocation.response.parse(
      JSON.parse(positions.respond(boxOf(bounds), viewOfAll).body().toString()),
    ) as unknown as { currentLocations: Location[] }
  ).currentLocations;
const icaosOf = (positions: Positions, bounds?: Bounds): string[] =>
  locationsIn(positions, bounds)
    .map(({ icao }) => icao)
    .sort();
const etagOf = (positions: Positions, bounds: Bounds = {}): string => positions.respond(boxOf(bounds), viewOfAll).etag;

function positionsOf(...reports: RawReport[]): Positions {
  const positions = new Positions();
  positions.take(reports);
  return positions;
}

afterEach(() => {
  clock.offsetMs = 0;
});

describe('MAP-16: the position of an aircraft', () => {
  test('all reported values, under a constant number', () => {
    const atMs = nowMs() - 3000;
    const [one] = locationsIn(
      positionsOf({
        icao: '4a08d1',
        atMs,
        stationId: 'RX',
        lat: 45.123456,
        lon: 25.654321,
        angleDeg: 271.26,
        groundSpeedKt: 449.6,
        altitudeFt: 36_000,
        verticalRateFtMin: -64,
        callsign: 'rot391  ',
        isOnGround: false,
        squawk: '7700 (Emergency)',
      }),
    );
    expect(one).toEqual(
      locationWith({
        ...{ id: 0x4a08d1, icao: '4A08D1', lat: 45.12346, lon: 25.65432, angle: 271.3, seenAt: writeInstant(atMs) },
        ...{ callsign: 'ROT391', altitudeFt: 36_000, groundSpeedKt: 450, verticalRateFtMin: -64, isOnGround: false },
        squawk: '7700',
      }),
    );
  });

  test('the emitter category is that of the last identification, and receptions of one message count once', () => {
    const message = (secondsAgo: number) => reported('4A08D1', secondsAgo, { isMessage: true });
    const placed = reported('4A08D1', 30, { lat: 45, lon: 25, category: 'a7' });
    const positions = positionsOf(placed, message(20), message(19), message(10), message(20));
    positions.take([reported('4A08D1', 5, { category: 'E9' })]);
    expect(locationsIn(positions)[0]).toMatchObject({ category: 'A7', messages: 2 });
  });

  test('a calculated position (MLAT) is marked, and does not replace one that the aircraft sent in the last 30 s', () => {
    const at = (secondsAgo: number, lat: number, isMlat: boolean) =>
      reported('4A08D1', secondsAgo, { lat, lon: 25, positionKind: isMlat ? 'MLAT' : 'ADS-B' });
    const shown = (...reports: RawReport[]) => {
      const [one] = locationsIn(positionsOf(...reports));
      return [one?.lat, one?.isMlat];
    };
    expect(shown(at(20, 45, true))).toEqual([45, true]);
    expect(shown(at(20, 45, false), at(10, 46, true))).toEqual([45, false]);
    expect(shown(at(50, 45, false), at(10, 46, true))).toEqual([46, true]);
    expect(shown(at(20, 45, true), at(10, 46, false))).toEqual([46, false]);
  });

  test('an aircraft without a position is not returned; once it has one, earlier values count', () => {
    const positions = positionsOf(reported('4A08D1', 9, { groundSpeedKt: 450, angleDeg: 90, callsign: 'ROT391' }));
    expect(locationsIn(positions)).toEqual([]);
    positions.take([reported('4A08D1', 8, { lat: 45, lon: 25 })]);
    expect(locationsIn(positions)[0]).toMatchObject({ lat: 45, groundSpeedKt: 450, angle: 90, callsign: 'ROT391' });
  });

  test('without a track the last two positions give the angle, also across the antimeridian; one position gives none', () => {
    const positions = positionsOf(reported('4A08D1', 60, { lat: 0, lon: 179.98 }));
    expect(locationsIn(positions)[0]?.angle).toBeNull();
    positions.take([reported('4A08D1', 50, { lat: 0, lon: -179.98 })]);
    expect(locationsIn(positions)[0]?.angle).toBe(90);
  });

  test('a speed minutes older than the position is unknown; the callsign of the flight stays', () => {
    const positions = positionsOf(
      reported('4A08D1', 300, { lat: 45, lon: 25, groundSpeedKt: 450, angleDeg: 90, callsign: 'ROT391' }),
      reported('4A08D1', 1, { lat: 45, lon: 25.001 }),
    );
    expect(locationsIn(positions)[0]).toMatchObject({ groundSpeedKt: null, angle: null, callsign: 'ROT391' });
  });
});

describe('which report counts', () => {
  test('an older position never replaces a newer one, in any order; each value has its own time', () => {
    const positions = positionsOf(
      reported('4A08D1', 5, { lat: 45, lon: 25 }),
      reported('4A08D1', 20, { lat: 44, lon: 24, groundSpeedKt: 400 }),
      reported('4A08D1', 2, { groundSpeedKt: 410 }),
      reported('4A08D1', 4, { groundSpeedKt: 405 }),
    );
    expect(locationsIn(positions)[0]).toMatchObject({ lat: 45, lon: 25, groundSpeedKt: 410 });
  });

  test('a repeated report changes nothing: the response keeps its tag', () => {
    const report = reported('4A08D1', 5, { lat: 45, lon: 25, groundSpeedKt: 400, stationId: 'RX' });
    const positions = positionsOf(report);
    const before = etagOf(positions);
    positions.take([report, report]);
    expect(etagOf(positions)).toBe(before);
  });

  test('any visible change gives another tag; one outside of the bounds does not', () => {
    const positions = positionsOf(
      reported('4A08D1', 5, { lat: 45, lon: 25 }),
      reported('A00001', 5, { lat: 10, lon: 10 }),
    );
    const near = { lat1: 40, lat2: 45.07, lon1: 20, lon2: 30 };
    const tags = [etagOf(positions, near)];
    positions.take([reported('A00001', 1, { lat: 11, lon: 10 })]);
    expect(etagOf(positions, near)).toBe(tags[0]);
    for (const change of [
      { groundSpeedKt: 300 },
      { lat: 45.05, lon: 25 },
      { callsign: 'ROT1' },
      { lat: 45.1, lon: 25 },
    ]) {
      positions.take([reported('4A08D1', 0, { atMs: nowMs() + tags.length, ...change })]);
      tags.push(etagOf(positions, near));
    }
    expect(new Set(tags).size).toBe(5);
  });

  test('positions older than ten minutes are not returned, nor are late reports of that age', () => {
    const positions = positionsOf(
      reported('4A08D1', 0, { lat: 45, lon: 25 }),
      reported('A00001', 601, { lat: 10, lon: 10 }),
    );
    expect(icaosOf(positions)).toEqual(['4A08D1']);
    clock.offsetMs = 9.9 * minuteMs;
    expect(icaosOf(positions)).toEqual(['4A08D1']);
    const before = etagOf(positions);
    clock.offsetMs = 10.1 * minuteMs;
    expect(icaosOf(positions)).toEqual([]);
    expect(etagOf(positions)).not.toBe(before);
  });

  test('repeated callsigns do not keep an old position alive', () => {
    const positions = positionsOf(reported('4A08D1', 0, { lat: 45, lon: 25 }));
    clock.offsetMs = 10.1 * minuteMs;
    positions.take([reported('4A08D1', 0, { callsign: 'ROT391' })]);
    expect(locationsIn(positions)).toEqual([]);
  });
});

describe('bad input', () => {
  test.each([
    ['NaN', { lat: Number.NaN, lon: 25 }],
    ['null', { lat: null, lon: 25 }],
    ['half a place', { lat: 45 }],
    ['91 degrees of latitude', { lat: 91, lon: 25 }],
    ['181 degrees of longitude', { lat: 45, lon: 181 }],
    ['infinity', { lat: 45, lon: Number.POSITIVE_INFINITY }],
    ['0, 0, as decoders write nothing', { lat: 0, lon: 0 }],
    ['a clock an hour ahead', { lat: 45, lon: 25, atMs: Date.now() + 3_600_000 }],
    ['no time', { lat: 45, lon: 25, atMs: Number.NaN }],
  ])('%s is not a position', (_what, place) => {
    expect(locationsIn(positionsOf(reported('4A08D1', 1, place)))).toEqual([]);
  });

  test.each(['', '~', '~000000', '~~2a3b4c', '4A08D', '4A08D1F', 'ZZZZZZ', '000000', 'ffffff', null, '<b>1234'])(
    'the address %s is nobody',
    (icao) => {
      expect(locationsIn(positionsOf({ ...reported('', 1, { lat: 45, lon: 25 }), icao }))).toEqual([]);
    },
  );

  test('impossible values are unknown, and the aircraft is returned', () => {
    const bad = {
      lat: 45,
      lon: 25,
      angleDeg: 720,
      groundSpeedKt: -1,
      altitudeFt: 1e9,
      verticalRateFtMin: Number.NaN,
      callsign: '<script>',
    };
    expect(locationsIn(positionsOf(reported('4A08D1', 1, bad)))[0]).toMatchObject({
      icao: '4A08D1',
      angle: null,
      groundSpeedKt: null,
      altitudeFt: null,
      verticalRateFtMin: null,
      callsign: null,
    });
  });

  test.each(['00000000', 'AAAAAAAA', '0', '<script>'])('%s is no callsign', (callsign) => {
    expect(locationsIn(positionsOf(reported('4A08D1', 1, { lat: 45, lon: 25, callsign })))[0]?.callsign).toBeNull();
  });

  test.each([
    [-90, 270],
    [360, 0],
    [359.97, 0],
    [0, 0],
  ])('a track of %d degrees is %d', (angleDeg, angle) => {
    expect(locationsIn(positionsOf(reported('4A08D1', 1, { lat: 45, lon: 25, angleDeg })))[0]?.angle).toBe(angle);
  });

  test('50,000 aircraft at once: the most recent stay, and memory is bounded', () => {
    const positions = new Positions();
    const count = 50_000;
    positions.take(
      Array.from({ length: count }, (_, i) =>
        reported((0x10_0000 + i).toString(16), 60 - i / 1000, { lat: 45, lon: i / 1000 }),
      ),
    );
    const icaos = icaosOf(positions);
    expect(icaos.length).toBe(maxAircraft);
    expect(icaos.at(-1)).toBe((0x10_0000 + count - 1).toString(16).toUpperCase());
  });

  test('of a thousand receivers of one aircraft only some are stored', () => {
    const positions = positionsOf(
      ...Array.from({ length: 1000 }, (_, i) =>
        reported('4A08D1', 500 - i / 10, { lat: 45, lon: 25, stationId: `RX-${i}` }),
      ),
    );
    expect([...(positions.of('4a08d1')?.byStation.keys() ?? [])]).toContain('rx-999');
    expect(positions.of('4a08d1')?.byStation.size).toBeLessThanOrEqual(8);
  });
});

describe('API-27: bounds', () => {
  const world = (): Positions =>
    positionsOf(
      reported('000001', 1, { lat: 0.1, lon: 179.5 }),
      reported('000002', 1, { lat: 0.1, lon: -179.5 }),
      reported('000003', 1, { lat: 89.9, lon: 10 }),
      reported('000004', 1, { lat: -89.9, lon: 10 }),
      reported('000005', 1, { lat: 45, lon: 25 }),
    );
  test.each<[string, Bounds, string[]]>([
    ['none: the whole world', {}, ['000001', '000002', '000003', '000004', '000005']],
    ['a part of it', { lat1: 40, lat2: 50, lon1: 20, lon2: 30 }, ['000005']],
    ['latitudes the other way round', { lat1: 50, lat2: 40, lon1: 20, lon2: 30 }, ['000005']],
    ['over the date line', { lat1: -10, lat2: 10, lon1: 170, lon2: -170 }, ['000001', '000002']],
    ['a map that was moved beyond it', { lat1: -10, lat2: 10, lon1: 179, lon2: 181 }, ['000001', '000002']],
    ['a map that was moved around the world', { lat1: 40, lat2: 50, lon1: 380, lon2: 390 }, ['000005']],
    ['more than the whole round', { lat1: -10, lat2: 50, lon1: -200, lon2: 200 }, ['000001', '000002', '000005']],
    ['the north pole', { lat1: 80, lat2: 100 }, ['000003']],
    ['one bound alone', { lat2: -80 }, ['000004']],
    ['nothing there', { lat1: 1, lat2: 2, lon1: 1, lon2: 2 }, []],
  ])('%s', (_what, bounds, expected) => {
    expect(icaosOf(world(), bounds)).toEqual(expected);
  });
});

test('the track of an aircraft received each second stays small, with its newest and first point', () => {
  const positions = new Positions();
  const seconds = 590;
  for (let s = seconds; s >= 0; s--) positions.take([reported('4A08D1', s, { lat: 45 + s / 1000, lon: 25 })]);
  const track = positions.of('4A08D1')?.track ?? [];
  expect(track.length).toBe(Math.floor(seconds / 15) + 1);
  expect(track[0]?.lat).toBeCloseTo(45 + seconds / 1000, 6);
  for (let minute = 0; minute < 240; minute++) {
    clock.offsetMs += minuteMs;
    positions.take([reported('4A08D1', 0, { lat: 50 + minute / 100, lon: 25 })]);
  }
  expect(track.length).toBeLessThanOrEqual(120);
  expect(track[0]?.lat).toBeCloseTo(45 + seconds / 1000, 6);
  expect(track.at(-1)?.lat).toBeCloseTo(52.39, 6);
});
