import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { policy } from '../offline/policy.ts';
import { sessionLifeMs } from '../session/session.ts';
import { currentEpoch, sessionStore } from '../session/session-store.ts';
import { ApiError } from './api-error.ts';
import { type Copy, liveOrCopy } from './live-or-copy.ts';

const queryKey = ['a list'];
const refusal = new ApiError({ status: 403 });

beforeEach(async () => {
  vi.useFakeTimers();
  await sessionStore.loggedIn({
    token: 't',
    expirationDate: Date.now() + sessionLifeMs,
    userId: 'ana',
    role: 'Parser',
    terms: 1,
    company: null,
    refreshToken: 'r',
    userName: 'ana',
    userDetails: {},
  });
});
afterEach(async () => {
  const ended = sessionStore.logOut('logged-out');
  await vi.runAllTimersAsync();
  await ended;
  vi.useRealTimers();
});

/** Somebody looks at the stored copy while the first answer of the server is still to come. */
async function lookAtSlow() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  let refuse = (): void => undefined;
  const first = new Promise<Copy>((_, reject) => {
    refuse = () => reject(refusal);
  });
  const live = vi.fn(async (): Promise<Copy> => ({ source: 'live', why: null })).mockReturnValueOnce(first);
  const stored = async (): Promise<Copy> => ({ source: 'stored', why: null });
  const epoch = currentEpoch();
  const observer = new QueryObserver<Copy>(client, {
    queryKey,
    queryFn: (context) => liveOrCopy(epoch, context, { live, stored }),
  });
  const look = () => observer.subscribe(() => undefined);
  const leave = look();
  await vi.advanceTimersByTimeAsync(policy.slowMs);
  expect(observer.getCurrentResult().data).toEqual({ source: 'stored', why: 'slow' });
  return { observer, live, look, leave, refuse };
}

test('OFF-03: what the server refuses after the stored copy was shown is shown to whoever looks at it', async () => {
  const { observer, leave, refuse } = await lookAtSlow();
  refuse();
  await vi.advanceTimersByTimeAsync(1000);
  expect(observer.getCurrentResult().error).toBe(refusal);
  leave();
});

test('OFF-03: what it refused when nobody looked any more is not shown at a later visit: the server is asked', async () => {
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
