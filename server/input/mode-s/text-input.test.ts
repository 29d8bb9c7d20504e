import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hexOf } from './bits.ts';
import { readInPieces } from './pieces-for-file.ts';
import { AvrReader, SbsReader, sbsRow } from './text-input.ts';

const when = '2026/11/22,16:54:38.287,2026/11/22,16:54:38.287';
const readSbs = (...lines: readonly string[]) => {
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

test('AVR: a heartbeat is no Mode A code: readsb 3.14.1642 and dump1090-mutability 1.15 send *0000; when they receive nothing', () => {
  const reader = new AvrReader();
  const read = (text: string) => reader.read(new TextEncoder().encode(text));
  expect(read('*0000;\n*0000;\n')).toEqual([]);
  expect(reader.counts).toEqual({ messages: 0, heartbeats: 2, broken: 0 });
  // With a clock or a signal it was received.
  expect(read('@0000000000010000;\n<000000000000400000;\n*7000;\n')).toHaveLength(3);
  expect(reader.counts).toEqual({ messages: 3, heartbeats: 2, broken: 0 });
});

test('a position', () => {
  const { rows } = readSbs(`MSG,3,1,1,406B90,1,${when},,36000,,,51.27008,6.48201,,,,,,0`);
  expect(rows[0]).toMatchObject({ stationId: '1001', adsbDateTime: '2026-11-22T15:00:00Z', icao: '406b90' });
  expect(contents(rows[0])).toEqual({
    ...{ msgType: 'SBS: MSG,3', address: '406b90', addressType: 'ICAO Address' },
    ...{ altitude: 36_000, altUnit: 'feet', lat: 51.27008, lon: 6.48201 },
  });
});

test('call sign, speed, squawk and flags', () => {
  const { messages, rows } = readSbs(
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
    null,
    'ALERT,  On the ground',
    'Special Position Identification. Airborne or Ground',
  ]);
});

test('MLAT results of mlat-client 0.4.2: ext_basestation, with addresses that are not of ICAO, also of Mode A/C', () => {
  const of = (address: string) =>
    readSbs(`MLAT,3,1,1,${address},1,${when},EZY85MH,36000,440,271,51.2701,6.482,-64,1200,,,,,5,,120.0`).messages[0];
  expect(of('406B90')).toMatchObject({
    address: 0x406b90,
    isMlat: true,
    squawk: '1200',
    isOnGround: null,
    lat: 51.2701,
  });
  expect(of('~2C0001')?.address).toBe(0x12c0001);
  expect(of('@001200')?.address).toBe(0x1001200);
});

test('a squawk without its zeros: Virtual Radar Server 3.0.0-preview-11 writes a number. 0 is none, also of dumphfdl 1.7.0', () => {
  const squawkOf = (digits: string) =>
    readSbs(`MSG,6,1,1,406B90,1,${when},,,,,,,,${digits},0,0,0,0`).messages[0]?.squawk;
  expect(['123', '21', '7', '0', '1000', '89', '17919', ''].map(squawkOf)).toEqual([
    ...['0123', '0021', '0007', null, '1000', null, null, null],
  ]);
});

test('neither a call sign nor an all-call reply states that an aircraft flies: Virtual Radar Server 3.0.0-preview-11 fills the flag with 0', () => {
  const groundOf = (type: number, flags: string) =>
    readSbs(`MSG,${type},1,1,406B90,1,${when},EZY85MH,,,,,,,,${flags}`).messages[0]?.isOnGround;
  expect([groundOf(1, ',,,0'), groundOf(1, ',,,-1'), groundOf(1, ',,,')]).toEqual([null, true, null]);
  expect([groundOf(8, ',,,0'), groundOf(8, ',,,-1')]).toEqual([null, true]);
  // Nor does a reply with an ident.
  expect([groundOf(5, '0,0,-1,0'), groundOf(6, '0,0,1,-1'), groundOf(5, '0,0,0,0')]).toEqual([null, true, false]);
});

test('the call sign of MSG,5 is that of a reply, as in rows of frames', () => {
  const { rows } = readSbs(`MSG,5,1,1,406B90,1,${when},EZY85MH,36000,,,,,,,0,,0,0`);
  expect(rows[0]).toMatchObject({ identification: null, bds2Identification: 'EZY85MH' });
});

test('MSG,2 is on the ground, and has no altitude: gr-air-modes 0.0.20210211 fills both with 0', () => {
  const { messages } = readSbs(`MSG,2,0,1,406B90,101,${when},,0,,,51.27008,6.48201,,,,0,0,0`);
  expect(messages[0]).toMatchObject({ isOnGround: true, altitudeFt: null, lat: 51.27008 });
});

test('an altitude below -1,000 ft is none: gr-air-modes 0.0.20210211 writes -1300 where an aircraft sends none', () => {
  const lineOf = (feet: number) => `MSG,3,0,1,406B90,101,${when},,${feet},,,52.30000,4.70003,,,,0,0,0`;
  const { messages } = readSbs(lineOf(-1300), lineOf(-1000));
  expect(messages.map(({ altitudeFt, lat }) => [altitudeFt, lat])).toEqual([
    [null, 52.3],
    [-1000, 52.3],
  ]);
});

/** dump1090-mutability 1.15, run with --gnss: 98 of 100 airborne positions have the H. readsb 3.14 and dump1090-fa 10.2 write it too. */
test('an altitude or a rate with an H is that of GNSS', () => {
  const { messages, rows } = readSbs(
    `MSG,3,1,1,406B90,1,${when},,22850H,,,51.27008,6.48201,,,,,,0`,
    `MSG,4,1,1,406B90,1,${when},,,495,286,,,-64H,,,,,0`,
    `MSG,3,1,1,406B90,1,${when},,H,,,51.27008,6.48201,,,,,,0`,
  );
  expect(messages.map(({ altitudeFt, geometricFt }) => [altitudeFt, geometricFt])).toEqual([
    [null, 22_850],
    [null, null],
    [null, null],
  ]);
  expect(rows.map(({ altitude, altUnit, altInfo }) => [altitude, altUnit, altInfo])).toEqual([
    [22_850, 'feet', 'HAE'],
    [null, null, null],
    [null, null, null],
  ]);
  expect(messages[1]?.climbFtPerMin).toBe(-64);
});

test('a call sign of @ is none: readsb 3.14 writes it for a register of zeros', () => {
  const { messages } = readSbs(`MSG,5,1,1,406B90,1,${when},@@@@@@@@,35000,,,,,,,0,,0,`);
  expect(messages[0]?.callSign).toBe(null);
});

test('figures in place of alert and emergency make a line an MLAT result, never an alert', () => {
  const line = (alert: string, emergency: string) =>
    `MSG,3,1,1,3D1234,1,${when},,5000,,,51.1001,10.1915,,,${alert},${emergency},,0`;
  const { messages, rows } = readSbs(line('5', '120'), line('', '35'), line('-1', '0'), line('1', ''), line('', ''));
  expect(messages.map(({ isMlat }) => isMlat)).toEqual([true, true, false, false, false]);
  expect(messages.map(({ isAlert }) => isAlert)).toEqual([null, null, true, true, null]);
  expect(rows.map(({ flightStatus }) => flightStatus)).toEqual([
    ...[null, null, 'ALERT,  Airborne', 'ALERT,  Airborne', null],
  ]);
});

test('values out of range are none, and lines without an aircraft are counted', () => {
  const { rows, reader } = readSbs(
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

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (text: string) => {
  const reader = new AvrReader();
  return { messages: reader.read(bytes(text)), reader };
};
const frame = '8D4840D6202CC371C32CE0576098';

test.each([
  [`*${frame};`, null, null],
  [`:${frame.toLowerCase()};`, null, null],
  [`@00000B2C1A1A${frame};`, 0x0b2c1a1a, null],
  [`%00000b2c1a1a${frame};`, 0x0b2c1a1a, null],
  [`<00000B2C1A1AC8${frame};`, 0x0b2c1a1a, 200],
  [`noise*${frame};`, null, null],
  [`*8D4840*${frame};`, null, null],
])('%s is a frame', (text, counter, signal) => {
  const [message] = read(`${text}\r\n`).messages;
  expect(message).toMatchObject({ counter, signal, receiver: null });
  expect(hexOf(message?.bytes ?? new Uint8Array()).toUpperCase()).toBe(frame);
});

test('frames of 2, 7 and 14 bytes only', () => {
  const { messages, reader } = read('*1200;\n*5D484FDEA248F5;*8D4840;*8D4840D6202CC371C32CE05760981;*;;*XY;');
  expect(messages.map((one) => one.bytes.length)).toEqual([2, 7]);
  expect(reader.counts).toMatchObject({ messages: 2, broken: 5 });
});

test('text without an end is skipped, and the next frame is read', () => {
  const { messages, reader } = read(`${'x'.repeat(100_000)};*${frame};`);
  expect(messages.length).toBe(1);
  expect(reader.skipped).toBe(1);
});

test('pieces of any size give the same frames', () => {
  const text = bytes(`*${frame};\r\n@00000B2C1A1A${frame};\n<00000B2C1A1AC85D484FDEA248F5;garbage;*1200;`.repeat(3));
  const whole = new AvrReader().read(text);
  expect(whole.length).toBe(12);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (sizes) => {
      expect(readInPieces(new AvrReader(), text, sizes)).toEqual(whole);
    }),
  );
});
