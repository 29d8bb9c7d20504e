import { expect, test } from 'vitest';
import { lostRanges } from './lost-ranges.ts';

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
