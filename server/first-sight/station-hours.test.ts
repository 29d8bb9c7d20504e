import { expect, test } from 'vitest';
import { rowOf } from './station-hours.ts';

const hourMs = 3_600_000;
const nowMs = Date.UTC(2026, 10, 20, 12, 30);
const hour = (ago: number): number => Date.UTC(2026, 10, 20, 12) - ago * hourMs;
const span = { from: hour(23), length: 24, nowMs, isCounted: true };

test('an hour is compared with the median of the same hour of the days before, the current one with its part', () => {
  const messages = new Map(Array.from({ length: 8 }, (_, day) => [hour(24 * day), day === 0 ? 60 : 100]));
  const { usual, counts } = rowOf('7001', messages, span);
  expect([counts.at(-1), usual.at(-1)]).toEqual([60, 1.2]);
  // Nothing is usual at other hours.
  expect(usual.at(-2)).toBeNull();
});

test('fewer than three known days are not compared', () => {
  const messages = new Map([0, 24, 48].map((ago) => [hour(ago), 100]));
  expect(rowOf('7001', messages, span).usual.at(-1)).toBeNull();
});

test('a station is silent after two hours without a message, one without counts is not', () => {
  expect(rowOf('7001', new Map([[hour(2), 5]]), span).isSilent).toBe(true);
  expect(rowOf('7001', new Map([[hour(1), 5]]), span).isSilent).toBe(false);
  expect(rowOf('7001', new Map(), { ...span, isCounted: false }).isSilent).toBe(false);
  // Its counts are older.
  expect(rowOf('7001', new Map(), span).isSilent).toBe(true);
});
