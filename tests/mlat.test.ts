import { describe, expect, test } from 'vitest';
import { SourceCounters } from '../server/base/ingest-counters.ts';
import { SourceMeter } from '../server/base/source-meter.ts';
import { sourceReader } from '../server/input/radio/source-reader.ts';
import { StationFeed } from '../server/input/radio/station-feed.ts';
import { readAircraftJson } from '../server/map/aircraft-json.ts';
import { altitude12, asBeast, compact, squitter, text } from './recordings/mode-s-encoder.ts';

const address = 0x4b1234;
const half = (isOdd: boolean): Uint8Array =>
  squitter(address, [[11, 5], [0, 3], text(altitude12(10_000)), [0, 1], ...compact(46, 25, isOdd).fields]);
/** The letters MLAT instead of a counter. */
function calculated(bytes: Uint8Array): number[] {
  const beast = asBeast(bytes, 0, 0);
  beast.splice(2, 6, 0xff, 0x00, 0x4d, 0x4c, 0x41, 0x54);
  return beast;
}

function feedOf() {
  const stored: unknown[] = [];
  const counters = new SourceCounters();
  const feed = new StationFeed(
    { station: '1001', repairs: false, keepSeconds: null },
    { counters, store: (row) => stored.push(row) > 0, accepted: () => {} },
  );
  const read = (format: 'beast' | 'sbs', bytes: Uint8Array): void =>
    sourceReader(format, () => feed, new SourceMeter())(bytes, Date.UTC(2026, 10, 23, 12));
  return { stored, counters, feed, read };
}
const counted = [{ reason: 'a position calculated by several receivers (MLAT)', count: 2 }];

describe('positions calculated by several receivers are marked for the map, counted, and never stored', () => {
  test('Beast', () => {
    const { stored, counters, feed, read } = feedOf();
    read('beast', Uint8Array.from([...calculated(half(false)), ...calculated(half(true))]));
    const [report, ...others] = feed.takeReports().filter(({ lat }) => lat !== undefined);
    expect(others).toEqual([]);
    expect(report).toMatchObject({ icao: '4b1234', positionKind: 'MLAT', altitudeFt: 10_000 });
    expect(report?.lat).toBeCloseTo(46, 3);
    expect([stored, counters.leftOut.list()]).toEqual([[], counted]);
  });

  test('a calculated half-position is never paired with a received one', () => {
    const { feed, read } = feedOf();
    read('beast', Uint8Array.from([...calculated(half(false)), ...asBeast(half(true), 0, 100)]));
    expect(feed.takeReports().filter(({ lat }) => lat !== undefined)).toEqual([]);
  });

  test('SBS', () => {
    const { stored, counters, feed, read } = feedOf();
    const line = (kind: string): string => `${kind},3,1,1,4B1234,1,,,,,,10000,,,46.0,25.0,,,,,,0\n`;
    read('sbs', Buffer.from(line('MLAT') + line('MLAT')));
    expect(feed.takeReports()).toMatchObject([{ positionKind: 'MLAT', lat: 46 }, {}]);
    expect([stored, counters.leftOut.list()]).toEqual([[], counted]);
    read('sbs', Buffer.from(line('MSG')));
    expect(feed.takeReports()).toMatchObject([{ positionKind: 'ADS-B' }]);
    expect(stored).toHaveLength(1);
  });

  test('aircraft.json', () => {
    const aircraft = { hex: '4b1234', lat: 46, lon: 25, seen_pos: 1 };
    const marks = [[], ['lat', 'lon'], ['track'], undefined].map(
      (mlat) =>
        readAircraftJson(JSON.stringify({ now: 1_700_000_000, aircraft: [{ ...aircraft, mlat }] }), null, 1.7e12)
          .reports[0]?.positionKind,
    );
    expect(marks).toEqual(['ADS-B', 'MLAT', 'ADS-B', 'ADS-B']);
  });
});
