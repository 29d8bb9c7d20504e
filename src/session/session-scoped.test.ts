import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { madeUpSession } from './made-up-session.ts';
import { sessionScoped } from './session-scoped.ts';
import { sessionStore } from './session-store.ts';

beforeEach(() => sessionStore.loggedIn(madeUpSession()));
afterEach(() => sessionStore.logOut('logged-out'));

test('SES-07: a value of one user is not the value of the next, nor of no one', async () => {
  const rows = sessionScoped(() => new Set<string>());
  const ofAna = rows.get();
  ofAna.add('N123');
  expect(rows.get(), 'made once').toBe(ofAna);
  await sessionStore.logOut('expired');
  expect(rows.get().size).toBe(0);
  rows.get().add('read before the login');
  await sessionStore.loggedIn(madeUpSession({ userId: 'bo', userName: 'bo' }));
  expect(rows.get().size).toBe(0);
  ofAna.add('a late result');
  expect(rows.get().size, 'a late result changes what was dropped').toBe(0);
});

test('SES-17: another role or company drops it, a renewed token does not', async () => {
  const value = sessionScoped(() => 0);
  value.set(1);
  await sessionStore.update({ token: 'renewed' });
  expect(value.get()).toBe(1);
  await sessionStore.update({ role: 'Customer' });
  expect(value.get()).toBe(0);
  value.set(2);
  await sessionStore.update({ company: 'Other' });
  expect(value.get()).toBe(0);
});

test('its end is called with the value, once, and listeners are notified of sets and drops', async () => {
  const ended = vi.fn();
  const listener = vi.fn();
  const value = sessionScoped(() => 'none', ended);
  value.subscribe(listener);
  await sessionStore.logOut('logged-out');
  expect(ended, 'no one had used it').not.toHaveBeenCalled();
  value.set('none');
  expect(listener, 'identical').not.toHaveBeenCalled();
  value.set('a');
  expect(listener).toHaveBeenCalledOnce();
  value.drop();
  value.drop();
  expect(ended.mock.calls).toEqual([['a']]);
  expect(listener).toHaveBeenCalledTimes(2);
  expect(value.get()).toBe('none');
});

test('a listener of the session that was there before finds the new value', async () => {
  const seen: string[] = [];
  const stop = sessionStore.subscribe(() => seen.push(value.get()));
  const value = sessionScoped(() => sessionStore.get().kind);
  expect(value.get()).toBe('in');
  await sessionStore.logOut('logged-out');
  expect(seen).toEqual(['out']);
  stop();
});
