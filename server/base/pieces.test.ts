import { expect, test } from 'vitest';
import { inPieces, slicesOf } from './pieces.ts';

test('all items in order, with turns for others in between', async () => {
  const items = Array.from({ length: 200 }, (_, at) => at);
  let nowMs = 0;
  const seen: number[] = [];
  const atTurns = new Set<number>();
  let isDone = false;
  const other = (): void => {
    atTurns.add(seen.length);
    if (!isDone) setImmediate(other);
  };
  setImmediate(other);
  await inPieces(
    items,
    (item) => {
      nowMs += 0.1;
      seen.push(item);
    },
    () => nowMs,
  );
  isDone = true;
  expect(seen).toEqual(items);
  // The clock is read after each 32 items, and 64 take more than 4 ms.
  expect([...atTurns]).toEqual([64, 128, 192]);
});

test('slices with their places, the last one shorter', async () => {
  const seen: (readonly [number[], number])[] = [];
  for await (const slice of slicesOf([1, 2, 3, 4, 5], 2)) seen.push(slice);
  expect(seen).toEqual([
    [[1, 2], 0],
    [[3, 4], 2],
    [[5], 4],
  ]);
});
