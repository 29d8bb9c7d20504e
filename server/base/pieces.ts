/** Work on thousands of items gives requests a turn in between: otherwise each of them waits for the end of the batch. */
import { setImmediate as pass } from 'node:timers/promises';

/** Longest work without a turn for others. */
const pieceMs = 2;
/** Between two pieces while a request is in progress: each of its ten steps may wait for a piece. */
const restMs = 2 * pieceMs;
/** GET requests without a complete response, but for long lists that are being sent. Counted by request-gates.ts. */
export const inProgress = { requests: 0 };

/** Callers of `nextTurn` that wait for a rest, in order. */
const resting: (() => void)[] = [];
let isReleasing = false;

function releaseNext(): void {
  isReleasing = resting.length > 0;
  if (!isReleasing) return;
  setTimeout(() => {
    resting.shift()?.();
    // After its piece.
    setImmediate(releaseNext);
  }, restMs);
}

/** Gives others a turn. While a request is in progress, only one batch continues after each rest. */
export function nextTurn(): Promise<unknown> {
  if (inProgress.requests === 0) return pass();
  return new Promise<void>((resolve) => {
    resting.push(resolve);
    if (!isReleasing) releaseNext();
  });
}
/** Reading the clock for each item would cost as much as a light item. */
const itemsPerLook = 32;

/** Calls `each` for all items, in order. `clock`: ms, for tests. @throws what `each` throws */
export async function inPieces<T>(
  items: readonly T[],
  each: (item: T, at: number) => void,
  clock: () => number = () => performance.now(),
): Promise<void> {
  let from = clock();
  for (const [at, item] of items.entries()) {
    each(item, at);
    if (at % itemsPerLook !== itemsPerLook - 1 || clock() - from < pieceMs) continue;
    await nextTurn();
    from = clock();
  }
}

/** The items in slices of `size`, each with its place, with a turn for others between two. For work on many at once. */
export async function* slicesOf<T>(
  items: readonly T[],
  size: number,
): AsyncIterable<readonly [slice: T[], from: number]> {
  for (let from = 0; from < items.length; from += size) {
    if (from > 0) await nextTurn();
    yield [items.slice(from, from + size), from];
  }
}
