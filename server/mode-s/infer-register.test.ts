import { expect, test } from 'vitest';
import { bytesOf } from './bits.ts';
import { inferRegister } from './infer-register.ts';

const infer = (hex: string, speedKt?: number, trackDeg?: number) =>
  inferRegister(
    bytesOf(hex) ?? new Uint8Array(),
    speedKt === undefined ? null : { speedKt, trackDeg: trackDeg ?? null, timeMs: 0 },
  );

/** Published replies with their register (The 1090 Megahertz Riddle; tests of pyModeS). */
test.each([
  ['A800178D10010080F50000D5893C', '10'],
  ['A0000638FA81C10000000081A92F', '17'],
  ['A000083E202CC371C31DE0AA1CCF', '20'],
  ['A0001838201584F23468207CDFA5', '20'],
  ['A000029C85E42F313000007047D3', '40'],
  ['A0001839CA3800315800007448D9', '40'],
  ['A000139381951536E024D4CCF6B5', '50'],
  ['A00004128F39F91A7E27C46ADC21', '60'],
])('%s contains BDS %s', (hex, register) => {
  expect(infer(hex)).toBe(register);
});

test('a resolution advisory is BDS 3,0', () => {
  expect(infer('A000000030800000000000000000')).toBe('30');
});

test('two registers that fit are none, unless speed and track of the aircraft decide', () => {
  expect(infer('A000029CFFBAA11E2004727281F1')).toBe(null);
  expect(infer('A000029CFFBAA11E2004727281F1', 240, 239)).toBe('50');
  expect(infer('A0000000FFDA9517000464000000')).toBe(null);
  expect(infer('A0000000FFDA9517000464000000', 182, 237)).toBe('50');
  expect(infer('A0000000919A5927E23444000000', 413, 54)).toBe('60');
});

test('weather reports (BDS 4,4 and 4,5) are not taken for another register', () => {
  expect(infer('A0001692185BD5CF400000DFC696')).toBe(null);
  expect(infer('A00004190001FB80000000000000')).toBe(null);
});

test('an empty register is none', () => {
  expect(infer('A000000000000000000000000000')).toBe(null);
});
