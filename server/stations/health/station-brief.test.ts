import { expect, test } from 'vitest';
import { ratesOf } from './station-brief.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** Twenty minutes past noon. */
const now = Date.UTC(2026, 10, 29, 12, 20);
const noon = now - 20 * 60_000;
const each = (count: number) => Array.from({ length: 6 }, () => count);
/** Ten messages per slot in each hour of a span. */
const hours = (from: number, to: number, count = 10) =>
  Array.from({ length: (to - from) / hour + 1 }, (_, at) => ({ hour: from + at * hour, counts: each(count) }));

test('a rate is that of the last 30 minutes, and usual is the same time of the days before with messages', () => {
  const { perMin, usualPerMin, halfHours } = ratesOf(
    [
      ...hours(noon - 3 * day, noon - day - hour, 30),
      ...hours(noon - day, noon - hour),
      { hour: noon, counts: [60, 60, 0, 0, 0, 0] },
    ],
    now,
  );
  // 10 + 60 + 60 messages in 30 minutes. At 11:30Z of two of the days before 90.
  expect(perMin).toBe(4.3);
  expect(usualPerMin).toBe(3);
  expect(halfHours).toHaveLength(48);
  // 120 messages in 20 of 30 minutes, usually 70 (30, 90 and 90) in all of them: 2.6, drawn as 2.
  expect(halfHours.at(-1)).toBe(2);
});

test('half hours without a message are 0, but not before the first one, and not while minutes are too few', () => {
  const { halfHours, perMin } = ratesOf(hours(noon - 5 * hour, noon - 3 * hour), noon + 5 * 60_000);
  expect(halfHours.slice(0, 37)).toEqual(Array(37).fill(null));
  expect(halfHours.slice(37)).toEqual([1, 1, 1, 1, 1, 1, 0, 0, 0, 0, null]);
  expect(perMin).toBe(0);
});

test('a station without messages has neither rates nor gaps', () => {
  expect(ratesOf([], now)).toEqual({ perMin: null, usualPerMin: null, halfHours: Array(48).fill(null) });
});
