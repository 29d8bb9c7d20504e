import { describe, expect, test } from 'vitest';
import { fixWith } from '../../screens/map/fleet/aircraft-for-file.ts';
import { maxAircraft, readPositions } from './read-positions.ts';

const row = (more: object) => ({ id: 1, lat: 45, lon: 25, angle: 90, icao: '4B1803', ...more });
const read = (...rows: unknown[]) => readPositions({ currentLocations: rows });

describe('rows of the API', () => {
  test('MAP-16: the five fields alone are enough; fields that only our server reports are null', () => {
    expect(read(row({}))).toEqual([fixWith({ icao: '4B1803' })]);
  });

  test('source, emergency and registration are read; an older server states MLAT only', () => {
    const stated = { positionKind: 'ADS-C', emergency: 'minfuel', registration: 'G-BGAA', isAltitudeGeometric: true };
    expect(read(row(stated))).toMatchObject([stated]);
    expect(read(row({ isMlat: true }))).toMatchObject([{ positionKind: 'MLAT' }]);
    expect(read(row({ positionKind: 'x', emergency: 'reserved' }))).toMatchObject([
      { positionKind: null, emergency: null },
    ]);
  });

  test('bad input: a row without a place or an address is left out, the others stay', () => {
    const bad = [
      row({ lat: null }),
      row({ lon: 181 }),
      row({ lat: 'NaN' }),
      row({ lat: -90.01 }),
      row({ icao: '' }),
      row({ icao: null }),
      null,
      'x',
      [],
    ];
    expect(read(...bad, row({ icao: 'GOOD' }))?.map(({ icao }) => icao)).toEqual(['GOOD']);
  });

  test('MAP-03 bad input: an angle of 720 or none is not known, 360 and -90 are directions', () => {
    const angles = [720, null, 'abc', 360, -90, 0].map((angle) => read(row({ angle }))?.[0]?.angle);
    expect(angles).toEqual([null, null, null, 0, 270, 0]);
  });

  test.each(['00000000', '0000', '????????', ' AAAAAAAA ', '-'])('the placeholder %j is no callsign', (callsign) => {
    expect(read(row({ callsign }))?.[0]?.callsign).toBeNull();
    const state = ['4b1803', callsign, null, 0, 0, 25, 45];
    expect(readPositions({ time: 1, states: [state] })?.[0]?.callsign).toBeNull();
  });

  test('a callsign of digits stays', () => {
    expect(read(row({ callsign: '00412 ' }))?.[0]?.callsign).toBe('00412');
  });

  test('of two rows of one aircraft the newer counts, whatever its letter case and place', () => {
    const [older, newer] = ['2026-11-21T12:00:00Z', '2026-11-21T12:00:09Z'];
    const rows = [row({ icao: '4b1803', lat: 46, seenAt: newer }), row({ seenAt: older })];
    expect(read(...rows)?.map(({ lat }) => lat)).toEqual([46]);
    expect(read(row({ lat: 1 }), row({ lat: 2 }))?.map(({ lat }) => lat)).toEqual([2]);
  });

  test('of more rows than a map can show the first are taken', () => {
    const rows = Array.from({ length: maxAircraft + 10 }, (_, index) => row({ icao: `A${index}` }));
    expect(read(...rows)).toHaveLength(maxAircraft);
  });

  test('a response without positions is null, no states are none', () => {
    expect([null, 'x', {}, { currentLocations: 5 }].map(readPositions)).toEqual([null, null, null, null]);
    expect(readPositions({ time: 1, states: null })).toEqual([]);
    expect(readPositions({ openSkys: [row({})] })).toHaveLength(1);
  });
});

test('API-29: a public state has longitude before latitude, metres and metres a second', () => {
  const state = [
    '4b1803',
    'SWR18P  ',
    'Switzerland',
    1_700_000_000,
    1_700_000_004,
    8.5,
    47.4,
    3048,
    false,
    100,
    180,
    -5.08,
  ];
  const [fix] = readPositions({ states: [state, ['x'], null, 7] }) ?? [];
  expect(fix).toMatchObject({ icao: '4b1803', callsign: 'SWR18P', lat: 47.4, lon: 8.5, angle: 180, isOnGround: false });
  expect(fix?.seenAt).toBe(1_700_000_000_000);
  expect(fix?.altitudeFt).toBeCloseTo(10_000);
  expect(fix?.groundSpeedKt).toBeCloseTo(194.4, 1);
  expect(fix?.verticalRateFtMin).toBeCloseTo(-1000, 0);
});
