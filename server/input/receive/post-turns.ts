/** Posts leave time and connections for light requests (decision 25): lines are read in pieces, and few posts are stored at once. */
import pLimit from 'p-limit';
import { maxIngestLines } from '../../../contract/calls/ingest.ts';
import { readingTime } from '../../base/reading-time.ts';
import { HttpError } from '../../http/api-error.ts';
import { TurnTooLate, takeTurn } from '../../query/take-turn.ts';
import { maxLineLength } from './json-line.ts';
import { JsonObjects, type Piece } from './json-objects.ts';

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
    throw new HttpError(503, 'The server is too busy. Repeat the request shortly.', undefined, 5);
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

/** Objects per transaction. A batch is assembled in one piece, for which other requests wait. */
const batchSize = 1000;
const sliceLength = 16_384;

/** The objects of a body in batches. @throws HttpError 413 before the first one */
export async function* postedPieces(body: string): AsyncGenerator<readonly Piece[]> {
  if (linesIn(body) > maxIngestLines) throw new HttpError(413, `Too many lines. The limit is ${maxIngestLines}.`);
  const objects = new JsonObjects(maxLineLength);
  let batch: Piece[] = [];
  for (let from = 0; from < body.length; from += sliceLength) {
    if (readingTime.isOver) await readingTime.rest();
    for (const piece of readingTime.spend(() => objects.read(body.slice(from, from + sliceLength)))) batch.push(piece);
    for (; batch.length >= batchSize; batch = batch.slice(batchSize)) yield batch.slice(0, batchSize);
  }
  for (const piece of objects.end()) batch.push(piece);
  if (batch.length > 0) yield batch;
}

/** Lines in which an object may begin: one that is written in several lines counts once, roughly. */
function linesIn(body: string): number {
  let lines = 0;
  for (let at = 0; at >= 0 && at < body.length && lines <= maxIngestLines; ) {
    const first = body.slice(at, at + 100).trimStart()[0];
    if (first !== undefined && !'"}]'.includes(first)) lines++;
    const end = body.indexOf('\n', at);
    at = end < 0 ? -1 : end + 1;
  }
  return lines;
}
