/** Slow IndexedDB, and IndexedDB shared with another tab. Node has none: a stand-in opens on request. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { madeUpSession } from './made-up-session.ts';
import { type Session, sessionLifeMs } from './session.ts';

const start = Date.UTC(2026, 10, 20, 8);
const sessionOf = (userId: string): Session => madeUpSession({ token: `token-of-${userId}`, userId, userName: userId });

const records = new Map<string, unknown>();
const local = new Map<string, string>();
let isResponding = true;
let waiting: (() => void)[] = [];
/** Transactions that have begun and not ended. */
const active = new Set<object>();
/** Set: transactions stay open until their end is called. */
let blocked: (() => void)[] | null = null;

/** Carries out one request after the other, and is complete behind the last. Its changes are stored together. */
function beginTransaction(): object {
  const changes: (() => void)[] = [];
  let underWay = 0;
  const end = (): void => {
    if (!active.delete(transaction)) return;
    for (const change of changes) change();
    transaction.dispatchEvent(new Event('complete'));
    transaction.oncomplete();
  };
  const transaction = Object.assign(new EventTarget(), {
    error: null,
    oncomplete: (): void => undefined,
    onabort: (): void => undefined,
    abort: (): void => {
      active.delete(transaction);
      setTimeout(() => transaction.onabort());
    },
    objectStore: () => ({
      get(key: string) {
        const request: { result?: unknown; onsuccess?: () => void } = {};
        underWay += 1;
        queueMicrotask(() => {
          request.result = structuredClone(records.get(key));
          request.onsuccess?.();
          underWay -= 1;
          if (underWay > 0) return;
          if (blocked) blocked.push(end);
          else end();
        });
        return request;
      },
      put: (value: unknown, key: string) => changes.push(() => records.set(key, structuredClone(value))),
      delete: (key: string) => changes.push(() => records.delete(key)),
    }),
  });
  active.add(transaction);
  return transaction;
}

function openDatabase(): object {
  const request = Object.assign(new EventTarget(), {
    result: { transaction: beginTransaction },
    onsuccess: (): void => undefined,
  });
  const succeed = (): void => {
    request.dispatchEvent(new Event('success'));
    request.onsuccess();
  };
  if (isResponding) setTimeout(succeed);
  else waiting.push(succeed);
  return request;
}

async function respond(): Promise<void> {
  isResponding = true;
  for (const succeed of waiting.splice(0)) succeed();
  await vi.advanceTimersByTimeAsync(0);
}

/** A loaded page: its own modules, and the current storage. */
async function load() {
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', Object.assign(new EventTarget(), { documentElement: { dataset: {} } }));
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
  isResponding = true;
  waiting = [];
  blocked = null;
  active.clear();
  records.clear();
  local.clear();
});
afterEach(() => {
  vi.clearAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('SES-01 C55: a slow database logs the user in when it responds, and its content is unchanged', async () => {
  await logIn(await load(), 'ana');
  isResponding = false;
  const slow = await load();
  expect(slow.get().kind).toBe('out');
  expect(slow.hasStorageError()).toBe(true);
  await respond();
  expect(slow.get()).toMatchObject({ kind: 'in', session: { userId: 'ana' } });
  expect(slow.hasStorageError()).toBe(false);
});

test('SES-01 C55: a page whose database never responded leaves the session to the next page', async () => {
  await logIn(await load(), 'ana');
  isResponding = false;
  await load();
  isResponding = true;
  const next = await load();
  expect(next.get()).toMatchObject({ kind: 'in', session: { userId: 'ana' } });
});

test('SES-04 C55: an invalid record is cleared as soon as the database responds', async () => {
  await logIn(await load(), 'ana');
  isResponding = false;
  const slow = await load();
  vi.setSystemTime(start + sessionLifeMs + 60_000);
  await respond();
  expect(slow.get().kind).toBe('out');
  expect([...local.keys()]).toEqual([]);
  expect(records.has('record')).toBe(false);
});

test('C55: a login and a logout made before the database responds are stored as soon as it does', async () => {
  await logIn(await load(), 'ana');
  isResponding = false;
  const slow = await load();
  await logIn(slow, 'bo');
  const errors: boolean[] = [];
  slow.subscribe(() => errors.push(slow.hasStorageError()));
  await respond();
  expect(errors).toEqual([false]);
  expect(slow.get()).toMatchObject({ kind: 'in', session: { userId: 'bo' } });
  expect((await load()).get()).toMatchObject({ kind: 'in', session: { userId: 'bo' } });

  isResponding = false;
  const other = await load();
  await logIn(other, 'cy');
  const loggedOut = other.logOut('logged-out');
  await vi.advanceTimersByTimeAsync(3000);
  await loggedOut;
  await respond();
  expect(other.get()).toMatchObject({ kind: 'out', reason: 'logged-out' });
  expect((await load()).get().kind).toBe('out');
});

test.each([-1, 0, 1, 2, 3, 4, 5, 6, 7, 8])(
  'C55: a login that starts when the database responds is not undone by its content (%i turns behind it)',
  async (turns) => {
    await logIn(await load(), 'ana');
    isResponding = false;
    // The write of the login hangs.
    vi.stubGlobal('navigator', { locks: { request: () => new Promise(() => {}) } });
    const slow = await load();
    const responded = turns < 0 ? null : respond();
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    // By then it is restored, and the login ends that session like any other.
    const isRestored = slow.get().kind === 'in';
    const loggedIn = slow.loggedIn(sessionOf('bo'));
    await (responded ?? respond());
    if (!isRestored) expect(slow.get().kind).toBe('out');
    await vi.advanceTimersByTimeAsync(3000);
    await loggedIn;
    expect(slow.get()).toMatchObject({ kind: 'in', session: { userId: 'bo' } });
  },
);

test('C55: a database that opened in time reports no error, however long the page is open', async () => {
  const page = await load();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(page.hasStorageError()).toBe(false);
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
    // The other tab; the first receives nothing while it sleeps.
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

test('SES-07 C55: a tab that has not received a logout yet leaves no time of its last request behind', async () => {
  const page = await load();
  await logIn(page, 'ana');
  const other = await load();
  const loggedOut = other.logOut('logged-out');
  await vi.advanceTimersByTimeAsync(3000);
  await loggedOut;
  page.stampRequest(Date.now(), true);
  const reread = page.reread();
  await vi.advanceTimersByTimeAsync(3000);
  await reread;
  expect(page.get().kind).toBe('out');
  expect([...local.keys()]).toEqual([]);
});

test('SES-05 SES-17: a token renewed by another tab belongs to its session', async () => {
  const page = await load();
  page.setIdleLimit(null);
  await logIn(page, 'ana');
  const mirror = JSON.parse(local.get('downlink-session') ?? '{}') as Session;
  local.set('downlink-session', JSON.stringify({ ...mirror, token: 'renewed', refreshToken: 'renewed' }));
  vi.setSystemTime(start + sessionLifeMs + 60_000);
  expect(page.checkNow()).toBe(false);
  expect([...local.keys()]).toEqual([]);
});

test('SES-01 C55: a transaction that another page blocks logs the person in when it ends', async () => {
  await logIn(await load(), 'ana');
  blocked = [];
  const loading = load();
  await vi.advanceTimersByTimeAsync(5000);
  const page = await loading;
  expect(page.get().kind).toBe('out');
  expect(page.hasStorageError()).toBe(true);
  const ends = blocked;
  blocked = null;
  for (const end of ends) end();
  await vi.advanceTimersByTimeAsync(0);
  expect(page.get()).toMatchObject({ kind: 'in', session: { userId: 'ana' } });
  expect(page.hasStorageError()).toBe(false);
});

test('SES-01 C55: a page in the back/forward cache blocks no later page, and writes its changes when it is shown again', async () => {
  const page = await load();
  const own = window;
  await logIn(page, 'ana');
  blocked = [];
  const updated = page.update({ token: 'renewed' });
  await vi.advanceTimersByTimeAsync(0);
  expect(active.size).toBe(1);
  own.dispatchEvent(Object.assign(new Event('pagehide'), { persisted: true }));
  // WebKit hides the page after that: the marks of time are written then.
  Object.assign(document, { visibilityState: 'hidden' });
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  expect(active.size).toBe(0);
  blocked = null;
  const next = await load();
  expect(next.get()).toMatchObject({ kind: 'in', session: { token: 'token-of-ana' } });

  own.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  await updated;
  expect((await load()).get()).toMatchObject({ kind: 'in', session: { token: 'renewed' } });
  expect(page.hasStorageError()).toBe(false);
});
