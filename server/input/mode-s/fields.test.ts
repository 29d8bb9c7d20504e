import { describe, expect, test } from 'vitest';
import { bytesOf } from './bits.ts';
import {
  altitudeOf12,
  altitudeOf13,
  categoryOf,
  identificationOf,
  isIdentification,
  movementKt,
  squawkOf,
  velocityOf,
} from './fields.ts';

/** Masks of the bits of a code by name. */
const order = ['C1', 'A1', 'C2', 'A2', 'C4', 'A4', 'M', 'B1', 'Q', 'B2', 'D2', 'B4', 'D4'];
const maskOf = (name: string): number => 0x1000 >> order.indexOf(name);
const gray = ['D2', 'D4', 'A1', 'A2', 'A4', 'B1', 'B2', 'B4', 'C1', 'C2', 'C4'];
const codeOf = (text: string): number =>
  gray.reduce((code, name, at) => code | (text[at] === '1' ? maskOf(name) : 0), 0);

describe('100 ft steps', () => {
  /** Published pairs (tests of pyModeS), as D2 D4 A1 A2 A4 B1 B2 B4 C1 C2 C4. */
  test.each([
    ['00000000010', -1000],
    ['00000001010', -500],
    ['00000011011', -100],
    ['00000011010', 0],
    ['00000011110', 100],
    ['00000010011', 600],
    ['00000110010', 1000],
    ['00001001001', 5800],
    ['00011100100', 10_300],
    ['01100011010', 32_000],
    ['01110000100', 46_300],
    ['01010101100', 50_200],
    ['11011110100', 73_200],
    ['10000000011', 126_600],
    ['10000000001', 126_700],
  ])('%s is %i ft', (text, feet) => {
    expect(altitudeOf13(codeOf(text))).toEqual({ feet, isMetric: false });
  });

  test('each altitude from -1,000 to 126,700 ft has one code, and every other code is invalid, also the two below (readsb 3.14 reads -1,200 ft)', () => {
    const cycle = ['001', '011', '010', '110', '100'];
    const codes = new Map<number, number>();
    // The table begins with its third step.
    for (let step = 2; step < 1280; step++) {
      const fiveHundreds = Math.floor(step / 5);
      const within = fiveHundreds % 2 ? 4 - (step % 5) : step % 5;
      const reflected = (fiveHundreds ^ (fiveHundreds >> 1)).toString(2).padStart(8, '0');
      codes.set(codeOf(reflected + cycle[within]), -1200 + step * 100);
    }
    expect(codes.size).toBe(1278);
    const isGillham = (code: number) => !(code & maskOf('M')) && !(code & maskOf('Q'));
    for (let code = 0; code < 0x2000; code++)
      if (isGillham(code)) expect(altitudeOf13(code).feet, `code ${code}`).toBe(codes.get(code) ?? null);
  });
});

describe('25 ft steps', () => {
  test('each of the 2,048 steps has one code', () => {
    const bits = order.filter((name) => name !== 'M' && name !== 'Q');
    for (let n = 0; n < 2048; n++) {
      const code = bits.reduce((sum, name, at) => sum | (n & (1024 >> at) ? maskOf(name) : 0), maskOf('Q'));
      expect(altitudeOf13(code)).toEqual({ feet: n * 25 - 1000, isMetric: false });
    }
  });

  test('reads published codes', () => {
    expect(altitudeOf13(0x1030).feet).toBe(25_000);
    // 20001718029FCD
    expect(altitudeOf13(0x1718).feet).toBe(36_000);
    // 8D40621D58C382D690C8AC2863A7: without M
    expect(altitudeOf12(0xc38).feet).toBe(38_000);
  });
});

test('metres and a code of zeros are no altitude in feet', () => {
  expect(altitudeOf13(0x40 | 0x1000)).toEqual({ feet: null, isMetric: true });
  expect(altitudeOf13(0)).toEqual({ feet: null, isMetric: false });
});

const textRead = (hex: string) => identificationOf(bytesOf(hex) ?? new Uint8Array());

/** Published frames (The 1090 Megahertz Riddle; tests of pyModeS). The last three are BDS 2,0. */
test.each([
  ['8D4840D6202CC371C32CE0576098', 'KLM1023'],
  ['8D406B902015A678D4D220AA4BDA', 'EZY85MH'],
  ['A000083E202CC371C31DE0AA1CCF', 'KLM1017'],
  ['A0001993202422F2E37CE038738E', 'IBK2873'],
  ['A0001838201584F23468207CDFA5', 'EXS2MF'],
])('%s is %s', (hex, text) => {
  expect(textRead(hex)).toBe(text);
  expect(isIdentification(bytesOf(hex) ?? new Uint8Array())).toBe(true);
});

test('a field of zeros is no identification', () => {
  expect(textRead('8D4840D620000000000000000000')).toBe(null);
});

test('characters without an assignment are shown as sent, and mark the field as doubtful', () => {
  // The first character is 0, the last 63.
  const bytes = bytesOf('8D4840D62000C371C32CFF576098') ?? new Uint8Array();
  expect(identificationOf(bytes)).toMatch(/^@.*\?$/);
  expect(isIdentification(bytes)).toBe(false);
});

test('type codes 4 to 1 are the sets A to D', () => {
  expect([4, 3, 2, 1].map((type) => categoryOf(type, 3))).toEqual(['A3', 'B3', 'C3', 'D3']);
});

const velocityIn = (hex: string) => velocityOf(bytesOf(hex) ?? new Uint8Array(), false);

test('reads the published ground velocity: 159 kt, track 182.88, descending 832 ft/min, height 550 ft above', () => {
  const { ground, air, vertical, haeBaroOffset } = velocityIn('8D485020994409940838175B284F');
  expect(ground).toEqual({ eastKt: -8, northKt: -159 });
  expect(Math.floor(Math.hypot(-8, -159))).toBe(159);
  expect(air).toBe(null);
  expect(vertical).toEqual({ feetPerMin: -832, isBarometric: false });
  expect(haeBaroOffset).toBe(550);
});

test('reads the published airspeed: 375 kt, heading 243.98, descending 2,304 ft/min', () => {
  const { ground, air, vertical } = velocityIn('8DA05F219B06B6AF189400CBC33F');
  expect(ground).toBe(null);
  expect(air?.speedKt).toBe(375);
  expect(air?.headingDeg).toBeCloseTo(243.98, 2);
  expect(vertical).toEqual({ feetPerMin: -2304, isBarometric: true });
});

test('supersonic subtypes count in steps of 4 kt', () => {
  expect(velocityIn('8D4850209A4409940838175B284F').ground).toEqual({ eastKt: -32, northKt: -636 });
  expect(velocityIn('8DA05F219C06B6AF189400CBC33F').air?.speedKt).toBe(1500);
});

test('zeros are values that are not available', () => {
  const velocity = velocityIn('8D4850209900000000000000284F');
  expect(velocity).toMatchObject({ ground: { eastKt: null, northKt: null }, vertical: { feetPerMin: null } });
  expect(velocity.haeBaroOffset).toBe(null);
});

/** Published codes (tests of pyModeS, and the frames of The 1090 Megahertz Riddle). */
test.each([
  [0, null],
  [1, 0],
  [9, 1],
  [24, 7.5],
  [25, 8],
  [39, 15],
  [41, 17],
  [94, 70],
  [109, 100],
  [124, 175],
  [125, null],
  [127, null],
])('movement %i is %s kt', (code, kt) => {
  expect(movementKt(code)).toBe(kt);
});

/** Published codes (tests of pyModeS): of A800292DFFBBA9383FFCEB903D01 and 2A00516D492B80, then two made by hand. */
test.each([
  [0x92d, '1346'],
  [0x116d, '0356'],
  [0x808, '1200'],
  [0xaa2, '7500'],
])('code %i is %s', (code, squawk) => {
  expect(squawkOf(code)).toBe(squawk);
});

test('each of the 4,096 squawks has one code', () => {
  const order = ['C1', 'A1', 'C2', 'A2', 'C4', 'A4', 'X', 'B1', 'D1', 'B2', 'D2', 'B4', 'D4'];
  for (let n = 0; n < 4096; n++) {
    const text = n.toString(8).padStart(4, '0');
    const code = order.reduce((sum, name, at) => {
      const digit = Number(text['ABCD'.indexOf(name[0] ?? '')] ?? 0);
      return digit & Number(name[1] ?? 0) ? sum | (0x1000 >> at) : sum;
    }, 0);
    expect(squawkOf(code)).toBe(text);
  }
});
