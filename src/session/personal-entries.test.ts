import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { madeUpSession } from './made-up-session.ts';
import { readEntry, removeEntries, writeEntry } from './personal-entries.ts';
import { sessionStore } from './session-store.ts';

const entries = new Map<string, string>();
/** As browsers have it: the keys are the object's own properties. */
const fakeStorage = (): Storage =>
  new Proxy({} as Storage, {
    get: (_, name) =>
      ({
        getItem: (key: string) => entries.get(key) ?? null,
        setItem: (key: string, text: string) => entries.set(key, text),
        removeItem: (key: string) => entries.delete(key),
      })[name as 'getItem'],
    ownKeys: () => [...entries.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  });
const logIn = (userId: string): Promise<void> => sessionStore.loggedIn(madeUpSession({ userId, userName: userId }));

beforeEach(() => {
  entries.clear();
  vi.stubGlobal('localStorage', fakeStorage());
});
afterEach(async () => {
  await sessionStore.logOut('logged-out');
  vi.unstubAllGlobals();
});

test('SES-07: a logout removes every entry of a person, and a late write restores none', async () => {
  await logIn('1');
  writeEntry({ kind: 'map', userId: '1' }, 'view');
  writeEntry({ kind: 'list', userId: '1', part: 'akrxAll' }, 'columns');
  entries.set('downlink-appearance', 'dark');
  await sessionStore.logOut('logged-out');
  writeEntry({ kind: 'map', userId: '1' }, 'late');
  expect([...entries.keys()]).toEqual(['downlink-appearance']);
});

test('C52 C54: an expiry keeps the entries for the same user, and the login of another user removes them', async () => {
  await logIn('1');
  writeEntry({ kind: 'list', userId: '1', part: 'akrxAll' }, 'columns');
  writeEntry({ kind: 'map', userId: '1' }, 'view');
  await sessionStore.logOut('expired');
  await logIn('1');
  expect(readEntry({ kind: 'list', userId: '1', part: 'akrxAll' })).toBe('columns');
  expect(readEntry({ kind: 'map', userId: '1' })).toBe('view');
  await sessionStore.logOut('expired');
  await logIn('11');
  expect(readEntry({ kind: 'map', userId: '1' })).toBeNull();
  writeEntry({ kind: 'list', userId: '1', part: 'akrxAll' }, 'of another user');
  expect(readEntry({ kind: 'list', userId: '1', part: 'akrxAll' })).toBeNull();
});

test('removing the entries of the others keeps those of one user, whose id may begin like theirs', () => {
  for (const key of ['map:1', 'map:11', 'list:1:adsb', 'list:11:adsb', 'list-look:1', 'downlink-boot:11'])
    entries.set(key, '{}');
  removeEntries('1');
  expect([...entries.keys()]).toEqual(['map:1', 'list:1:adsb', 'list-look:1']);
});
