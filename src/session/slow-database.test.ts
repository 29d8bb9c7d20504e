/**
 * A session on a device whose IndexedDB answers late, and beside another tab's.
 * Node has no IndexedDB: a disk of the test's own opens when the test says so, and outlives the page.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Session, sessionLifeMs } from './session.ts';

const start = Date.UTC(2026, 10, 20, 8);
const sessionOf = (userId: string): Session => ({
  token: `token-of-${userId}`,
  expirationDate: Date.now() + sessionLifeMs,
  userId,
  role: 'Parser',
  terms: 1,
  company: null,
  refreshToken: 'r',
  userName: userId,
  userDetails: {},
});

const records = new Map<string, unknown>();
const local = new Map<string, string>();
let isAnswering = true;
let waiting: (() => void)[] = [];

/** Carries out one request after the other, and is complete behind the last. */
function beginTransaction(): object {
  const transaction: { oncomplete?: () => void; objectStore(): object } = {
    objectStore: () => ({
      get(key: string) {
        const request: { result?: unknown; onsuccess?: () => void } = {};
        underWay += 1;
        queueMicrotask(() => {
          request.result = structuredClone(records.get(key));
          request.onsuccess?.();
          underWay -= 1;
          if (underWay === 0) transaction.oncomplete?.();
        });
        return request;
      },
      put: (value: unknown, key: string) => void records.set(key, structuredClone(value)),
      delete: (key: string) => void records.delete(key),
    }),
  };
  let underWay = 0;
  return transaction;
}

function openDatabase(): object {
  const request: { result: object; onsuccess?: () => void } = { result: { transaction: beginTransaction } };
  const succeed = (): void => request.onsuccess?.();
  if (isAnswering) setTimeout(succeed);
  else waiting.push(succeed);
  return request;
}

async function answer(): Promise<void> {
  isAnswering = true;
  for (const succeed of waiting.splice(0)) succeed();
  await vi.advanceTimersByTimeAsync(0);
}

/** A page that is loaded: modules of its own, storage as it stands. */
async function load() {
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', new EventTarget());
  vi.resetModules();
  const { sessionStore } = await import('./session-store.ts');
  const booted = sessionStore.boot();
  await vi.advanceTimersByTimeAsync(2000);
  await booted;
  return sessionStore;
}
async function logIn(page: Awaited<ReturnType<typeof load>>, userId: string): Promise<void> {
  const loggedIn = page.loggedIn(sessionOf(userId));
  await vi.advanceTimersByTimeAsync(3000);
  await loggedIn;
}

beforeEach(() => {
  vi.useFakeTimers({ now: start });
  vi.stubGlobal('indexedDB', { open: openDatabase });
  vi.stubGlobal('BroadcastChannel', undefined);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => local.get(key) ?? null,
    setItem: (key: string, value: string) => void local.set(key, value),
    removeItem: (key: string) => void local.delete(key),
  });
  isAnswering = true;
  waiting = [];
  records.clear();
  local.clear();
});
afterEach(() => {
  vi.clearAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('SES-01 C55: a database that answers late logs the person in when it does; what it holds is as it was', async () => {
  await logIn(await load(), 'ana');
  isAnswering = false;
  const slow = await load();
  expect(slow.get().kind).toBe('out');
  expect(slow.hasStorageTrouble()).toBe(true);
  await answer();
  expect(slow.get()).toMatchObject({ kind: 'in', session: { userId: 'ana' } });
  expect(slow.hasStorageTrouble()).toBe(false);
});

test('SES-01 C55: a page in which the database never answered leaves the session to the next one', async () => {
  await logIn(await load(), 'ana');
  isAnswering = false;
  await load();
  isAnswering = true;
  const next = await load();
  expect(next.get()).toMatchObject({ kind: 'in', session: { userId: 'ana' } });
});

test('SES-04 C55: what may not be restored is cleared as soon as the database tells', async () => {
  await logIn(await load(), 'ana');
  isAnswering = false;
  const slow = await load();
  vi.setSystemTime(start + sessionLifeMs + 60_000);
  await answer();
  expect(slow.get().kind).toBe('out');
  expect([...local.keys()]).toEqual([]);
  expect(records.has('record')).toBe(false);
});

test('C55: a log-in and a log-out of the time in which the database did not answer stand in it as soon as it does', async () => {
  await logIn(await load(), 'ana');
  isAnswering = false;
  const slow = await load();
  await logIn(slow, 'bo');
  const troubles: boolean[] = [];
  slow.subscribe(() => troubles.push(slow.hasStorageTrouble()));
  await answer();
  expect(troubles).toEqual([false]);
  expect(slow.get()).toMatchObject({ kind: 'in', session: { userId: 'bo' } });
  expect((await load()).get()).toMatchObject({ kind: 'in', session: { userId: 'bo' } });

  isAnswering = false;
  const other = await load();
  await logIn(other, 'cy');
  const loggedOut = other.logOut('logged-out');
  await vi.advanceTimersByTimeAsync(3000);
  await loggedOut;
  await answer();
  expect(other.get()).toMatchObject({ kind: 'out', reason: 'logged-out' });
  expect((await load()).get().kind).toBe('out');
});

test.each([-1, 0, 1, 2, 3, 4, 5, 6, 7, 8])(
  'C55: a log-in that begins as the database answers is not undone by what it held (%i turns behind it)',
  async (turns) => {
    await logIn(await load(), 'ana');
    isAnswering = false;
    // The writing of the log-in does not come to an end by itself.
    vi.stubGlobal('navigator', { locks: { request: () => new Promise(() => {}) } });
    const slow = await load();
    const answered = turns < 0 ? null : answer();
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    // By then it is restored, and the log-in ends that session as any other.
    const isRestored = slow.get().kind === 'in';
    const loggedIn = slow.loggedIn(sessionOf('bo'));
    await (answered ?? answer());
    if (!isRestored) expect(slow.get().kind).toBe('out');
    await vi.advanceTimersByTimeAsync(3000);
    await loggedIn;
    expect(slow.get()).toMatchObject({ kind: 'in', session: { userId: 'bo' } });
  },
);

test('C55: a database that opened in time is no trouble, however long the page stands', async () => {
  const page = await load();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(page.hasStorageTrouble()).toBe(false);
});

test('C55: a database that could not be opened once is opened at the next use', async () => {
  vi.stubGlobal('indexedDB', {
    open() {
      throw new DOMException('Internal error', 'UnknownError');
    },
  });
  const page = await load();
  vi.stubGlobal('indexedDB', { open: openDatabase });
  await logIn(page, 'ana');
  expect((await load()).get()).toMatchObject({ kind: 'in', session: { userId: 'ana' } });
});

test.each(['ana', 'bo'])(
  'SES-05 C55: a tab that slept over the end of its session leaves that of %s, who has logged in meanwhile, alone',
  async (userId) => {
    const sleeping = await load();
    sleeping.setIdleLimit(null);
    await logIn(sleeping, 'ana');
    // The other tab; the first hears nothing while it sleeps.
    records.clear();
    local.clear();
    vi.setSystemTime(start + sessionLifeMs + 60_000);
    await logIn(await load(), userId);
    expect(sleeping.checkNow()).toBe(false);
    await vi.advanceTimersByTimeAsync(3000);
    expect(local.get('lastRequestTime') ?? local.get('lastUserActionTime')).toBeDefined();
    expect((await load()).get()).toMatchObject({ kind: 'in', session: { userId } });
  },
);

test('SES-05 SES-17: a token that another tab renewed goes with its session', async () => {
  const page = await load();
  page.setIdleLimit(null);
  await logIn(page, 'ana');
  const mirror = JSON.parse(local.get('downlink-session') ?? '{}') as Session;
  local.set('downlink-session', JSON.stringify({ ...mirror, token: 'renewed', refreshToken: 'renewed' }));
  vi.setSystemTime(start + sessionLifeMs + 60_000);
  expect(page.checkNow()).toBe(false);
  expect([...local.keys()]).toEqual([]);
});
