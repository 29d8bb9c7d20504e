import { expect, test } from 'vitest';
import { SbsReader, sbsRow } from './sbs.ts';

const when = '2026/11/22,16:54:38.287,2026/11/22,16:54:38.287';
const read = (...lines: readonly string[]) => {
  const reader = new SbsReader();
  const messages = reader.read(new TextEncoder().encode(lines.map((line) => `${line}\r\n`).join('')));
  const rows = messages.map((message) => sbsRow(message, Date.UTC(2026, 10, 22, 15), '1001'));
  return { messages, rows, reader };
};
const contents = (row: object | undefined): object =>
  Object.fromEntries(
    Object.entries(row ?? {}).filter(
      ([name, value]) => value !== null && !/^(adsbDateTime|timestamp|stationId|icao)$/.test(name),
    ),
  );

test('a position', () => {
  const { rows } = read(`MSG,3,1,1,406B90,1,${when},,36000,,,51.27008,6.48201,,,,,,0`);
  expect(rows[0]).toMatchObject({ stationId: '1001', adsbDateTime: '2026-11-22T15:00:00Z', icao: '406b90' });
  expect(contents(rows[0])).toEqual({
    ...{ msgType: 'SBS: MSG,3', address: '406b90', addressType: 'ICAO Address' },
    ...{ altitude: 36_000, altUnit: 'feet', lat: 51.27008, lon: 6.48201, flightStatus: 'Normal, Airborne' },
  });
});

test('call sign, speed, squawk and flags', () => {
  const { messages, rows } = read(
    `MSG,1,1,1,406B90,1,${when},EZY85MH ,,,,,,,,,,,`,
    `MSG,4,1,1,406B90,1,${when},,,495,286,,,-64,,,,,0`,
    `MSG,6,1,1,~406B90,1,${when},,36000,,,,,,7700,-1,0,0,-1`,
    `MSG,6,1,1,406B90,1,${when},,,,,,,,1200,0,0,-1,0`,
  );
  expect(messages[1]).toMatchObject({ speedKt: 495, trackDeg: 286, climbFtPerMin: -64 });
  expect(rows.map(({ identification }) => identification)).toEqual(['EZY85MH', null, null, null]);
  expect(rows.map(({ address }) => address)).toEqual(['406b90', '406b90', '1406b90', '406b90']);
  expect(rows.map(({ squawk }) => squawk)).toEqual([null, null, '7700', '1200']);
  expect(rows.map(({ flightStatus }) => flightStatus)).toEqual([
    null,
    'Normal, Airborne',
    'ALERT,  On the ground',
    'Special Position Identification. Airborne or Ground',
  ]);
});

test('values out of range are none, and lines without an aircraft are counted', () => {
  const { rows, reader } = read(
    `MSG,3,1,1,406B90,1,${when},,9999999,,,91,6,,,,,,0`,
    `MSG,3,1,1,406B9,1,${when},,36000,,,51,6,,,,,,0`,
    `MSG,9,1,1,406B90,1,${when},,36000,,,51,6,,,,,,0`,
    'MSG,3,1,1,406B90',
    `STA,,5,179,400AE7,10103,${when},RM`,
    '',
    'x'.repeat(1000),
  );
  expect(rows.length).toBe(1);
  expect(rows[0]).toMatchObject({ altitude: null, altUnit: null, lat: null, lon: null });
  expect(reader.counts).toEqual({ messages: 1, other: 1, broken: 3 });
  expect(reader.skipped).toBe(1);
});

test('a line in two pieces is one line', () => {
  const line = new TextEncoder().encode(`MSG,3,1,1,406B90,1,${when},,36000,,,51.27008,6.48201,,,,,,0\n`);
  for (let cut = 0; cut <= line.length; cut++) {
    const reader = new SbsReader();
    expect([...reader.read(line.subarray(0, cut)), ...reader.read(line.subarray(cut))].length).toBe(1);
  }
});
