import { expect, test } from 'vitest';
import { quantileOf } from './levels.ts';

const buckets = (counts: Readonly<Record<number, number>>): number[] =>
  Array.from({ length: 16 }, (_, at) => counts[at] ?? 0);

test('quantiles lie within their bucket of 5 dB', () => {
  expect(quantileOf(buckets({ 12: 10 }), 0.5)).toBe(-17.5);
  expect(quantileOf(buckets({ 10: 25, 12: 50, 14: 25 }), 0.5)).toBe(-17.5);
  expect(quantileOf(buckets({ 10: 25, 12: 50, 14: 25 }), 0.05)).toBe(-29);
  expect(quantileOf(buckets({ 0: 1 }), 0.95)).toBe(-75.2);
});
