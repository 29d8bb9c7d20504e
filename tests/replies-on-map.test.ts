/** What single frames may show on the map: frames as received by a station, and as read back from stored rows. */
import { describe, expect, test } from 'vitest';
import { api } from '../contract/api.ts';
import type { Location } from '../contract/entities/map.ts';
import type { AdsbMessage } from '../contract/entities/messages.ts';
import { clock } from '../server/base/clock.ts';
import { boxOf } from '../server/base/geometry.ts';
import { SourceCounters } from '../server/base/ingest-counters.ts';
import { SourceMeter } from '../server/base/source-meter.ts';
import { hexOf } from '../server/input/mode-s/bits.ts';
import { sourceReader } from '../server/input/radio/source-reader.ts';
import { StationFeed } from '../server/input/radio/station-feed.ts';
import { reportOfFrame } from '../server/map/frame-report.ts';
import { Positions, viewOfAll } from '../server/map/positions.ts';
import {
  altitude12,
  altitude13,
  asBeast,
  characters,
  compact,
  type Fields,
  frameOf,
  identity13,
  otherSquitter,
  squitter,
  text,
} from './recordings/mode-s-encoder.ts';

const address = 0x4b1234;
type Make = (content: Fields) => Uint8Array;
const bySquitter: Make = (content) => squitter(address, content);
const half = (isOdd: boolean, altitude: string, type: number): Fields => [
  ...([[type, 5], [0, 3], text(altitude), [0, 1]] as const),
  ...compact(46, 25, isOdd).fields,
];
/** A pair of airborne positions. */
const position = (feet: number, make = bySquitter, type = 11): Uint8Array[] =>
  [false, true].map((isOdd) => make(half(isOdd, altitude12(feet), type)));
const named = (callsign: string, make = bySquitter): Uint8Array => make([[4, 5], [3, 3], ...characters(callsign)]);
const status = (state: number, squawk: string): Uint8Array =>
  bySquitter([[28, 5], [1, 3], [state, 3], text(identity13(squawk)), [0, 32]]);
/** Of version 1 (ICAO Doc 9871, table B-2-98). */
const targetState = (state: number): Uint8Array =>
  bySquitter([
    [29, 5],
    [0, 2],
    [0, 46],
    [state, 3],
  ]);
/** DF 0, 4, 5, 20 or 21. `flight` = flight status, or ground and air of DF 0. */
const reply = (df: number, code: string, flight = 0, register: Fields = []): Uint8Array =>
  frameOf(
    [
      [df, 5],
      ...(df === 0
        ? ([
            [flight, 1],
            [0, 13],
          ] as const)
        : ([
            [flight, 3],
            [0, 11],
          ] as const)),
      text(code),
      ...register,
    ],
    address,
  );
const called = (callsign: string): Fields => [[0x20, 8], ...characters(callsign)];

function station(repairs = false) {
  const [positions, stored] = [new Positions(), [] as AdsbMessage[]];
  const read = (
    format: 'avr' | 'beast' | 'sbs',
    bytes: Uint8Array,
    meter = new SourceMeter(),
    keepSeconds: number | null = null,
  ): SourceMeter => {
    const feed = new StationFeed(
      { station: '1001', repairs, keepSeconds },
      { counters: new SourceCounters(), store: (row) => stored.push(row) > 0, accepted: () => {} },
    );
    sourceReader(format, () => feed, meter)(bytes, clock.now());
    positions.take(feed.takeReports());
    return meter;
  };
  const shown = (of = positions): Location[] =>
    (
      api.map.currentLocation.response.parse(
        JSON.parse(of.respond(boxOf({}), viewOfAll).body().toString()),
      ) as unknown as { currentLocations: Location[] }
    ).currentLocations;
  const fromRows = (rows = stored): Location[] => {
    const other = new Positions();
    // The map of another server reads the same rows again and again.
    for (let round = 0; round < 3; round++) other.take(rows.map(reportOfFrame));
    return shown(other);
  };
  return { read, shown, fromRows, stored };
}
const avr = (frames: readonly Uint8Array[]): Buffer =>
  Buffer.from(frames.map((bytes) => `*${hexOf(bytes)};\n`).join(''));

/** As received at once, and as its stored rows. */
function mapsOf(...frames: readonly Uint8Array[]): Location[] {
  const { read, shown, fromRows } = station();
  read('avr', avr(frames));
  return [...shown(), ...fromRows()];
}
const flying = [named('ROT391'), ...position(34_000)];
const both = (values: object): object[] => [values, values].map((one) => expect.objectContaining(one));

describe('MAP-16: a single reply shows nothing that no other frame confirms', () => {
  test.each(['7500', '7600', '7700'])('one DF 5 of three others shows no squawk %s', (wrong) => {
    const right = reply(5, identity13('1000'));
    expect(mapsOf(...flying, right, right, reply(5, identity13(wrong)))).toEqual(both({ squawk: '1000' }));
    expect(mapsOf(...flying, reply(5, identity13(wrong)))).toEqual(both({ squawk: null }));
    const twice = reply(21, identity13(wrong), 0, [[0, 56]]);
    expect(mapsOf(...flying, right, right, twice, twice)).toEqual(both({ squawk: wrong }));
  });

  test('the squawk and the callsign of a squitter stay, also against two replies', () => {
    const other = reply(20, altitude13(34_000), 0, called('TEST1'));
    const squawk = reply(5, identity13('7700'));
    const frames = [...flying, status(0, '1000'), other, other, squawk, squawk];
    expect(mapsOf(...frames)).toEqual(both({ callsign: 'ROT391', squawk: '1000' }));
    const unnamed = position(34_000);
    expect(mapsOf(...unnamed, other)).toEqual(both({ callsign: null }));
    expect(mapsOf(...unnamed, other, other)).toEqual(both({ callsign: 'TEST1' }));
  });

  test.each([48_000, 1000])('no DF 0, 4 or 20 makes 34,000 ft to %i ft, once or twice', (wrong) => {
    const code = altitude13(wrong);
    for (const one of [reply(0, code), reply(4, code), reply(20, code, 0, [[0, 56]])])
      for (const frames of [[one], [one, one]])
        expect(mapsOf(...flying, ...frames)).toEqual(both({ altitudeFt: 34_000 }));
  });

  test('no DF 0 or 4 puts an aircraft at FL340 on the ground', () => {
    const code = altitude13(34_000);
    for (const one of [reply(0, code, 1), reply(4, code, 1)])
      expect(mapsOf(...flying, one, one)).toEqual(both({ isOnGround: false }));
  });

  test('lines MSG,5 to 8 of SBS are replies', () => {
    const line = (type: number, fields: string): string => `MSG,${type},1,1,4B1234,1,,,,,${fields}\n`;
    const placed = line(3, ',34000,,,46,25,,,,,,0');
    const squawk = (code: string): string => line(6, `,,,,,,,${code},0,0,0,0`);
    const mapOf = (...lines: string[]): Location[] => {
      const { read, shown, fromRows } = station();
      read('sbs', Buffer.from(lines.join('')));
      return [...shown(), ...fromRows()];
    };
    const called = line(5, 'TEST1,34000,,,,,,,,,,0');
    expect(mapOf(placed, called)).toEqual(both({ callsign: null }));
    expect(mapOf(placed, called, called)).toEqual(both({ callsign: 'TEST1' }));
    const altitude = line(5, ',48000,,,,,,,,,,0');
    expect(mapOf(placed, squawk('7700'), altitude, altitude)).toEqual(both({ squawk: null, altitudeFt: 34_000 }));
    expect(mapOf(placed, squawk('1000'), squawk('1000'), squawk('7700'))).toEqual(both({ squawk: '1000' }));
  });

  /** dump1090-mutability 1.15 and readsb 3.14.1642, run with --gnss. */
  test('an altitude with an H in a line is geometric; one in a line of a reply changes nothing', () => {
    const { read, shown, fromRows } = station();
    const lines = [
      'MSG,3,1,1,4B1234,1,,,,,,22850H,,,46,25,,,,,,0\n',
      'MSG,5,1,1,4B1234,1,,,,,,48000H,,,,,,,0,,0,\n',
      'MSG,5,1,1,4B1234,1,,,,,,48000H,,,,,,,0,,0,\n',
    ];
    read('sbs', Buffer.from(lines.join('')));
    expect([...shown(), ...fromRows()]).toEqual(both({ altitudeFt: 22_850, isAltitudeGeometric: true }));
  });

  /** readsb 3.14.1642, run with a DF 20 whose register fits BDS 5,0: it writes `MSG,5` with 640 kt and track 80. */
  test('speed and track in a line of a reply change nothing: a program guesses the register', () => {
    const { read, shown } = station();
    const lines = [
      'MSG,3,1,1,4B1234,1,,,,,,34000,,,46,25,,,,,,0\n',
      'MSG,4,1,1,4B1234,1,,,,,,,400,270,,,0,,,,,0\n',
      'MSG,5,1,1,4B1234,1,,,,,,34000,640,80,,,,,0,,0,\n',
    ];
    read('sbs', Buffer.from(lines.join('')));
    expect(shown()).toMatchObject([{ groundSpeedKt: 400, angle: 270 }]);
  });
});

test('MAP-16: a squitter whose bit was repaired shows nothing that no other frame confirms, also from its row', () => {
  const { read, shown, fromRows, stored } = station(true);
  const wrong = status(5, '7500');
  wrong[12] = (wrong[12] ?? 0) ^ 1;
  read('avr', avr([...flying, wrong]));
  expect(stored.at(-1)).toMatchObject({ error: 1, squawk: '7500' });
  expect([...shown(), ...fromRows()]).toEqual(both({ squawk: null, emergency: null }));
});

describe('MAP-16: what squitters say', () => {
  test('the code of type code 23, subtype 7, is the squawk; 0000 is none', () => {
    const coded = (squawk: string): Uint8Array => bySquitter([[23, 5], [7, 3], text(identity13(squawk)), [0, 35]]);
    expect(mapsOf(...flying, coded('2345'))).toEqual(both({ squawk: '2345' }));
    expect(mapsOf(...flying, coded('0000'))).toEqual(both({ squawk: null }));
  });

  test.each([
    [0, 'none'],
    [1, 'general'],
    [2, 'lifeguard'],
    [3, 'minfuel'],
    [4, 'nordo'],
    [5, 'unlawful'],
    [6, 'downed'],
    [7, null],
  ])('state %i of type code 28, and of a target state, is %s', (state, emergency) => {
    expect(mapsOf(...flying, status(state, '1000'))).toEqual(both({ emergency, squawk: '1000' }));
    expect(mapsOf(...flying, targetState(state)), 'in a target state of version 1').toEqual(both({ emergency }));
  });

  test('type code 0 has an altitude, which is kept', () => {
    const { read, shown, stored } = station();
    const unplaced = bySquitter([[0, 5], [0, 3], text(altitude12(12_000)), [0, 36]]);
    read('avr', avr([...position(11_900), unplaced]));
    expect(shown()).toMatchObject([{ altitudeFt: 12_000 }]);
    expect(stored.at(-1)).toMatchObject({ altitude: 12_000, altUnit: 'feet', altInfo: 'barometric', lat: null });
  });

  test('a height above the ellipsoid is shown as such where there is none of the barometer', () => {
    const heights = position(5000, bySquitter, 20);
    expect(mapsOf(...heights)).toEqual(both({ altitudeFt: 5000, isAltitudeGeometric: true }));
    expect(mapsOf(...position(4800), ...heights)).toEqual(both({ altitudeFt: 4800, isAltitudeGeometric: false }));
  });

  test.each([
    [0, 'ADS-B', '4B1234'],
    [1, 'ADS-B', '~4B1234'],
    [2, 'TIS-B', '4B1234'],
    [5, 'TIS-B', '~4B1234'],
    [6, 'ADS-R', '4B1234'],
  ])('a position by control field %i of DF 18 is %s', (control, positionKind, icao) => {
    const frames = position(5000, (content) => otherSquitter(address, content, control));
    expect(mapsOf(...frames)).toEqual(both({ positionKind, icao }));
  });
});

test('receivers behind one connection have clocks of their own, until the next id', () => {
  const stored: AdsbMessage[] = [];
  const feed = new StationFeed(
    { station: '1001', repairs: false, keepSeconds: null },
    { counters: new SourceCounters(), store: (row) => stored.push(row) > 0, accepted: () => {} },
  );
  const meter = new SourceMeter();
  const read = sourceReader('beast', () => feed, meter);
  const id = (last: number): number[] => [0x1a, 0xe3, 0, 0, 0, 0, 0, 0, 0, last];
  /** The counters of both began at other times. */
  const at = (seconds: number): number[] => asBeast(named('ROT391'), seconds * 12_000_000, 90);
  const status = [0x1a, 0x34, ...Array(21).fill(1), 0x1a, 0xe4, ...Array(36).fill(0x66)];
  const startMs = Date.UTC(2026, 10, 23, 12);
  read(Uint8Array.from([...id(1), ...at(50), ...id(2), ...at(3), ...status]), startMs);
  // A late chunk.
  read(Uint8Array.from([...at(3.2), ...id(1), ...at(50.25)]), startMs + 500);
  const ms = stored.map(({ timestamp }) => Math.round((timestamp ?? 0) * 1000) - startMs);
  expect(ms).toEqual([0, 0, 200, 250]);
  expect(meter.reasons()).toEqual([]);
});
