import { expect, test } from 'vitest';
import { minuteMs } from '../../../contract/durations.ts';
import type { Tail, TailLeg } from '../../../contract/entities/tail.ts';
import { axisOf, markNear, pathOf, rowsOf, ticksOf } from './TimeAxis.tsx';

const from = Date.UTC(2026, 10, 22);
const instant = (minutes: number): string => new Date(from + minutes * minuteMs).toISOString().replace('.000', '');
const leg: TailLeg = {
  ...{ id: instant(20), until: instant(75), flight: 'OS0413', from: 'LOWW', to: 'LROP', endedAt: null },
  ...{ out: instant(20), off: instant(30), on: instant(70), in: instant(75), scheduledIn: null },
  ...{ hasLanded: true, messages: 1, receivers: 1 },
};
const tail = {
  ...{ from: instant(0), asOf: instant(120), days: 1, adsb: '000110100000', legs: [leg] },
  track: [
    [from / 1000 + 1800, 0, 48.1, 16.5],
    [from / 1000 + 2000, 3000, 48.2, 16.8],
    [from / 1000 + 2600, 31_000, null, null],
    [from / 1000 + 7100, 32_000, 47, 20],
  ],
  messages: [
    { id: 'b', at: instant(32), type: 'VDLM2', movement: 'off', kind: 'gateTimes' },
    { id: 'a', at: instant(25), type: 'ACARS', movement: null, kind: 'fault' },
  ],
} as unknown as Tail;
const spans = (list: readonly { from: number; to: number }[]) =>
  list.map((span) => [(span.from - from) / minuteMs, (span.to - from) / minuteMs]);

test('a flight has taxi at both ends, and slots of the air without ADS-B are marked', () => {
  const axis = axisOf(tail);
  const [only] = axis.legs;
  expect(spans([only?.taxiOut, only?.air, only?.taxiIn].flatMap((span) => span ?? []))).toEqual([
    [20, 30],
    [30, 70],
    [70, 75],
  ]);
  expect(spans(axis.received)).toEqual([
    [30, 50],
    [60, 70],
  ]);
  expect(spans(axis.missed)).toEqual([[50, 60]]);
  expect(axisOf({ ...tail, adsb: '' }).missed).toEqual([]);
});

test('the profile has a piece per altitude band, and no line over a gap', () => {
  const { profile, topFt } = axisOf(tail);
  expect(profile.map(({ token, points }) => [token, points.length])).toEqual([
    ['alt-0', 2],
    ['alt-30', 2],
  ]);
  expect(topFt).toBe(32_000);
});

test('a click finds the nearest mark in reach', () => {
  const { marks } = axisOf(tail);
  expect(markNear(marks, from + 27 * minuteMs, 5 * minuteMs)?.id).toBe('a');
  expect(markNear(marks, from + 100 * minuteMs, 5 * minuteMs)).toBeNull();
});

test('the table has the numbers of the picture, and labels have space', () => {
  expect(rowsOf(tail, axisOf(tail)).map((row) => [row.flight, row.ft, row.isReceived, row.messages])).toEqual([
    ['', 32_000, false, 0],
    ['OS0413', null, true, 0],
    ['OS0413', null, false, 0],
    ['OS0413', 31_000, true, 0],
    ['OS0413', 3000, true, 1],
    ['', null, false, 1],
  ]);
  expect(ticksOf({ from, to: from + 24 * 60 * minuteMs }, 700)).toHaveLength(8);
  expect(ticksOf({ from, to: from + 15 * 24 * 60 * minuteMs }, 300).length).toBeLessThan(5);
  expect(pathOf(tail)).toHaveLength(3);
});
