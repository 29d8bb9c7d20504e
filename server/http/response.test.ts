import { PassThrough } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StreamedResponse, sendStreamed } from './response.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const piece = 'x'.repeat(1_000_000);
/** Pieces that each take the server some time. */
const made = (count: number, eachMs: number) =>
  new StreamedResponse(async function* () {
    for (let n = 0; n < count; n++) {
      if (n > 0) vi.advanceTimersByTime(eachMs);
      yield piece;
    }
  });

/** A response that is sent into `client`. */
async function sent(response: StreamedResponse): Promise<{ client: PassThrough; ended: Promise<string> }> {
  const client = new PassThrough();
  let ended: Promise<string> = Promise.resolve('');
  const reply = {
    raw: new PassThrough(),
    request: { headers: {} },
    header: () => reply,
    send: (body: NodeJS.ReadableStream) => {
      ended = new Promise((resolve) => {
        body.once('end', () => resolve('complete'));
        body.once('error', (error: Error) => resolve(error.message));
      });
      body.pipe(client);
      return reply;
    },
  } as unknown as FastifyReply;
  await sendStreamed(response, reply, null);
  return { client, ended };
}

test('a long list is complete when the server needs minutes for its rows and the client reads at once', async () => {
  const { client, ended } = await sent(made(5, 50_000));
  let bytes = 0;
  client.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  expect(await ended).toBe('complete');
  await vi.waitFor(() => expect(bytes).toBe(5 * piece.length));
});

test('a long list is cut when the client does not read for a minute', async () => {
  const { ended } = await sent(made(5, 0));
  await new Promise((resolve) => setImmediate(resolve));
  vi.advanceTimersByTime(59_000);
  await new Promise((resolve) => setImmediate(resolve));
  vi.advanceTimersByTime(1000);
  expect(await ended).toBe('the client reads too slowly');
});
