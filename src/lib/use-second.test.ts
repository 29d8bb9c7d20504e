import { afterEach, expect, test, vi } from 'vitest';
import { onSecond } from './use-second.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a page that is hidden and shown repeatedly has one timer, and none without a clock on screen', () => {
  vi.useFakeTimers({ now: 1_000_250 });
  const page = new EventTarget();
  vi.stubGlobal('document', page);
  const [one, two] = [vi.fn(), vi.fn()];
  const stops = [onSecond(one), onSecond(two)];
  for (let n = 0; n < 60; n++) page.dispatchEvent(new Event('visibilitychange'));
  expect(vi.getTimerCount()).toBe(1);
  one.mockClear();
  two.mockClear();
  vi.advanceTimersByTime(3000);
  expect([one.mock.calls.length, two.mock.calls.length]).toEqual([3, 3]);
  for (const stop of stops) stop();
  page.dispatchEvent(new Event('visibilitychange'));
  expect(vi.getTimerCount()).toBe(0);
});
