import { expect, test } from 'vitest';
import { firstPageRows, nextPageRows } from './matching-rows.ts';

test('page sizes grow with quick responses and shrink with slow ones, within limits', () => {
  expect(nextPageRows(firstPageRows, 300)).toBe(4000);
  expect(nextPageRows(10_000, 300)).toBe(10_000);
  expect(nextPageRows(4000, 2500)).toBe(4000);
  expect(nextPageRows(4000, 5000)).toBe(2000);
  expect(nextPageRows(firstPageRows, Number.POSITIVE_INFINITY)).toBe(1000);
  expect(nextPageRows(300, 5000)).toBe(250);
});
