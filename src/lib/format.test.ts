import { expect, test } from 'vitest';
import {
  coordinatesText,
  counted,
  formatCount,
  formatNumber,
  manyLines,
  oneLine,
  sizeText,
  withUnit,
} from './format.ts';

test('numbers have a true minus and keep their digits', () => {
  expect(formatNumber(-9.6)).toBe('−9.6');
  expect(formatNumber(131.55, 3)).toBe('131.550');
  expect(formatNumber(1769990280.123456)).toBe('1769990280.123456');
  expect(formatCount(48213)).toBe('48,213');
  expect(withUnit(-6.5, 'dB')).toBe('−6.5\u00a0dB');
  expect(withUnit(null, 'dB')).toBe('–');
});

test('coordinates have letters instead of signs', () => {
  expect(coordinatesText({ lat: -46.77, lon: 23.62 })).toBe('46.77° S, 23.62° E');
  expect(coordinatesText({ lat: 46.7689, lon: -0.4 }, 1)).toBe('46.8° N, 0.4° W');
});

test('a noun agrees with its number', () => {
  expect([0, 1, 2, 48_213].map((count) => counted(count, 'station'))).toEqual([
    '0 stations',
    '1 station',
    '2 stations',
    '48,213 stations',
  ]);
  expect([1, 2].map((count) => counted(count, 'entry', 'entries'))).toEqual(['1 entry', '2 entries']);
});

test('RAW-04: control and reordering characters of radio text are visible', () => {
  expect(oneLine('A\r\nB\nC\u0003D\u202Egnp\u0000')).toBe('A↲B↲C␃D⟨202E⟩gnp␀');
  expect(manyLines('A\r\nB\rC\u001b[31m')).toBe('A\nB\nC␛[31m');
  expect(oneLine('plain, Ä ©')).toBe('plain, Ä ©');
});

test('sizes have one unit', () => {
  expect([0, 999, 1000, 7_400_000, 536_870_912, 10_747_600_000].map(sizeText)).toEqual([
    '0\u00a0B',
    '999\u00a0B',
    '1.0\u00a0kB',
    '7.4\u00a0MB',
    '536.9\u00a0MB',
    '10.7\u00a0GB',
  ]);
});
