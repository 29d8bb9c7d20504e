import { describe, expect, test } from 'vitest';
import { rangeOf, readingOf, temperatureWatch, versionsOf, wifiWatch } from './station-week.ts';

describe('a reading against the own week', () => {
  /** 160 hours from 48 to 56 and some without a value. */
  const week = [...Array.from({ length: 160 }, (_, at) => 48 + (at % 9)), ...Array.from({ length: 8 }, () => null)];
  const isUnusual = (value: number, hours: readonly (number | null)[], watch = temperatureWatch): boolean | undefined =>
    readingOf({ value, at: 0 }, hours, watch)?.isUnusual;
  test('the usual range contains nine tenths of the hours', () =>
    expect(readingOf({ value: 53.44, at: 7 }, week, temperatureWatch)).toMatchObject({
      now: 53.4,
      at: 7,
      usualLow: 48,
      usualHigh: 56,
      isUnusual: false,
    }));
  test('hot is unusual, cold is not; past the limit always', () => {
    expect([59, 59.1, 20].map((value) => isUnusual(value, week))).toEqual([false, true, false]);
    expect(isUnusual(81, [81, 82])).toBe(true);
    expect(isUnusual(79, [40, 41])).toBe(false);
  });
  test('for Wi-Fi the weak side counts', () => {
    const wifi = week.map((value) => value && value - 110);
    expect([-69, -62].map((value) => isUnusual(value, wifi, wifiWatch))).toEqual([true, false]);
  });
  test('without measurements there is no finding', () => {
    expect(readingOf(null, week, temperatureWatch)).toBeNull();
    expect(readingOf({ value: 1, at: 0 }, [null], temperatureWatch)).toBeNull();
  });
});

test('range: the last 24 hours against the median of the days before, whole and by sector', () => {
  const day = (daysAgo: number, sector: number, nmi: number) => ({ daysAgo, sector, nmi });
  const range = rangeOf([
    day(0, 0, 180.4),
    day(1, 0, 200),
    day(2, 0, 190),
    day(3, 0, 20),
    day(1, 3, 240),
    day(2, 3, 220),
  ]);
  expect(range).toMatchObject({ nowNmi: 180, usualNmi: 220 });
  expect(range?.sectors).toHaveLength(12);
  expect(range?.sectors[0]).toEqual({ fromDeg: 0, nowNmi: 180, usualNmi: 190 });
  expect(range?.sectors[3]).toEqual({ fromDeg: 90, nowNmi: null, usualNmi: 230 });
  expect(range?.sectors[5]).toEqual({ fromDeg: 150, nowNmi: null, usualNmi: null });
  expect(rangeOf([])).toBeNull();
});

test('versions: the newest, and its start if it changed within the reports', () => {
  const at = (time: number, acars: string | null, gnss: string | null) => ({ at: time, versions: { acars, gnss } });
  expect(
    versionsOf([at(1, '1.0.0', null), at(2, null, '3.1.4'), at(3, '1.1.0', '3.1.4'), at(4, '1.1.0', '3.1.4')]),
  ).toEqual([
    { name: 'acars', version: '1.1.0', changedOn: 3 },
    { name: 'gnss', version: '3.1.4', changedOn: null },
  ]);
});
