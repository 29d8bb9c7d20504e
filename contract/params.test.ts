import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  BadValue,
  dayParam,
  flagParam,
  instantParam,
  integerParam,
  numberParam,
  parseInstant,
  textParam,
  writeInstant,
} from './params.ts';

describe('instants', () => {
  test('C26: the three written forms mean the same instant, always UTC', () => {
    const expected = Date.UTC(2026, 1, 1, 23, 58, 0);
    expect(parseInstant('2026-02-01 23:58:00')).toBe(expected);
    expect(parseInstant('2026-02-01T23:58')).toBe(expected);
    expect(parseInstant('2026-02-01T23:58:00Z')).toBe(expected);
  });
  test('TIME-07: a window is written year-month-day hour:minute:second', () => {
    expect(instantParam.write(Date.UTC(2026, 1, 1, 3, 4, 5))).toBe('2026-02-01 03:04:05');
  });
  test('C26b: the server writes 20 characters with T and Z', () => {
    expect(writeInstant(Date.UTC(2026, 1, 1, 3, 4, 5, 999))).toBe('2026-02-01T03:04:05Z');
  });
  test.each([
    '',
    '2026-02-30T00:00',
    '2026-13-01T00:00',
    '2026-02-01T24:00',
    '2026-02-01',
    'now',
    '0001-01-01T00:00',
    '2026-02-01T23:58+01:00',
  ])('no instant: %j', (text) => {
    expect(parseInstant(text)).toBeNull();
    expect(() => instantParam.read(text)).toThrow(BadValue);
  });
  test('every second from 1990 to 2100 survives writing and reading', () => {
    fc.assert(
      fc.property(fc.integer({ min: 631152000, max: 4102444800 }), (seconds) => {
        expect(parseInstant(writeInstant(seconds * 1000))).toBe(seconds * 1000);
        expect(instantParam.read(instantParam.write(seconds * 1000))).toBe(seconds * 1000);
      }),
    );
  });
});

describe('numbers', () => {
  test.each(['NaN', 'Infinity', '1e309', '0x10', '1,5', '', ' ', '--1', '1e', '__proto__'])('no number: %j', (text) => {
    expect(() => numberParam.read(text)).toThrow(BadValue);
  });
  test('every finite number survives writing and reading', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(numberParam.read(numberParam.write(value))).toBe(value === 0 ? Number(String(value)) : value);
      }),
    );
  });
  test.each(['-2', '1.5', '1e3', '1000000001', 'ten'])('PAGE-14: no limit: %j', (text) => {
    expect(() => integerParam(-1, 1_000_000_000).read(text)).toThrow(BadValue);
  });
});

describe('texts, flags, days', () => {
  test('a NUL and a text over 1,000 characters are refused with a sentence', () => {
    expect(() => textParam.read('a\0b')).toThrow('A NUL character is not allowed here.');
    expect(() => textParam.read('x'.repeat(1001))).toThrow('Use at most 1000 characters.');
    expect(textParam.read('x'.repeat(1000))).toHaveLength(1000);
  });
  test('flags accept both words in any case and nothing else', () => {
    expect([flagParam.read('TRUE'), flagParam.read('false')]).toEqual([true, false]);
    expect(() => flagParam.read('1')).toThrow(BadValue);
  });
  test('a day must exist', () => {
    expect(dayParam.read('2024-02-29')).toBe('2024-02-29');
    expect(() => dayParam.read('2023-02-29')).toThrow(BadValue);
  });
});
