import { expect, test } from 'vitest';
import type { Database } from '../../database/pool.ts';
import { inTurn } from './take-turns.ts';

test('of twenty questions two run at once, all are answered in their order, and one that fails frees its place', async () => {
  const db = {} as Database;
  let running = 0;
  let most = 0;
  const begun: number[] = [];
  const ask = (n: number) =>
    inTurn(db, async () => {
      begun.push(n);
      most = Math.max(most, ++running);
      await Promise.resolve();
      running--;
      if (n % 5 === 0) throw new Error(`question ${n}`);
      return n;
    });
  const answers = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => ask(n)));
  expect(most).toBe(2);
  expect(begun).toEqual(Array.from({ length: 20 }, (_, n) => n));
  expect(answers.filter(({ status }) => status === 'rejected')).toHaveLength(4);
  expect(await ask(21)).toBe(21);
});
