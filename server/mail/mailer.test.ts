import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sendInTime } from './mailer.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A mail that is never taken: ends when its signal does. */
function neverTaken(ending?: AbortSignal) {
  const outcome = { isOver: false };
  const send = (until: AbortSignal): Promise<void> =>
    new Promise((_resolve, reject) => until.addEventListener('abort', () => reject(until.reason)));
  void sendInTime(send, ending).catch(() => {
    outcome.isOver = true;
  });
  return outcome;
}

test('a background email has a minute', async () => {
  const outcome = neverTaken();
  await vi.advanceTimersByTimeAsync(59_999);
  expect(outcome.isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(outcome.isOver).toBe(true);
});

test.each(['before', 'during'])('the end of the server %s it leaves two seconds', async (when) => {
  const ending = new AbortController();
  if (when === 'before') ending.abort();
  const outcome = neverTaken(ending.signal);
  ending.abort();
  await vi.advanceTimersByTimeAsync(1999);
  expect(outcome.isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(outcome.isOver).toBe(true);
});

test('a sent email leaves no timer and no listener', async () => {
  const ending = new AbortController();
  await sendInTime(() => Promise.resolve(), ending.signal);
  ending.abort();
  expect(vi.getTimerCount()).toBe(0);
});
