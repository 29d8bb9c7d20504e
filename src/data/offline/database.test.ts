/**
 * What becomes of the store when reading in it fails. Node has no IndexedDB: Dexie is a stand-in that opens, and the work that is done in it
 * fails as a browser lets it fail.
 */
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { madeUpSession } from '../../session/made-up-session.ts';
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
  const { sessionStore } = await import('../../session/session-store.ts');
  await sessionStore.loggedIn(madeUpSession());
  const { sessionSignal } = await import('../../session/session-signal.ts');
  const { inStore: inStoreOf, writeInStore: writeInStoreOf } = await import('./database.ts');
  const { storageError } = await import('./storage-errors.ts');
  const inStore = <T>(work: () => Promise<T>) => inStoreOf(sessionSignal(), work);
  const writeInStore = <T>(work: () => Promise<T>) => writeInStoreOf(sessionSignal(), work);
  return { sessionStore, inStore, writeInStore, storageErrorKind: () => storageError.get()?.kind ?? null };
}

/** Until the returned function is called. */
function gate(): { readonly until: Promise<void>; readonly release: () => void } {
  let release = (): void => {};
  const until = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { until, release };
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
  const { inStore, storageErrorKind } = await load();
  const work = vi.fn(async () => 'rows').mockRejectedValueOnce(lost());
  expect(await inStore(work)).toBe('rows');
  expect([opened, deleted, storageErrorKind()]).toEqual([2, [], null]);
});

test.each([1, 3, 10, 30])(
  'OFF-03: a store that opens after %i s is read then, and gets what arrived meanwhile',
  async (s) => {
    const { inStore, writeInStore, storageErrorKind } = await load();
    await import('dexie');
    const { until, release } = gate();
    opening = until;
    vi.useFakeTimers();
    try {
      const written = writeInStore(async () => 'written');
      const read = inStore(async () => 'rows');
      const isRead = vi.fn();
      void read.then(isRead);
      await vi.advanceTimersByTimeAsync(s * 1000 - 1);
      expect(isRead, 'not read yet is not empty').not.toHaveBeenCalled();
      release();
      expect([await read, await written, storageErrorKind()]).toEqual(['rows', 'written', null]);
    } finally {
      vi.useRealTimers();
      opening = Promise.resolve();
    }
  },
);

test.each([1, 3, 10, 30])('OFF-03: rows that a store returns after %i s are the result', async (s) => {
  const { inStore } = await load();
  const { until, release } = gate();
  vi.useFakeTimers();
  try {
    const isRead = vi.fn();
    const read = inStore(async () => {
      await until;
      return 'rows';
    });
    void read.then(isRead);
    await vi.advanceTimersByTimeAsync(s * 1000);
    expect(isRead).not.toHaveBeenCalled();
    release();
    expect(await read).toBe('rows');
  } finally {
    vi.useRealTimers();
  }
});

test('OFF-03: what a store does not take in time is dropped, not written later', async () => {
  const { writeInStore } = await load();
  await import('dexie');
  const { until, release } = gate();
  opening = until;
  vi.useFakeTimers();
  try {
    const work = vi.fn(async () => 'written');
    const written = writeInStore(work);
    await vi.advanceTimersByTimeAsync(policy.writeMs);
    expect(await written).toBeUndefined();
    release();
    await vi.advanceTimersByTimeAsync(0);
    expect(work).not.toHaveBeenCalled();
  } finally {
    vi.useRealTimers();
    opening = Promise.resolve();
  }
});

test('OFF-03: a store is not deleted when its code fails to load, and opens at the next use', async () => {
  loadFails = true;
  const { inStore, storageErrorKind } = await load();
  const work = vi.fn(async () => 'rows');
  expect(await inStore(work)).toBeUndefined();
  expect([deleted, storageErrorKind()]).toEqual([[], null]);
  loadFails = false;
  expect(await inStore(work)).toBe('rows');
});

test('OFF-03: a store that also fails over a new connection is recreated once, with a notice', async () => {
  const { inStore, storageErrorKind } = await load();
  const work = vi
    .fn(async () => 'rows')
    .mockRejectedValueOnce(lost())
    .mockRejectedValueOnce(lost());
  expect(await inStore(work)).toBe('rows');
  expect(deleted).toEqual([expect.stringMatching(/^u-[0-9a-f]{16}$/)]);
  expect(storageErrorKind()).toBe('damaged');
});

test('OFF-03: a store that fails after it was recreated is not used again', async () => {
  const { inStore, storageErrorKind } = await load();
  const work = vi.fn(() => Promise.reject(lost()));
  expect(await inStore(work)).toBeUndefined();
  expect(await inStore(work)).toBeUndefined();
  expect([work.mock.calls.length, deleted.length, storageErrorKind()]).toEqual([3, 1, 'wedged']);
});

test('OFF-03: a store that also closes over a new connection is not deleted', async () => {
  const { inStore, storageErrorKind } = await load();
  const work = vi.fn(() => Promise.reject(closed()));
  expect(await inStore(work)).toBeUndefined();
  expect([work.mock.calls.length, deleted, storageErrorKind()]).toEqual([2, [], 'absent']);
});

test('OFF-03: readers that lose the connection together share the new one, and one deletion', async () => {
  const { inStore, storageErrorKind } = await load();
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
  expect([deleted.length, storageErrorKind()]).toEqual([1, 'damaged']);
});

test('SES-07 C54: a store whose code loads behind a logout is not opened any more', async () => {
  const { until, release } = gate();
  loading = until;
  const { sessionStore, inStore } = await load();
  const read = inStore(async () => 'rows');
  await sessionStore.logOut('logged-out');
  loading = Promise.resolve();
  release();
  expect(await read).toBeUndefined();
  expect(opened).toBe(0);
});

test('SES-07 C54: a store that opens behind a logout is deleted again', async () => {
  const { until, release } = gate();
  const { sessionStore, inStore } = await load();
  const { guardStores } = await import('./store-owner.ts');
  guardStores(() => '');
  opening = until;
  const read = inStore(async () => 'rows');
  await expect.poll(() => opened).toBe(1);
  const loggedOut = sessionStore.logOut('logged-out');
  await expect.poll(() => deleted.length).toBe(1);
  opening = Promise.resolve();
  release();
  await loggedOut;
  expect(await read).toBeUndefined();
  expect(deleted).toEqual([deleted[0], deleted[0]]);
});
