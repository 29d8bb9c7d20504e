import { expect, test } from 'vitest';
import { atOnce, inPieces } from './in-pieces.ts';

function* counted(steps: number, step: () => void): Generator<void, number> {
  for (let at = 0; at < steps; at++) {
    step();
    yield;
  }
  return steps;
}
/** Work of 5 ms. */
const busy = (): void => {
  const until = performance.now() + 5;
  while (performance.now() < until);
};

test('a long calculation lets other tasks run before it ends; both ways have its result', async () => {
  const order: string[] = [];
  setTimeout(() => order.push('other task'));
  const long = inPieces(counted(6, busy)).then((steps) => order.push(`${steps} steps`));
  await long;
  expect(order).toEqual(['other task', '6 steps']);
  expect(atOnce(counted(3, () => undefined))).toBe(3);
});
