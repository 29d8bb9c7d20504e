import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { madeUpSession } from './made-up-session.ts';
import type { Session } from './session.ts';
import { currentEpoch, onSessionEnd, sessionStore } from './session-store.ts';

// Node has neither IndexedDB nor localStorage: this is the session of a browser whose storage is refused, living in memory.
const start = Date.UTC(2026, 10, 20, 8);
const sessionOf = (userId: string): Session => madeUpSession({ token: `token-of-${userId}`, userId, userName: userId });

beforeEach(() => {
  vi.useFakeTimers({ now: start });
});
afterEach(async () => {
  await vi.runAllTimersAsync();
  await sessionStore.logOut('logged-out');
  sessionStore.setIdleLimit(30 * 60_000);
  vi.useRealTimers();
});

test('C55 SES-01: without storage the session lives in memory, and that it does is known', async () => {
  await sessionStore.loggedIn(sessionOf('ana'));
  expect(sessionStore.get().kind).toBe('in');
  expect(sessionStore.hasStorageError()).toBe(true);
});

test.each([
  [28_999, true],
  [29_000, false],
  [29_001, false],
])('SES-05 SES-11 C04: %i s after the login the check gives %s', async (seconds, isIn) => {
  sessionStore.setIdleLimit(null);
  await sessionStore.loggedIn(sessionOf('ana'));
  vi.setSystemTime(start + seconds * 1000);
  expect(sessionStore.checkNow()).toBe(isIn);
  expect(sessionStore.get().kind).toBe(isIn ? 'in' : 'out');
});

test('SES-13 C05b: polls do not keep an unattended device logged in, requests of the person do', async () => {
  await sessionStore.loggedIn(sessionOf('ana'));
  vi.setSystemTime(start + 29 * 60_000);
  sessionStore.stampRequest(Date.now(), true);
  vi.setSystemTime(start + 58 * 60_000);
  expect(sessionStore.checkNow()).toBe(true);
  sessionStore.stampRequest(Date.now(), false);
  vi.setSystemTime(start + 59 * 60_000);
  expect(sessionStore.checkNow()).toBe(false);
  expect(sessionStore.get()).toMatchObject({ kind: 'out', reason: 'inactive', shouldLogout: true });
});

test('SES-13: an input after the time is over does not revive the session', async () => {
  await sessionStore.loggedIn(sessionOf('ana'));
  vi.setSystemTime(start + 31 * 60_000);
  sessionStore.touchUserInput();
  expect(sessionStore.get().kind).toBe('out');
});

test('SES-12 SES-13: a request after the time is over does not revive the session either', async () => {
  await sessionStore.loggedIn(sessionOf('ana'));
  vi.setSystemTime(start + 31 * 60_000);
  sessionStore.stampRequest(Date.now(), true);
  expect(sessionStore.get()).toMatchObject({ kind: 'out', reason: 'inactive' });
});

test('SES-13: the deadlines move with the person', async () => {
  await sessionStore.loggedIn(sessionOf('ana'));
  expect(sessionStore.deadlines()).toEqual({ expiresAt: start + 29_000_000, idleEndsAt: start + 1_800_000 });
  vi.setSystemTime(start + 60_000);
  sessionStore.touchUserInput();
  expect(sessionStore.deadlines()?.idleEndsAt).toBe(start + 1_860_000);
  sessionStore.setIdleLimit(null);
  expect(sessionStore.deadlines()?.idleEndsAt).toBeNull();
});

test('SES-07 AUTH-18: a logout takes effect at once; registered end hooks are awaited, with a limit', async () => {
  await sessionStore.loggedIn(sessionOf('ana'));
  const received: string[] = [];
  const stops = [
    onSessionEnd(async ({ reason, session }) => {
      received.push(`${reason} ${session.userName}`);
    }),
    onSessionEnd(() => new Promise<void>(() => {})),
  ];
  const epoch = currentEpoch();
  const ended = sessionStore.logOut('logged-out');
  expect(sessionStore.get()).toMatchObject({ kind: 'out', redirectPath: '/' });
  expect(currentEpoch()).toBe(epoch + 1);
  await vi.advanceTimersByTimeAsync(3000);
  await ended;
  expect(received).toEqual(['logged-out ana']);
  for (const stop of stops) stop();
});

test('C54: another user who logs in ends the session of the first', async () => {
  await sessionStore.loggedIn(sessionOf('ana'));
  const received: string[] = [];
  const stop = onSessionEnd(({ session }) => {
    received.push(session.userName);
  });
  const second = sessionStore.loggedIn(sessionOf('bo'));
  await vi.advanceTimersByTimeAsync(3000);
  await second;
  expect(received).toEqual(['ana']);
  expect(sessionStore.get()).toMatchObject({ kind: 'in', session: { userName: 'bo' } });
  stop();
});

test('SES-17: the profile updates the session; another role is another epoch', async () => {
  await sessionStore.loggedIn(sessionOf('ana'));
  const epoch = currentEpoch();
  await sessionStore.update({ refreshToken: 'r2' });
  expect(currentEpoch()).toBe(epoch);
  await sessionStore.update({ role: 'Customer' });
  expect(currentEpoch()).toBe(epoch + 1);
  expect(sessionStore.get()).toMatchObject({ session: { refreshToken: 'r2', role: 'Customer' } });
});
