import { beforeAll, expect, test } from 'vitest';
import {
  ageText,
  dayText,
  durationText,
  ensureTemporal,
  isSameZone,
  utcClock,
  utcClockMs,
  utcDateTime,
  utcDay,
  utcMoment,
  utcShort,
} from './time.ts';

beforeAll(ensureTemporal);
const instant = Date.UTC(2026, 1, 1, 23, 58, 7, 999);

test('TIME-07: an instant is year-month-day hour:minute:second in UTC, without rounding up', () => {
  expect(utcDateTime(instant)).toBe('2026-02-01 23:58:07');
  expect(utcClock(instant)).toBe('23:58:07');
  expect(utcClockMs(instant)).toBe('23:58:07.999');
  expect(utcShort(instant)).toBe('23:58Z');
  expect(utcDay(instant)).toBe('1 Feb 2026');
});

test('OFF-03: a stored time has its day unless it is today', () => {
  expect(utcMoment(instant, instant + 60_000)).toBe('23:58Z');
  expect(utcMoment(instant, instant + 180_000)).toBe('1 Feb 2026, 23:58Z');
});

test('REF-16: a date is day, short month and year, a duration hours and minutes; an invalid date is unchanged', () => {
  expect(['2024-03-07', '2023-09-30', '1999-12-01'].map(dayText)).toEqual(['7 Mar 2024', '30 Sep 2023', '1 Dec 1999']);
  expect(['soon', '2024-13-01', '', '2024'].map(dayText)).toEqual(['soon', '2024-13-01', '', '2024']);
  expect(durationText({ hours: 2, minutes: 5 })).toBe('2:05');
  expect(durationText({ hours: 0, minutes: 0 })).toBe('0:00');
  expect(durationText({ hours: 14, minutes: 59 })).toBe('14:59');
});

test('an age uses its largest whole unit, and is never negative', () => {
  expect(
    [-5000, 0, 2_400, 59_999, 60_000, 18 * 60_000, 3 * 3_600_000, 47 * 3_600_000, 48 * 3_600_000].map(ageText),
  ).toEqual([
    '0\u00a0s',
    '0\u00a0s',
    '2\u00a0s',
    '59\u00a0s',
    '1\u00a0min',
    '18\u00a0min',
    '3\u00a0h',
    '1\u00a0d',
    '2\u00a0d',
  ]);
});

test('two names of one zone are one, also where rules are odd', () => {
  for (const [a, b] of [
    ['Europe/Kyiv', 'Europe/Kiev'],
    ['Asia/Kolkata', 'Asia/Calcutta'],
    ['Asia/Kathmandu', 'Asia/Katmandu'],
    ['Australia/Lord_Howe', 'Australia/LHI'],
    ['Pacific/Chatham', 'NZ-CHAT'],
  ] as const)
    expect(isSameZone(a, b), a).toBe(true);
  // The same time today is not the same zone.
  expect(isSameZone('Europe/Berlin', 'Europe/Paris')).toBe(false);
  expect(isSameZone('Europe/Berlin', 'Nowhere/Else')).toBe(false);
});
