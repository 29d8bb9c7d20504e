/**
 * What becomes of the store when reading in it fails. Node has no IndexedDB: Dexie is a stand-in that opens, and the work that is done in it
 * fails as a browser lets it fail.
 */
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { madeUpSession } from '../session/made-up-session.ts';
import { policy } from './policy.ts';

const deleted: string[] = [];
let opened = 0;
/** What opening waits for. */
let opening: Promise<void> = Promise.resolve();

class OpeningDexie {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
  version() {
    return { stores: () => ({ upgrade: () => undefined }) };
  }
  on(): void {}
  async open(): Promise<void> {
    opened += 1;
    await opening;
  }
  close(): void {}
  table(): object {
    return {};
  }
}

/** One that deletes at once; nothing is left of what it deleted. */
const factory = {
  deleteDatabase(name: string) {
    deleted.push(name);
    const request: { onsuccess?: () => void } = {};
    queueMicrotask(() => request.onsuccess?.());
    return request;
  },
  databases: async () => [],
};

const lost = () => Object.assign(new Error('Connection to Indexed Database server lost.'), { name: 'UnknownError' });
const closed = () => Object.assign(new Error('Database has been closed'), { name: 'DatabaseClosedError' });

/** A page with a login. */
async function load() {
  vi.resetModules();
  const { sessionStore } = await import('../session/session-store.ts');
  await sessionStore.loggedIn(madeUpSession());
  const { sessionSignal } = await import('../session/session-signal.ts');
  const { inStore: inStoreOf, writeInStore: writeInStoreOf } = await import('./database.ts');
  const { storageError } = await import('./storage-errors.ts');
  const inStore = <T>(work: () => Promise<T>) => inStoreOf(sessionSignal(), work);
  const writeInStore = <T>(work: () => Promise<T>) => writeInStoreOf(sessionSignal(), work);
  return { sessionStore, inStore, writeInStore, trouble: () => storageError.get()?.kind ?? null };
}

/** Until the returned function is called. */
function gate(): { readonly until: Promise<void>; readonly letGo: () => void } {
  let letGo = (): void => {};
  const until = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  return { until, letGo };
}

/** What loading the code of Dexie waits for. */
let loading: Promise<void> = Promise.resolve();
/** Whether the request for the code of Dexie fails. One mock for both cases: Vitest does not keep the order of two. */
let loadFails = false;

beforeEach(() => {
  vi.doMock('dexie', async () => {
    await loading;
    if (loadFails) throw new TypeError('error loading dynamically imported module');
    return { Dexie: OpeningDexie };
  });
  loadFails = false;
  // The session's own database is refused.
  const open = () => {
    throw new DOMException('refused', 'UnknownError');
  };
  vi.stubGlobal('indexedDB', { ...factory, open });
  deleted.length = 0;
  opened = 0;
});
afterEach(() => vi.unstubAllGlobals());
afterAll(() => {
  vi.doUnmock('dexie');
  vi.resetModules();
});

test('OFF-03: a connection lost by the browser is opened again, and stored data stays', async () => {
  const { inStore, trouble } = await load();
  const work = vi.fn(async () => 'rows').mockRejectedValueOnce(lost());
  expect(await inStore(work)).toBe('rows');
  expect([opened, deleted, trouble()]).toEqual([2, [], null]);
});

test('OFF-03: a store that opens slowly delays no read, and gets what arrived meanwhile', async () => {
  const { inStore, writeInStore } = await load();
  await import('dexie');
  const { until, letGo } = gate();
  opening = until;
  vi.useFakeTimers();
  try {
    const written = writeInStore(async () => 'written');
    const read = inStore(async () => 'rows');
    await vi.advanceTimersByTimeAsync(policy.openMs);
    expect(await read).toBeUndefined();
    letGo();
    expect(await written).toBe('written');
    expect(await inStore(async () => 'rows')).toBe('rows');
  } finally {
    vi.useRealTimers();
    opening = Promise.resolve();
  }
});

test('OFF-03: a store is not deleted when its code fails to load, and opens at the next use', async () => {
  loadFails = true;
  const { inStore, trouble } = await load();
  const work = vi.fn(async () => 'rows');
  expect(await inStore(work)).toBeUndefined();
  expect([deleted, trouble()]).toEqual([[], null]);
  loadFails = false;
  expect(await inStore(work)).toBe('rows');
});

test('OFF-03: a store that also fails over a new connection is recreated once, with a notice', async () => {
  const { inStore, trouble } = await load();
  const work = vi
    .fn(async () => 'rows')
    .mockRejectedValueOnce(lost())
    .mockRejectedValueOnce(lost());
  expect(await inStore(work)).toBe('rows');
  expect(deleted).toEqual([expect.stringMatching(/^u-[0-9a-f]{16}$/)]);
  expect(trouble()).toBe('damaged');
});

test('OFF-03: a store that fails after it was recreated is not used again', async () => {
  const { inStore, trouble } = await load();
  const work = vi.fn(() => Promise.reject(lost()));
  expect(await inStore(work)).toBeUndefined();
  expect(await inStore(work)).toBeUndefined();
  expect([work.mock.calls.length, deleted.length, trouble()]).toEqual([3, 1, 'wedged']);
});

test('OFF-03: a store that also closes over a new connection is not deleted', async () => {
  const { inStore, trouble } = await load();
  const work = vi.fn(() => Promise.reject(closed()));
  expect(await inStore(work)).toBeUndefined();
  expect([work.mock.calls.length, deleted, trouble()]).toEqual([2, [], 'absent']);
});

test('OFF-03: readers that lose the connection together share the new one, and one deletion', async () => {
  const { inStore, trouble } = await load();
  const readers = Array.from({ length: 5 }, () => vi.fn(async () => 'rows').mockRejectedValueOnce(lost()));
  expect(await Promise.all(readers.map((work) => inStore(work)))).toEqual(Array(5).fill('rows'));
  expect([opened, deleted]).toEqual([2, []]);

  const again = Array.from({ length: 5 }, () =>
    vi
      .fn(async () => 'rows')
      .mockRejectedValueOnce(lost())
      .mockRejectedValueOnce(lost()),
  );
  expect(await Promise.all(again.map((work) => inStore(work)))).toEqual(Array(5).fill('rows'));
  expect([deleted.length, trouble()]).toEqual([1, 'damaged']);
});

test('SES-07 C54: a store whose code loads behind a logout is not opened any more', async () => {
  const { until, letGo } = gate();
  loading = until;
  const { sessionStore, inStore } = await load();
  const read = inStore(async () => 'rows');
  await sessionStore.logOut('logged-out');
  loading = Promise.resolve();
  letGo();
  expect(await read).toBeUndefined();
  expect(opened).toBe(0);
});

test('SES-07 C54: a store that opens behind a logout is deleted again', async () => {
  const { until, letGo } = gate();
  const { sessionStore, inStore } = await load();
  const { guardStores } = await import('./store-owner.ts');
  guardStores(() => '');
  opening = until;
  const read = inStore(async () => 'rows');
  await expect.poll(() => opened).toBe(1);
  const loggedOut = sessionStore.logOut('logged-out');
  await expect.poll(() => deleted.length).toBe(1);
  opening = Promise.resolve();
  letGo();
  await loggedOut;
  expect(await read).toBeUndefined();
  expect(deleted).toEqual([deleted[0], deleted[0]]);
});
