import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { madeUpSession } from '../session/made-up-session.ts';
import { sessionStore } from '../session/session-store.ts';
import { ApiError } from './api-error.ts';
import { policy } from './offline/policy.ts';
import { liveOrStored, type Origin } from './race.ts';

const queryKey = ['a list'];
const refusal = new ApiError({ status: 403 });

beforeEach(async () => {
  vi.useFakeTimers();
  await sessionStore.loggedIn(madeUpSession());
});
afterEach(async () => {
  const ended = sessionStore.logOut('logged-out');
  await vi.runAllTimersAsync();
  await ended;
  vi.useRealTimers();
});

/** A viewer of the stored copy while the first response is pending. */
async function lookAtSlow() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  let refuse = (): void => undefined;
  const first = new Promise<Origin>((_, reject) => {
    refuse = () => reject(refusal);
  });
  const live = vi.fn(async (): Promise<Origin> => ({ source: 'live', why: null })).mockReturnValueOnce(first);
  const stored = async (): Promise<Origin> => ({ source: 'stored', why: null });
  const observer = new QueryObserver<Origin>(client, {
    queryKey,
    queryFn: (context) => liveOrStored(context, { live, stored }),
  });
  const look = () => observer.subscribe(() => undefined);
  const leave = look();
  await vi.advanceTimersByTimeAsync(policy.slowMs);
  expect(observer.getCurrentResult().data).toEqual({ source: 'stored', why: 'slow' });
  return { observer, live, look, leave, refuse };
}

test('OFF-03: a refusal after the stored copy is shown to current viewers', async () => {
  const { observer, leave, refuse } = await lookAtSlow();
  refuse();
  await vi.advanceTimersByTimeAsync(1000);
  expect(observer.getCurrentResult().error).toBe(refusal);
  leave();
});

test('OFF-03: a refusal without viewers is not shown at a later visit: the server is requested again', async () => {
  const { observer, live, look, leave, refuse } = await lookAtSlow();
  leave();
  refuse();
  await vi.advanceTimersByTimeAsync(1000);
  const leaveAgain = look();
  await vi.advanceTimersByTimeAsync(1000);
  expect(live).toHaveBeenCalledTimes(2);
  expect(observer.getCurrentResult()).toMatchObject({ error: null, data: { source: 'live' } });
  leaveAgain();
});
