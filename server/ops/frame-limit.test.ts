import { expect, test } from 'vitest';
import { factorFor } from './frame-limit.ts';

const day = { rowBytes: 100, rawBytes: 10, factor: 1 };
const limit = { maxBytes: 2000, retentionDays: 15, rawDays: 15 };

test('the interval doubles until rows and packed frames fit, up to eight times', () => {
  expect(factorFor(day, limit)).toBe(1);
  expect(factorFor(day, { ...limit, maxBytes: 1600 })).toBe(2);
  expect(factorFor(day, { ...limit, maxBytes: 600 })).toBe(4);
  expect(factorFor(day, { ...limit, maxBytes: 1 })).toBe(8);
});

test('a day with a wider interval leads to the same one, and back when it fits', () => {
  expect(factorFor({ ...day, rowBytes: 50, factor: 2 }, { ...limit, maxBytes: 1600 })).toBe(2);
  expect(factorFor({ ...day, rowBytes: 30, factor: 2 }, { ...limit, maxBytes: 1600 })).toBe(1);
});
