import { expect, test } from 'vitest';
import { bytesOf } from './bits.ts';
import { categoryOf, identificationOf, isIdentification } from './identification.ts';

const read = (hex: string) => identificationOf(bytesOf(hex) ?? new Uint8Array());

/** Published frames (The 1090 Megahertz Riddle; tests of pyModeS). The last three are BDS 2,0. */
test.each([
  ['8D4840D6202CC371C32CE0576098', 'KLM1023'],
  ['8D406B902015A678D4D220AA4BDA', 'EZY85MH'],
  ['A000083E202CC371C31DE0AA1CCF', 'KLM1017'],
  ['A0001993202422F2E37CE038738E', 'IBK2873'],
  ['A0001838201584F23468207CDFA5', 'EXS2MF'],
])('%s is %s', (hex, text) => {
  expect(read(hex)).toBe(text);
  expect(isIdentification(bytesOf(hex) ?? new Uint8Array())).toBe(true);
});

test('a field of zeros is no identification', () => {
  expect(read('8D4840D620000000000000000000')).toBe(null);
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
