/** What decodeMessage shows of a text. Right values are those of the format, or calculated from the characters of the text. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checksum, codes } from '../checksums-for-test.ts';
import { decodeMessage } from '../read-message.ts';
import type { LineRequest } from '../reading.ts';

const decode = (label: string, text: string, known: LineRequest['known'] = null) =>
  decodeMessage({ label, text, known });

const shown = (label: string, text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(decode(label, text).items.map((item) => [item.label, item.value]));

describe('positions in the notation of their field', () => {
  test.each([
    // FST01: ten thousandths of a degree, or thousandths behind a zero: the airports decide.
    ['15', 'FST01EDDFEGLLN050123E0072345320  94', '50.123 N 7.234 E'],
    ['15', 'FST01EGLLLEMDN051435W0005268236  94', '51.435 N 0.527 W'],
    ['15', 'FST01YSSYNZAAS033882E1511780350  94', '33.882 S 151.178 E'],
    ['15', 'FST01LIRFKJFKN431234W0451239370 101', '43.123 N 45.124 W'],
    ['15', 'FST01EGLLFAJSS121234E0211239370 101', '12.123 S 21.124 E'],
    // Label 22: degrees, minutes, seconds.
    ['22', 'N 351530W 764512,-------,101112,35000, , , ,M 50,1', '35.258 N 76.753 W'],
    ['22', 'S 351530E1511512,-------,101112,35000, , , ,M 50,1', '35.258 S 151.253 E'],
    // Degrees and decimal minutes.
    ['80', '3N01 POSRPT 0581/27 KIAD/MSLP .N900XX/04H 11:02\n/POS N3539.2W07727.1/FOB 0100', '35.653 N 77.452 W'],
    ['80', '3N01 POSRPT 0581/27 YSSY/NZAA .ZK-XXX/04H 11:02\n/POS S3352.9E15110.7/FOB 0100', '33.882 S 151.178 E'],
    ['4T', 'AGFSR XX0123/28/28/GRUEZE/1725Z/412/2315.5S04645.5W/358/CRUISE/0010', '23.258 S 46.758 W'],
    ['4T', 'AGFSR XX0123/28/28/LHRDUB/1725Z/412/5130.0N00027.0W/358/CRUISE/0010', '51.500 N 0.450 W'],
    ['16', '001415,20274,0047, 3740,N3830.60 W07854.00', '38.510 N 78.900 W'],
    ['20', 'POSN38160W077075,,211733,360,OTT', '38.267 N 77.125 W'],
    ['4A', 'N45129W093113MSP/07 ,204436123VECTORS,,P04,268044858,46904221', '45.215 N 93.188 W'],
    ['H1', '*POS10300950N3954W07759363312045802M5230175', '39.900 N 77.983 W'],
    // Degrees with decimals.
    ['12', 'S 34.076,E151.484,38000,001217, 204,.VH-XXX,0242', '34.076 S 151.484 E'],
    ['21', 'POSN 36.329W107.779, 115,000430,35996,24411,  27,-56,010106,KPHX', '36.329 N 107.779 W'],
    ['16', 'POSA1S 9051E 13517,,,7  ,VBJ    ,121616,,26,  5, 639,285', '9.051 S 13.517 E'],
    ['2P', 'FM4LSZH,FAOR,012301,0301,-25.58,- 19.33,39003,263,  97.8, 27500', '25.580 S 19.330 W'],
    ['14', '/14 OFF EVENT      / KIAD KATL 09 123630/TIME 1236\r\n/LOC N385618,W0772823', '38.938 N 77.473 W'],
    ['14', '/14 OFF EVENT      / EGLL YSSY 31 001500/TIME 0015\r\n/LOC +51.4700,-000.4500', '51.470 N 0.450 W'],
    ['22', 'OFF02XA0123/S37005 E174471310000NZAAYSSY0000****0315', '37.008 S 174.785 E'],
    ['22', 'S 335242E1511042,-------,      ,     , ,      , ,M 58,23566  29, 148,', '33.878 S 151.178 E'],
    // Blanks instead of zeros.
    ['21', 'POSS  3.882E 15.178, 287,000000,36000,24000,  44,-55,000000,FAOR', '3.882 S 15.178 E'],
    ['12', 'S  3.076,E 15.484,  900,235959, 204,.ZS-XXX,0242', '3.076 S 15.484 E'],
    ['58', 'XX0123/01/2359/N 3.882/W  1.178/39000/A/B', '3.882 N 1.178 W'],
    ['16', 'KERAX  ,N 49.880,E   7.050,33998,0478,1249,029\\TS121230,040822', '49.880 N 7.050 E'],
    ['16', '000512,34998,0205, 173,N  5.829,E  9.118', '5.829 N 9.118 E'],
    ['30', 'N 49.880,W   1.250', '49.880 N 1.250 W'],
    ['31', 'N 34.405,E   5.116\n33996, 517,VIDP,0105', '34.405 N 5.116 E'],
    ['32', 'N,E,2026-06-18 15:30:15,4240,66554,N  9.798 E   5.666,9340,109,005,11,291,', '9.798 N 5.666 E'],
    // 5 degrees 3 minutes 18 seconds, 7 degrees 15 minutes 30 seconds.
    ['22', 'N  50318E  71530,-------,101530,34008, ,      , ,M 54,25312  31, 104,', '5.055 N 7.258 E'],
    ['22', 'N 491839E  71530,-------,143700,36000,', '49.311 N 7.258 E'],
    ['12', 'POSN 491839W  71530,-------,1954, 314,,  23,17788  11,FOB   90,ETA 2000,EGLL,LEMD,', '49.311 N 7.258 W'],
    // 5 degrees 21.8 minutes, 7 degrees 46.3 minutes.
    ['15', '(2N 5218E  7463281 49225-19(Z', '5.363 N 7.772 E'],
    ['14', '(2AAABN49218E  7463EGLLLSZH-/A(Z', '49.363 N 7.772 E'],
    ['10', 'POS082150, N  505,E  745,---,308,26922,  51,22290, 529,  19,-225,6', '5.050 N 7.450 E'],
    // The sign is in the first or in the last blank.
    ['14', 'POS\n05012612150468.235000  5.05-  7.45  18.1071.1 546', '5.050 N 7.450 W'],
    ['14', 'POS\n05012612150468.235000- 5.05   7.45  18.1071.1 546', '5.050 S 7.450 E'],
    ['14', 'POS\n05012612150468.235000 -5.05 -17.45  18.1071.1 546', '5.050 S 17.450 W'],
    [
      '1L',
      '00086213200/ETA 0000/ALT 37002\r\nCAS/FN XXX426/UTC 000000\r\nLON E151.178/LAT S33.882',
      '33.882 S 151.178 E',
    ],
    // Airports far from the country of their letters.
    ['44', 'POS02,S10300W020000,350,EGVN,EGYP,0807,0003,0112,005.1', '10.500 S 20.000 W'],
    ['44', 'POS02,S70300E168000,350,NZCH,NZWD,0807,0003,0112,005.1', '70.500 S 168.000 E'],
  ])('C63b: label %s, %j is at %s', (label, text, expected) => {
    expect(shown(label, text)['Aircraft Position']).toBe(expected);
  });

  test('C63b: a ground station has degrees and minutes', () => {
    expect(shown('SQ', '02XALAXKLAX13356N11824WV136650/ARINC')['Ground Station Location']).toBe('33.933 N 118.400 W');
    expect(shown('SQ', '02XSPERYPPH03156S11558EV136975/')['Ground Station Location']).toBe('31.933 S 115.967 E');
  });

  test.each([
    ['empty fields', '2P', 'FM4KPDX,KLAX,090824,1234,,,35000,123,456,789'],
    ['0, 0', '12', 'N  0.000,W  0.000,38000,001217, 204,.C-XXXX,0242'],
    ['a latitude above 90', '22', 'N 951530W 764512,-------,101112,35000, , , ,M 50,1'],
    ['minutes above 60', '80', '3N01 POSRPT 0581/27 KIAD/MSLP .N900XX\n/POS N3579.2W07727.1/FOB 0100'],
    ['no hemisphere', '58', 'XX0123/28/1234/38.512/077.123/35000/A/B'],
    ['far from both airports', '17', '/17 POST RPT       / KLAX KSEA 12 053340/TIME 0530\r\n/LOC S101043,W1530624'],
    ['far from both airports', '80', '3N01 POSRPT 0581/27 EGLL/EDDF .G-XXXX\n/POS S3539.2W07727.1/FOB 0100'],
    ['two readings between the airports', '15', 'FST01EGLLFAJSN051234E0072345320  94'],
    ['empty fields, and no altitude', '44', 'POS01,N00000W000000,***,KCLT,KPDK,1106,1200,1300,005.1'],
  ])('C63b: no position is shown for %s', (_name, label, text) => {
    const { items } = decode(label, text);
    expect(items.filter((item) => item.isUnverified || /^(?:0 ft|FL000)$/.test(item.value))).toEqual([]);
  });
});

test('C63b: a position far from where the receiver has the aircraft is not shown', () => {
  const text = 'N 34.076,W107.484,38000,001217, 204,.C-XXXX,0242';
  const places = (lat: number, lon: number): number =>
    decode('12', text, { lat, lon }).items.filter((item) => item.isUnverified).length;
  expect([places(35, -106), places(-34, 151), places(34, -170)]).toEqual([1, 0, 0]);
});

describe('times', () => {
  test.each([
    ['QP', 'KSFOKLAX'],
    ['QQ', 'KSFOKLAX'],
    ['QR', 'KLAX'],
    ['QS', 'KLAX    '],
    ['QQ', 'KSFOKLAX----'],
    ['QR', 'KSFOKLAX2534'],
    ['44', 'POS02,N38338W121179,350,KMHR,KPDX,0807,,,005.1'],
    ['44', 'ON01,,KCLT,KPDK,1106,,005.1'],
    ['1L', '000000070LOWW,KEWR,,,N 49.223,E 12.038,0659'],
    ['2P', 'FM4KIAD,OMAA,,, 39.43,- 75.62,40000,328,  43.5, 72500'],
  ])('C63b: label %s, %j has no time, and is not fully decoded', (label, text) => {
    const model = decode(label, text);
    expect(model.items.filter(({ value }) => /\d\d:\d\d/.test(value))).toEqual([]);
    expect(model.level).toBe('partial');
  });

  test.each([
    ['22', 'OFF01XX0123/31010000NZAAYSSY000000  92', { 'Message Timestamp': '00:00Z', 'Takeoff Time': '00:00:00Z' }],
    ['22', 'OFF02XA0123/S37005 E174471310000NZAAYSSY0000****0315', { 'Takeoff Time': '00:00Z', 'Day of Month': '31' }],
    ['H1', '*POS12310000S3356E15110363312045802M5230175', { 'Message Timestamp': '00:00Z', 'Day of Month': '31' }],
    ['44', 'POS02,N00000W000000,350,NZAA,YSSY,0131,0000,2359,005.1', { 'Message Timestamp': '00:00Z' }],
    [
      '1L',
      '00/DEP NZAA/ETA 0000\r\nCAS/UTC 000000\r\nLON E151.178/LAT S33.882',
      { 'Estimated Time of Arrival': '00:00Z' },
    ],
  ])('C63b: label %s, %j has each midnight with the digits of its own field', (label, text, expected) => {
    expect(shown(label, text)).toMatchObject(expected);
  });

  test.each([
    ['44', 'POS01,S01313W055499,437,KJFK,SBGR,1201,,0000,005.1', { 'Estimated Time of Arrival': '00:00Z' }],
    ['2P', 'FM4SEQM,EGLL,,0000, 32.21,- 29.63,09690,226,260.5, 69975', { 'Estimated Time of Arrival': '00:00Z' }],
    ['80', '3P01 POSRPT 0123/31 NZAA/YSSY .ZK-XXX\n/UTC       /ETA 0000', { 'Estimated Time of Arrival': '00:00Z' }],
    [
      '44',
      'POS01,S01313W055499,437,KJFK,SBGR,1201,2359,0000,005.1',
      { 'Message Timestamp': '23:59Z', 'Estimated Time of Arrival': '00:00Z' },
    ],
  ])('C63b: label %s, %j: one midnight is not that of two fields', (label, text, expected) => {
    const times = Object.entries(shown(label, text)).filter(([, value]) => /\d\d:\d\d/.test(value));
    expect(Object.fromEntries(times)).toEqual(expected);
  });

  test.each([
    ['2P', 'FM4SEQM,KJFK,010000,2400, 12.46,- 76.98,00602,257,142.4, 68920', '24:00Z'],
    ['21', 'POSS 37.000E174.800, 115,031253,38729,24411,  27,-56,240000,YSSY', '24:00:00Z'],
    ['80', '3N01 POSRPT 0123/01 EGLL/NZAA .ZK-XXX/04H 11:02\r\n/FL 223/ETA 24:00.0 ', '24:00Z'],
  ])('C63b: label %s, %j arrives at %s', (label, text, expected) => {
    expect(shown(label, text)['Estimated Time of Arrival']).toBe(expected);
  });

  test('C63b: the one airport of a landing is not called its origin', () => {
    expect(shown('QR', 'KLAX')).toEqual({ Airport: 'KLAX' });
    expect(shown('QS', 'EGLLEGLL0915')).toEqual({ Origin: 'EGLL', Destination: 'EGLL', 'In Gate Time': '09:15Z' });
  });

  test('C63b: midnight, seconds and the end of a day are shown as in the text', () => {
    expect(shown('QR', 'KJFKKBOS0000')['Landing Time']).toBe('00:00Z');
    expect(shown('QR', 'KJFKKBOS2400')['Landing Time']).toBe('24:00Z');
    expect(shown('13', '/13 OUT EVENT      / KSFO KEWR 12 231400/TIME 2314')['Out of Gate Time']).toBe('23:14:00Z');
    expect(shown('44', 'IN02,N38338W121179,KMHR,KPDX,0806,2400,005.1')['In Gate Time']).toBe('24:00Z');
  });

  test('C63b: a summary has the days of the text', () => {
    // The checksum is that of ARINC 702: CRC-16, inverted.
    const text = 'SUM/ID53147T,RCH140,/MR7,/SM310612,420,312139,310623,416,310631,413,312130,212,312400,209/VR32';
    const items = shown('2A', `${text}${checksum(codes(text))}`);
    expect(items).toMatchObject({ 'Engine Start Time': 'day 31, 06:12Z', 'Landing Time': 'day 31, 21:30Z' });
    expect(Object.values(items).filter((value) => /1970|day 32|day 01/.test(value))).toEqual([]);
  });
});

describe('position reports of ARINC 702', () => {
  test('C63b: a field more before the time shifts no waypoint', () => {
    const text =
      '#M1BPOSN38570W077518,WYNGS,172648,196,RAMAY,17,172914,BENSH,M6,283021,416K/PR1261,222,400,154,,44,40,218054,M53,180,P0,P0';
    const items = decode('H1', `${text}${checksum(codes(text.slice(4)))}`).items.map(
      ({ label, value }) => `${label}: ${value}`,
    );
    expect(items).toContain('Aircraft Route: WYNGS 17:26:48Z > RAMAY 17:29:14Z > BENSH');
    expect(items.filter((item) => item.startsWith('Altitude'))).toEqual(['Altitude: FL196']);
    expect(items.filter((item) => item.startsWith('Outside'))).toEqual(['Outside Air Temperature: −6 °C']);
  });

  test('C63b: an empty last field is not a fuel of 0, a planned level is not the altitude', () => {
    const text = 'PRG/DTKSEA,16L,131,183807,/PR4350,283,380,810,,0,53,,,60,P35,P0';
    const items = shown('H1', `${text}${checksum(codes(text))}`);
    expect(items).toMatchObject({ Destination: 'KSEA', 'Fuel at Arrival': '131', 'Fuel On Board': '810' });
    expect(Object.keys(items)).not.toContain('Fuel Remaining');
    expect(Object.keys(items)).not.toContain('Altitude');
  });

  test('C63b: a destination is an airport, not the route behind it', () => {
    const text = 'FPN/RP:DA:EHAM:AA:KMSP..N55064W000477..ERAKA';
    expect(shown('H1', `${text}${checksum(codes(text))}`)).toMatchObject({ Origin: 'EHAM', Destination: 'KMSP' });
  });
});

describe('nothing is fully decoded without its content', () => {
  test.each([
    ['8E', 'THIS IS NOT AN ETA', 'none'],
    ['8E', 'EGLL,----', 'none'],
    ['8E', 'EGLL,2534', 'partial'],
    ['H2', '02EFOO Q', 'none'],
    ['5Z', '/C4 DISP MSG       / KIAD KLAX 01 002009\r\nNO PROBLEM. ANYTIME', 'full'],
    ['20', 'POSN38160W077075,,211733,360,OTT,212041,,N42,19689,40,544', 'partial'],
    ['44', 'POS02,N38338W121179,350,KMHR,KPDX,0807,0003,0112,005.1', 'full'],
    ['4A', '/01-D', 'none'],
    ['SQ', 'V1AAWHATEVER', 'none'],
    ['MA', 'T-2!<<+B/HTIB9NY/Q!!,VF6Q4!J3', 'none'],
    ['B6', '/KZAKXXA.ADS.N12345072B695FFC9E490897A01D0F', 'none'],
    ['8E', 'EGSS,1618', 'full'],
    ['QP', 'KSFOKLAX1234', 'full'],
    ['4T', 'ETA AC7221/13/14 YYZ 0902Z', 'full'],
    ['5Z', '/TXT\r\nDID U GET THE TIMES', 'full'],
    ['SQ', '01XAABQKABQ1ARINC', 'full'],
    ['44', 'IN02,N38338W121179,KMHR,KPDX,0806,2355,005.1', 'full'],
    // 01 of the head is not the month.
    ['44', 'OFF01,S37005E174471,NZAA,YSSY,0131,0000,0315,015.5', 'full'],
    ['8E', 'EGSS,1618\r\n', 'full'],
  ])('C63b: label %s, %j: %s', (label, text, level) => {
    const model = decode(label, text);
    expect(model.level).toBe(level);
    expect(model.description).not.toMatch(/CPDLC/);
  });

  test('C63b: a request for ATIS has its letter and a checksum of four digits', () => {
    const expected = { Airport: 'KSFO', ATIS: 'A', 'Message Checksum': '0xff5c' };
    expect(shown('H1', 'L95AQF0073/KSFO.TI2/030KSFOAFF5C')).toEqual({ 'Flight Number': 'QF0073', ...expected });
    expect(shown('B9', '/KSFO.TI2/030KSFOAFF5C')).toEqual(expected);
  });

  test.each([
    ['2P', 'FM4NZAA,YSSY,310000,0305,-36.12,165.33,,000,270.1, 12500', 'Altitude'],
    ['10', 'LDR01,189,C,X-2600-016,0,,,, 10.2,NZAA,YSSY,,/,/,/,0,0,,,,,,,0,0,0,00,,135.1,08.6,143.7,,,', 'Altitude'],
    ['4A', '000000,0000,    ,     ,N  0.000,W  0.000', 'Altitude'],
    ['10', '/S33.882/E151.178/10/0.82//390/YSSY/0000/0028/00015/TESAT/VEDOK/2359/YSSY/0000/', 'Heading'],
    ['5Z', '/B3 TO DATA REQ    / KIAD KLAX 31 001500 R30/ABC/', 'Arrival Runway'],
    ['4A', 'DIS01,010000,XXX12,', 'Text Message'],
    ['4T', 'AGFSR XX0123/31/01/AKLSYD/----Z/412/---------------/---/CRUISE/0010/A', 'Message Timestamp'],
  ])('C63b: label %s, %j has no %s', (label, text, name) => {
    const items = shown(label, text);
    expect(items).not.toHaveProperty(name);
    expect(items).not.toEqual({});
  });

  test('C63b: a zero in its own field is shown', () => {
    const text = '3N01 POSRPT 0123/31 NZAA/YSSY .ZK-XXX\r\n/POS S3352.9E15110.7/FL 000/HDG 000';
    expect(shown('80', text)).toMatchObject({ Altitude: 'FL000', Heading: '000°' });
    expect(shown('12', 'N 34.076,W107.484,  000,001217, 204,.C-XXXX,0242')).toMatchObject({ Altitude: '0 ft' });
  });

  test('C63b: a runway in two fields is shown for both', () => {
    const text = 'FPN/RP:DA:TNCA:AA:TNCB:AP:RNV10(10O)/DTTNCB,10O,119,234408';
    expect(shown('H1', `${text}${checksum(codes(text))}`)).toMatchObject({
      'Arrival Runway': '10O',
      'Approach Procedure': 'RNV10(10O)',
    });
  });

  test('C63b: airspeed is not called heading, hundreds of feet are not called feet', () => {
    expect(shown('2P', 'FM4KIAD,OMAA,140256,1448, 39.43,- 75.62,23228,328,  43.5, 72500')).not.toHaveProperty(
      'Heading',
    );
    const text = '3N01 POSRPT 0210/30 KATL/FACT .N522XX\n/POS S22336W006589/ALT 410/MCH 849';
    expect(shown('80', text)).toMatchObject({ 'Mach Number': 'Mach 0.849' });
    expect(shown('80', text)).not.toHaveProperty('Altitude');
  });
});

// ---- whatever was received

const samples: readonly (readonly [label: string, text: string])[] = [
  ['15', 'FST01EDDFEGLLN050123E0072345320  94'],
  ['22', 'N 351530W 764512,-------,101112,35000, , , ,M 50,1'],
  [
    '80',
    '3N01 POSRPT 0581/27 KIAD/MSLP .N900XX/04H 11:02\n/HDG 233/MCH 782/POS N3539.2W07727.1/FL 360/SAT -060/ETA 1410',
  ],
  [
    '4T',
    'AGFSR XX0123/28/28/GRUEZE/1725Z/412/2315.5S04645.5W/358/CRUISE/0010/0011/1806/M54/248047/0270/470/N0410/A/B/C',
  ],
  ['44', 'POS02,N38338W121179,350,KMHR,KPDX,0807,0003,0112,005.1'],
  [
    '16',
    '289142/AUTPOS/LLD N395538 W0753341 \r\n/ALT 35000/SAT -057\r\n/WND 239065/TAT -027/TAS 476/CRZ 836\r\n/FOB 107600\r\n/DAT 260228/TIM 132714',
  ],
  ['16', 'POSA1N37358W 77279,GEARS  ,221626,370,BBOBO  ,222053,,-61,139,1174,829'],
  ['21', 'POSN 36.321W107.771, 115,000430,35996,24411,  27,-56,010106,KPHX'],
  ['2P', 'FM4KIAD,OMAA,140256,1448, 39.43,- 75.62,23228,328,  43.5, 72500'],
  ['4A', 'N45129W093113MSP/07 ,204436123VECTORS,,P04,268044858,46904221'],
  ['83', 'LGAV,KEWR,232011, 40.64,- 74.61, 5004,240,-160.0, 20000'],
  ['10', '/N39.182/W077.217/10/0.42/180/055/KIAD/0004/0028/00015/MOWAT/HUSEL/2349/YACKK/2352/'],
  ['1L', '+ 39.126/- 77.358/UTC 085208/FOB   8.2/ALT  3997/CAS  239/ETA 0903'],
  ['QQ', 'KSDLKLAS0025\r\n001FE09002543N3336.6W11155.90281750042'],
  ['QR', 'KJFKKBOS0000'],
  ['H2', '02E20EGKKLBSFN45081E01757116493501M577327021G    Q'],
  ['SQ', '02XALAXKLAX13356N11824WV136650/ARINC'],
  ['5Z', '/ET EXP TIME       / KDEN KPHX 01 001341/EON 0109 AUTO'],
  ['58', 'XX0123/28/1234/N38.512/W077.123/35000/A/B'],
  ['H1', '(POS-XXX123 4230N07130W/101112 F350\nRMK/FUEL 22.5 M0.82)'],
];
const noise = fc.stringMatching(/^[0-9A-Z,./ NSEW-]{0,6}$/);
const mutated = fc
  .tuple(fc.constantFrom(...samples), fc.array(fc.tuple(fc.nat(200), fc.nat(8), noise), { minLength: 0, maxLength: 4 }))
  .map(([[label, text], changes]) => ({
    label,
    text: changes.reduce((now, [at, length, words]) => now.slice(0, at) + words + now.slice(at + length), text),
  }));

/** Digits in the order of the text, so that 0.782 is found in 782 and 35000 in 350. */
const digitsOf = (value: string): string[] =>
  (value.match(/\d+(?:\.\d+)?/g) ?? []).map((amount) => amount.replace('.', '').replace(/^0+|0+$/g, ''));

/** A second reading of positions, only for this test: all readings of two groups of digits next to letters of a hemisphere or signs. */
function couldBe(text: string, words: string): boolean {
  const [, lat = '', ns = '', lon = '', ew = ''] = /^(\d+\.\d{3}) ([NS]) (\d+\.\d{3}) ([EW])$/.exec(words) ?? [];
  const readings = (digits: string, width: number): number[] => {
    const whole = digits.replace(/ /g, '');
    const plain = whole.replace('.', '');
    return [width, width - 1, width - 2, width + 1].flatMap((size) => {
      const [degrees, minutes] = [Number(plain.slice(0, size)), Number(plain.slice(size, size + 2))];
      const more = plain.slice(size + 2);
      return [
        Number(whole),
        Number(`${plain.slice(0, size)}.${plain.slice(size)}`),
        degrees + Number(`${minutes}.${more}`) / 60,
        degrees + minutes / 60 + Number(more) / 3600,
      ];
    });
  };
  const near = (values: readonly number[], wanted: string): boolean =>
    values.some((value) => Math.abs(value - Number(wanted)) < 0.0006);
  const hasLetters = [
    ...text.matchAll(/(?=([NS]?)[ +-]*(\d[\d.]*)([NS]?)[ ,/]*([EW]?)([ +-]*)(\d[\d.]*)([EW]?))/g),
  ].some(
    ([, n1 = '', first = '', n2 = '', e1 = '', sign = '', second = '', e2 = '']) =>
      (n1 + n2 === '' || (n1 + n2).includes(ns)) &&
      (e1 + e2 === '' ? sign.includes('-') === (ew === 'W') : (e1 + e2).includes(ew)) &&
      [0, 1].some(
        (skip) => near(readings(first.slice(skip), 2), lat) || near(readings(first.slice(-(5 + skip)), 2), lat),
      ) &&
      [...second].some((_digit, cut) => near(readings(second.slice(0, second.length - cut), 3), lon)),
  );
  return hasLetters;
}

/** What is wrong with it. Empty = nothing. */
function faultOf(text: string, value: string): string {
  const places = value.match(/\d+\.\d{3} [NS] \d+\.\d{3} [EW]/g) ?? [];
  const rest = places.reduce((words, place) => words.replace(place, ''), value);
  const digits = text.replace(/[.: ]/g, '');
  // The century of a date is not in the text.
  const amounts = digitsOf(rest.replace(/^20(?=\d\d-)/, ''));
  const codes = (rest.match(/\b[A-Z]{3,}\b/g) ?? []).filter((code) => code !== 'ARINC' && code !== 'SITA');
  return [
    ...places.filter((place) => !couldBe(text, place)),
    ...amounts.filter((amount) => !digits.includes(amount)),
    ...codes.filter((code) => !text.includes(code)),
    ...(/[\p{Cf}\ufffd]/u.test(value) ? ['unprintable'] : []),
  ].join(', ');
}

test('C63b: no mutated text yields an item whose characters are not in it, and "full" leaves nothing out', () => {
  fc.assert(
    fc.property(mutated, ({ label, text }) => {
      const { items, level, remaining } = decode(label, text);
      const faults = items.flatMap((item) => faultOf(text, item.value) || []);
      const isHollow = level === 'full' && (items.length === 0 || remaining !== '');
      expect({ faults, isHollow }).toEqual({ faults: [], isHollow: false });
    }),
    { numRuns: 800 },
  );
});
