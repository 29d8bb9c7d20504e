import { expect, test } from 'vitest';
import { HttpError } from '../http/api-error.ts';
import { HashLane } from './hash-lane.ts';

test('two run at once, three wait in order, the next gets 429, and a failure frees its slot', async () => {
  const lane = new HashLane(2, 3);
  const began: number[] = [];
  const ends: ((fails: boolean) => void)[] = [];
  const work = (n: number) => () =>
    new Promise<number>((resolve, reject) => {
      began.push(n);
      ends[n] = (fails) => (fails ? reject(new Error(`${n}`)) : resolve(n));
    });
  const results = [0, 1, 2, 3, 4].map((n) => lane.run(work(n)));
  await expect(lane.run(work(5))).rejects.toThrow(HttpError);
  await expect(lane.run(work(5))).rejects.toMatchObject({ status: 429, retryAfterS: 5 });
  expect(began).toEqual([0, 1]);
  ends[1]?.(true);
  await expect(results[1]).rejects.toThrow('1');
  expect(began).toEqual([0, 1, 2]);
  for (const n of [0, 2, 3, 4]) {
    ends[n]?.(false);
    expect(await results[n]).toBe(n);
  }
  expect(began).toEqual([0, 1, 2, 3, 4]);
  const again = lane.run(work(6));
  ends[6]?.(false);
  expect(await again).toBe(6);
});
