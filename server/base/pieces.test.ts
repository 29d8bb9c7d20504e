import { expect, test } from 'vitest';
import { inPieces, inProgress, nextTurn, slicesOf } from './pieces.ts';

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
  // The clock is read after each 32 items, and they take more than 2 ms.
  expect([...atTurns]).toEqual([32, 64, 96, 128, 160, 192]);
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

test('while a request is in progress, work rests between its pieces', async () => {
  const order: string[] = [];
  inProgress.requests++;
  try {
    const work = nextTurn().then(() => order.push('work'));
    // A step of the request that takes two turns of the event loop.
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    order.push('request');
    await work;
  } finally {
    inProgress.requests--;
  }
  await nextTurn();
  expect(order).toEqual(['request', 'work']);
});

test('while a request is in progress, only one of several batches continues at a time', async () => {
  const order: string[] = [];
  inProgress.requests++;
  try {
    let isDone = false;
    const request = (): void => {
      order.push('request');
      if (!isDone) setImmediate(request);
    };
    const work = Promise.all(['a', 'b', 'c'].map((name) => nextTurn().then(() => order.push(name))));
    request();
    await work;
    isDone = true;
  } finally {
    inProgress.requests--;
  }
  expect(order.filter((one) => one !== 'request')).toEqual(['a', 'b', 'c']);
  const neighbours = order.slice(1).filter((one, at) => one !== 'request' && order[at] !== 'request');
  expect(neighbours).toEqual([]);
});
