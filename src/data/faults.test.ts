import { afterAll, expect, test, vi } from 'vitest';
import { madeUpSession } from '../session/made-up-session.ts';
import type { FaultChange } from './faults.ts';

const kept: FaultChange = {
  ...{ tail: 'N900XX', identity: '36 R WING LOOP B', chapter: '36', name: 'R WING LOOP B', state: 'deferred' },
  ...{ note: 'Loop isolated.', by: 'parser', at: '2026-06-01T12:00:00Z', version: 0, conflict: null, refusal: null },
};
const written = vi.hoisted(() => new Map<string, string>());
vi.mock('./offline/waiting-changes.ts', () => ({
  storedChanges: async () => [JSON.stringify(kept), 'cut off {'],
  keepChange: async (id: string, text: string) => written.set(id, text),
}));
afterAll(() => vi.useRealTimers());

test('a start without a network reads the states that wait on the device, before the first retry', async () => {
  vi.useFakeTimers();
  const { sessionStore } = await import('../session/session-store.ts');
  const { connection } = await import('./connection.ts');
  const { followFaultChanges, takeLeftChanges } = await import('./faults.ts');
  await sessionStore.loggedIn(madeUpSession());
  connection.failed('no-network');
  const leave = followFaultChanges();
  await vi.advanceTimersByTimeAsync(0);
  leave();
  // They go with the end of the session.
  await sessionStore.logOut('logged-out');
  expect(takeLeftChanges()).toEqual([kept]);
});

test('states that are not sent yet survive the removal of everything that is stored', async () => {
  const { sessionStore } = await import('../session/session-store.ts');
  const { keepFaultChanges } = await import('./faults.ts');
  await sessionStore.loggedIn(madeUpSession());
  const result = await keepFaultChanges(async () => {
    written.clear();
    return 'deleted';
  });
  expect(result).toBe('deleted');
  expect([...written.values()]).toEqual([JSON.stringify(kept)]);
});
