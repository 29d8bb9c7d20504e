/** Streams a response at the client's speed, and stops when the client disconnects. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { HttpError } from './api-error.ts';
import type { StreamedResponse } from './response.ts';

/** From the first byte. Slower clients would keep others waiting: 3 MB, compressed, need 0.4 Mbit/s. */
const takenWithinMs = 60_000;

/**
 * Resolves with the first piece: earlier failures are refusals. Later failures cut the connection before the end of the body,
 * so that no client takes a part for the whole. `check` receives the whole text, for tests.
 */
export async function sendStreamed(
  { chunks }: StreamedResponse,
  reply: FastifyReply,
  check: ((text: string) => void) | null,
): Promise<FastifyReply> {
  const left = new AbortController();
  const leave = (): void => left.abort(new HttpError(499, 'The client has left.'));
  reply.raw.once('close', leave);
  if (reply.raw.destroyed) leave();
  const texts = chunks(left.signal);
  const first = await texts.next();
  if (left.signal.aborted) {
    await texts.return();
    throw left.signal.reason;
  }
  const body = Readable.from(joined(first, texts, check), { objectMode: false });
  const limit = setTimeout(() => body.destroy(new Error('the client reads too slowly')), takenWithinMs);
  // However the body ends, even before its first piece: the turn is over.
  body.once('close', () => {
    clearTimeout(limit);
    void texts.return();
  });
  left.signal.addEventListener('abort', () => body.destroy());
  return reply.header('content-type', 'application/json; charset=utf-8').send(body);
}

async function* joined(
  first: IteratorResult<string, void>,
  rest: AsyncGenerator<string, void>,
  check: ((text: string) => void) | null,
): AsyncGenerator<string, void> {
  let whole = '';
  const seen = (text: string): string => {
    if (check) whole += text;
    return text;
  };
  if (!first.done) yield seen(first.value);
  for await (const text of rest) yield seen(text);
  check?.(whole);
}
