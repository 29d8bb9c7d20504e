import { describe, expect, test } from 'vitest';
import { altitudeOf12, altitudeOf13 } from './altitude.ts';

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

  test('each altitude from -1,200 to 126,700 ft has one code, and every other code is invalid', () => {
    const cycle = ['001', '011', '010', '110', '100'];
    const codes = new Map<number, number>();
    for (let step = 0; step < 1280; step++) {
      const fiveHundreds = Math.floor(step / 5);
      const within = fiveHundreds % 2 ? 4 - (step % 5) : step % 5;
      const reflected = (fiveHundreds ^ (fiveHundreds >> 1)).toString(2).padStart(8, '0');
      codes.set(codeOf(reflected + cycle[within]), -1200 + step * 100);
    }
    expect(codes.size).toBe(1280);
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
