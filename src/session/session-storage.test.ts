import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A database that opens, as it does in any browser, and in which nothing is ever carried out. */
function hangingDatabase(): Pick<IDBFactory, 'open'> {
  const store = { get: () => ({}), put: () => ({}), delete: () => ({}) };
  const database = { transaction: () => ({ objectStore: () => store }) };
  return {
    open: () => {
      const request = { result: database } as unknown as IDBOpenDBRequest;
      queueMicrotask(() => request.onsuccess?.call(request, new Event('success')));
      return request;
    },
  };
}

test('C55: a database that opens and then hangs delays neither the start of the app nor a logout', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('indexedDB', hangingDatabase());
  // The module retains the database that it opened: this test loads its own module.
  vi.resetModules();
  const storage = await import('./session-storage.ts');
  const stored = storage.readStored();
  const logoutRecorded = storage.recordLogout({ sid: 'one', loggedOutAt: 0, reason: 'logged-out' }, null);
  await vi.advanceTimersByTimeAsync(10_000);
  await expect(Promise.race([stored, 'still waits'])).resolves.toBeNull();
  await expect(Promise.race([logoutRecorded, 'still waits'])).resolves.toBeUndefined();
  expect(storage.hasStorageError()).toBe(true);
});
