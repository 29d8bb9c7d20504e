import { expect, test } from 'vitest';
import { firstPageRows, nextOffset, nextPageRows } from './matching-rows.ts';

test('page sizes grow with quick responses and shrink with slow ones, within limits', () => {
  expect(nextPageRows(firstPageRows, 300)).toBe(4000);
  expect(nextPageRows(10_000, 300)).toBe(10_000);
  expect(nextPageRows(4000, 2500)).toBe(4000);
  expect(nextPageRows(4000, 5000)).toBe(2000);
  expect(nextPageRows(firstPageRows, Number.POSITIVE_INFINITY)).toBe(1000);
  expect(nextPageRows(300, 5000)).toBe(250);
});

test('after rows were removed, as many before the response are requested again', () => {
  const read = { offset: 2000, received: 4000, count: 9000, before: 9000 };
  expect(nextOffset({ ...read, offset: 0, before: Number.POSITIVE_INFINITY })).toBe(4000);
  expect(nextOffset(read)).toBe(6000);
  // Rows that arrived late move others backwards: they are received twice, and none is missed.
  expect(nextOffset({ ...read, count: 9100 })).toBe(6000);
  expect(nextOffset({ ...read, count: 8500 })).toBe(1500);
  // More were removed than were requested before.
  expect(nextOffset({ ...read, received: 0, count: 1000 })).toBe(0);
  // Above the exact counts nothing is known.
  expect(nextOffset({ ...read, count: 99_000, before: 100_001 })).toBe(6000);
});
