import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DecodingModel } from '../contract/entities/decoding.ts';
import { DecodeLine, LineIsFull, type ThreadEvents } from './decode-line.ts';
import type { LineRequest } from './reading.ts';

const limits = { responseMs: 3000, loadMs: 10_000, waiting: 2 };
const done = (description: string): DecodingModel => ({
  description,
  level: 'full',
  understoodPercent: 100,
  items: [],
  remaining: '',
  reason: null,
});

/** Threads that do what the test says, in the order in which they were opened. */
function openLine() {
  const threads: { events: ThreadEvents; posted: LineRequest[]; isEnded: boolean }[] = [];
  const line = new DecodeLine((events) => {
    const thread = { events, posted: [] as LineRequest[], isEnded: false };
    threads.push(thread);
    return {
      post: (request) => void thread.posted.push(request),
      end: () => {
        thread.isEnded = true;
      },
    };
  }, limits);
  const thread = (at: number) => {
    const found = threads[at];
    if (!found) throw new Error(`There is no thread ${at}.`);
    return found;
  };
  return { line, threads, thread };
}
const ask = (text: string): LineRequest => ({ label: 'H1', text });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('no thread starts before the first request; requests run one after the other, in order', async () => {
  const { line, threads, thread } = openLine();
  expect(threads).toHaveLength(0);
  const [first, second] = [line.decode(ask('a')), line.decode(ask('b'))];
  expect(thread(0).posted).toEqual([]);
  thread(0).events.onReply('ready');
  expect(thread(0).posted).toEqual([ask('a')]);
  thread(0).events.onReply(done('A'));
  expect((await first).description).toBe('A');
  expect(thread(0).posted).toEqual([ask('a'), ask('b')]);
  thread(0).events.onReply(done('B'));
  expect((await second).description).toBe('B');
  expect(threads).toHaveLength(1);
});

test('a text that takes too long is not decodable; its thread is ended and the next request gets another', async () => {
  const { line, thread } = openLine();
  const [slow, next] = [line.decode(ask('slow')), line.decode(ask('next'))];
  thread(0).events.onReply('ready');
  vi.advanceTimersByTime(limits.responseMs);
  expect(await slow).toMatchObject({
    level: 'none',
    remaining: 'slow',
    reason: 'Decoding timed out.',
  });
  expect(thread(0).isEnded).toBe(true);
  thread(1).events.onReply('ready');
  thread(0).events.onReply(done('too late'));
  thread(1).events.onReply(done('NEXT'));
  expect((await next).description).toBe('NEXT');
});

test('a text that crashes its thread is not decodable', async () => {
  const { line, thread } = openLine();
  const decoding = line.decode(ask('heavy'));
  thread(0).events.onReply('ready');
  thread(0).events.onError(new Error('out of memory'));
  expect(await decoding).toMatchObject({ level: 'none', reason: 'The decoder failed on this text.' });
});

test('a thread that fails to start is reported to every caller, and started again for the next', async () => {
  const { line, thread } = openLine();
  const [one, two] = [line.decode(ask('a')), line.decode(ask('b'))];
  const failures = Promise.allSettled([one, two]);
  thread(0).events.onError(new Error('not loaded'));
  expect((await failures).map((result) => result.status)).toEqual(['rejected', 'rejected']);
  const late = line.decode(ask('c'));
  const failure = expect(late).rejects.toThrow('did not start in time');
  vi.advanceTimersByTime(limits.loadMs);
  await failure;
  const again = line.decode(ask('d'));
  thread(2).events.onReply('ready');
  thread(2).events.onReply(done('D'));
  expect((await again).description).toBe('D');
});

test('beyond the maximum number of waiting requests the next is refused', async () => {
  const { line } = openLine();
  const waiting = Promise.allSettled([line.decode(ask('a')), line.decode(ask('b'))]);
  await expect(line.decode(ask('c'))).rejects.toBeInstanceOf(LineIsFull);
  line.close();
  expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
