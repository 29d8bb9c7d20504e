import { beforeAll, expect, test } from 'vitest';
import { ageText, ensureTemporal, utcClock, utcClockMs, utcDateTime, utcDay, utcShort } from './time.ts';

beforeAll(ensureTemporal);
const instant = Date.UTC(2026, 1, 1, 23, 58, 7, 999);

test('TIME-07: an instant reads year-month-day hour:minute:second, in UTC, the second not rounded up', () => {
  expect(utcDateTime(instant)).toBe('2026-02-01 23:58:07');
  expect(utcClock(instant)).toBe('23:58:07');
  expect(utcClockMs(instant)).toBe('23:58:07.999');
  expect(utcShort(instant)).toBe('23:58Z');
  expect(utcDay(instant)).toBe('1 Feb 2026');
});

test('an age is told in its largest whole unit, and never below zero', () => {
  expect(
    [-5000, 0, 2_400, 59_999, 60_000, 18 * 60_000, 3 * 3_600_000, 47 * 3_600_000, 48 * 3_600_000].map(ageText),
  ).toEqual(['0 s', '0 s', '2 s', '59 s', '1 min', '18 min', '3 h', '1 d', '2 d']);
});
