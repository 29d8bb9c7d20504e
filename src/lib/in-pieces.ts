/** Long calculations as generators that yield between steps: in the page in short tasks, elsewhere at once. */
import { yieldToMain } from './yield-to-main.ts';

/** Four to six times as long on a phone, still below a long task of 50 ms. */
const pieceMs = 8;

/** The browser processes input and painting between the pieces. */
export async function inPieces<T>(steps: Generator<void, T>): Promise<T> {
  let until = performance.now() + pieceMs;
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() < until) continue;
    await yieldToMain();
    until = performance.now() + pieceMs;
  }
}

export function atOnce<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
