import { expect, test } from 'vitest';
import { ExportQueue } from './export-queue.ts';

test('two exports run, the others wait in the order of their first request; one that ends or is not heard of for 15 s lets the next start', () => {
  const queue = new ExportQueue();
  const places = (nowMs: number, keys: string) => [...keys].map((key) => queue.before(key, '1', nowMs));
  expect(places(0, 'abcde')).toEqual([0, 0, 2, 3, 4]);
  expect(places(2000, 'edcba')).toEqual([4, 3, 2, 0, 0]);
  queue.leave('a', '1');
  queue.leave('a', '1');
  expect(places(4000, 'bcde')).toEqual([0, 0, 2, 3]);
  expect(places(10_000, 'bde')).toEqual([0, 2, 3]);
  expect(places(18_999, 'd')).toEqual([2]);
  expect(places(19_000, 'df')).toEqual([0, 3]);
  expect(places(25_000, 'dfe')).toEqual([0, 0, 2]);
});

test('a fifth export of one session starts without a place, so that the others wait for four at most', () => {
  const queue = new ExportQueue();
  expect([1, 2, 3, 4, 5].map((id) => queue.before('a', String(id), 0))).toEqual([0, 0, 2, 3, 0]);
  expect(queue.before('b', '1', 0)).toBe(4);
});
