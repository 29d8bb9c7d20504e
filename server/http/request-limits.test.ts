import { expect, test } from 'vitest';
import { RefusalPace } from './request-limits.ts';

function pace() {
  const clock = { ms: 1_000_000 };
  return { clock, refusals: new RefusalPace(() => clock.ms) };
}
const flood = (refusals: RefusalPace, caller: string, count: number, status = 401): number[] =>
  Array.from({ length: count }, () => refusals.take(caller, status));

test('fifty refusals are sent at once, the next ones 20 ms apart, and none later than two seconds', () => {
  const { refusals } = pace();
  const waits = flood(refusals, '192.0.2.1', 400);
  expect(waits.slice(0, 50)).toEqual(Array(50).fill(0));
  expect(waits.slice(50, 53)).toEqual([20, 40, 60]);
  expect(Math.max(...waits)).toBe(2000);
  expect(refusals.delayed).toBe(350);
});

test('another caller does not wait, and a pause ends the wait', () => {
  const { clock, refusals } = pace();
  flood(refusals, '192.0.2.1', 400);
  expect(flood(refusals, '192.0.2.2', 50)).toEqual(Array(50).fill(0));
  clock.ms += 3000;
  expect(flood(refusals, '192.0.2.1', 51)).toEqual([...Array(50).fill(0), 20]);
});

test('refused large bodies take a second each', () => {
  const { refusals } = pace();
  expect(flood(refusals, '192.0.2.1', 4, 413)).toEqual([0, 20, 1020, 2000]);
});
