import { expect, test } from 'vitest';
import { hourMs } from '../../contract/durations.ts';
import { lostRanges, quantileOf, stationHoursOf } from './first-sight.ts';

const buckets = (counts: Readonly<Record<number, number>>): number[] =>
  Array.from({ length: 16 }, (_, at) => counts[at] ?? 0);

test('quantiles lie within their bucket of 5 dB', () => {
  expect(quantileOf(buckets({ 12: 10 }), 0.5)).toBe(-17.5);
  expect(quantileOf(buckets({ 10: 25, 12: 50, 14: 25 }), 0.5)).toBe(-17.5);
  expect(quantileOf(buckets({ 10: 25, 12: 50, 14: 25 }), 0.05)).toBe(-29);
  expect(quantileOf(buckets({ 0: 1 }), 0.95)).toBe(-75.2);
});

/** 200 nmi everywhere, but `nmi` from one degree to another. */
const sectors = (fromDeg = 0, toDeg = 0, nmi = 0): number[] =>
  Array.from({ length: 72 }, (_, at) => (at * 5 >= fromDeg && at * 5 < toDeg ? nmi : 200));
const day = (date: number): string => `2026-11-${String(date).padStart(2, '0')}`;
const month = (change: (date: number) => readonly number[]) =>
  new Map(Array.from({ length: 20 }, (_, at) => [day(at + 1), change(at + 1)] as const));

test('a direction below 60 % of its month is lost since the day after it was last usual', () => {
  const lost = sectors(200, 250, 30);
  const days = month((date) => (date > 17 ? lost : sectors()));
  expect(lostRanges(lost, days, day(20))).toEqual([
    { fromDeg: 200, toDeg: 250, nowNmi: 30, monthNmi: 200, since: day(18) },
  ]);
});

test('a run across north is one direction, two neighbouring bearings are none', () => {
  const lost = sectors().map((nmi, at) => (at * 5 >= 340 || at * 5 < 20 ? 0 : nmi));
  expect(
    lostRanges(
      lost,
      month(() => sectors()),
      day(20),
    ),
  ).toMatchObject([{ fromDeg: 340, toDeg: 20, nowNmi: 0 }]);
  expect(
    lostRanges(
      sectors(100, 120, 0),
      month(() => sectors()),
      day(20),
    ),
  ).toEqual([]);
});

test('a single far day is not usual, and a silent station has lost nothing', () => {
  const days = month((date) => (date === 5 ? sectors(0, 360, 500) : sectors()));
  expect(lostRanges(sectors(), days, day(20))).toEqual([]);
  expect(
    lostRanges(
      sectors(0, 360, 0),
      month(() => sectors()),
      day(20),
    ),
  ).toEqual([]);
});

test('short ranges are not compared', () => {
  const short = sectors(0, 360, 20);
  expect(
    lostRanges(
      sectors(0, 360, 2),
      month(() => short),
      day(20),
    ),
  ).toEqual([]);
});

const nowMs = Date.UTC(2026, 10, 20, 12, 30);
const hour = (ago: number): number => Date.UTC(2026, 10, 20, 12) - ago * hourMs;
const span = { from: hour(23), length: 24, nowMs, isCounted: true };

test('an hour is compared with the median of the same hour of the days before, the current one with its part', () => {
  const messages = new Map(Array.from({ length: 8 }, (_, day) => [hour(24 * day), day === 0 ? 60 : 100]));
  const { usual, counts } = stationHoursOf('7001', messages, span);
  expect([counts.at(-1), usual.at(-1)]).toEqual([60, 1.2]);
  // Nothing is usual at other hours.
  expect(usual.at(-2)).toBeNull();
});

test('fewer than three known days are not compared', () => {
  const messages = new Map([0, 24, 48].map((ago) => [hour(ago), 100]));
  expect(stationHoursOf('7001', messages, span).usual.at(-1)).toBeNull();
});

test('a station is silent after two hours without a message, one without counts is not', () => {
  expect(stationHoursOf('7001', new Map([[hour(2), 5]]), span).isSilent).toBe(true);
  expect(stationHoursOf('7001', new Map([[hour(1), 5]]), span).isSilent).toBe(false);
  expect(stationHoursOf('7001', new Map(), { ...span, isCounted: false }).isSilent).toBe(false);
  // Its counts are older.
  expect(stationHoursOf('7001', new Map(), span).isSilent).toBe(true);
});
