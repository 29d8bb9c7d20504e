import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listenForWake, longestWaitMs, startTimer, waitMs } from './session-store.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

test('SES-05: the wait is the rest of the time, at most 30 s, never negative', () => {
  expect(waitMs(1_000_400, 1_000_000)).toBe(400);
  expect(waitMs(9_000_000, 1_000_000)).toBe(longestWaitMs);
  expect(waitMs(5, 1_000_000)).toBe(0);
  expect(waitMs(null, 1_000_000)).toBe(longestWaitMs);
});

test('SES-05 OFF-04: the check runs at the deadline to the millisecond, however far it is', () => {
  const deadline = 1_000_000 + 29_000_000;
  const checkedAt: number[] = [];
  const timer = startTimer({ now: Date.now, deadline: () => deadline, check: () => checkedAt.push(Date.now()) });
  vi.advanceTimersByTime(29_000_000);
  timer.stop();
  expect(checkedAt).toContain(deadline);
  expect(checkedAt.filter((at) => at < deadline)).toHaveLength(Math.ceil(29_000_000 / longestWaitMs) - 1);
});

test('SES-07: a stopped timer fires nothing', () => {
  const check = vi.fn();
  startTimer({ now: Date.now, deadline: () => 1_000_500, check }).stop();
  vi.advanceTimersByTime(3_600_000);
  expect(check).not.toHaveBeenCalled();
});

test('SES-05: a clock that was moved on is noticed within 30 s', () => {
  const check = vi.fn();
  const timer = startTimer({ now: Date.now, deadline: () => 30_000_000, check });
  vi.setSystemTime(31_000_000);
  vi.advanceTimersByTime(longestWaitMs);
  expect(check).toHaveBeenCalled();
  timer.stop();
});

test('SES-13: pasted and dictated text is use of the session, and is counted after the handlers of its field', () => {
  const phases = new Map<string, boolean>();
  const target = {
    addEventListener: (name: string, _: unknown, options: { capture: boolean }) =>
      void phases.set(name, options.capture),
  };
  vi.stubGlobal('window', target);
  vi.stubGlobal('document', target);
  listenForWake(vi.fn(), vi.fn());
  vi.unstubAllGlobals();
  expect(phases.get('keydown')).toBe(true);
  expect(phases.get('input')).toBe(false);
});
