/** Posts leave time and connections for light requests (decision 131): lines are read in pieces, and few posts are stored at once. */
import pLimit from 'p-limit';
import { readingTime } from '../base/reading-time.ts';
import { HttpError } from '../http/api-error.ts';
import { TurnTooLate, takeTurn } from '../query/take-turn.ts';

/** Posts of more lines are stored one at a time, because each keeps a core busy. Smaller posts do not wait behind them. */
const fewLines = 100;
const storingFew = pLimit(2);
const storingMany = pLimit(1);
export const postsWaiting = (): number => storingFew.pendingCount + storingMany.pendingCount;
/** A receiver waits for a response up to this time, and for its own transactions. */
const waitMs = 20_000;

/** Stores when it is the caller's turn. @throws HttpError 503 if that takes too long, and what `store` throws */
export async function storeInTurn<T>(lines: number, store: () => Promise<T>): Promise<T> {
  const end = await takeTurn(lines > fewLines ? storingMany : storingFew, { waitMs }).catch((error: unknown) => {
    if (!(error instanceof TurnTooLate)) throw error;
    throw new HttpError(503, 'The server is too busy. Send the same again shortly.', undefined, 5);
  });
  try {
    return await store();
  } finally {
    end();
  }
}

/** Calls `read` for each line, in order, within the time that receivers share. */
export async function readEach<L>(lines: readonly L[], read: (line: L) => void): Promise<void> {
  for (const line of lines) {
    if (readingTime.isOver) await readingTime.rest();
    readingTime.spend(() => read(line));
  }
}
