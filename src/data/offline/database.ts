/** The store of the user who is logged in: opened at the first use (Dexie is loaded here), repaired or recreated, or live-only. */
import type { Dexie } from 'dexie';
import { leavable } from '../../lib/leavable-factory.ts';
import { listenerSet } from '../../lib/listeners.ts';
import { sessionScoped } from '../../session/session-scoped.ts';
import { isRunning, sessionSignal } from '../../session/session-signal.ts';
import { sessionStore } from '../../session/session-store.ts';
import { bucketOf, deleteStore, setClose, storeName, within } from './device-stores.ts';
import { policy } from './policy.ts';
import { declareVersions, type Tables } from './records.ts';
import { reportStorageError, type StorageErrorKind, storageError, storageErrorOf } from './storage-errors.ts';

export type UserStore = Tables & { readonly database: Dexie };

/** Outlives its session, until it is closed. */
let opening: {
  readonly session: AbortSignal;
  readonly name: Promise<string | null>;
  store: Promise<UserStore | null>;
} | null = null;
/** After a lasting failure, until the next login or reload. */
const isLiveOnly = sessionScoped(() => false);

/** The store of the session; null when it has ended, or the store cannot be opened. Never throws. */
async function userStore(session: AbortSignal): Promise<UserStore | null> {
  if (!isRunning(session) || isLiveOnly.get()) return null;
  if (opening?.session !== session) {
    void closeStore();
    const name = ownStoreName();
    opening = { session, name, store: name.then((known) => (known ? open(known, session) : null)) };
  }
  const store = await opening.store;
  return store && isRunning(session) ? store : null;
}

/** The name of the user's store; null = no user, or no store. */
export async function ownStoreName(): Promise<string | null> {
  const state = sessionStore.get();
  return state.kind === 'in' ? storeName(state.session.userId) : null;
}

/**
 * Deletes the user's store, also one that does not open; concurrent callers wait for the new one. True when it is gone. Never throws.
 */
export async function deleteOwnStore(session: AbortSignal = sessionSignal()): Promise<boolean> {
  if (!isRunning(session)) return false;
  const before = opening;
  const name = ownStoreName();
  void closeStore();
  const removed = removeClosed(name, before?.store);
  const store = Promise.all([name, removed]).then(([known]) =>
    known && isRunning(session) ? open(known, session) : null,
  );
  opening = { session, name, store };
  isLiveOnly.drop();
  const isGone = await removed;
  if (isGone) storageError.set(null);
  return isGone;
}

async function removeClosed(name: Promise<string | null>, store: Promise<unknown> | undefined): Promise<boolean> {
  const known = await name;
  // Closed first: deleting an open database would close the new one, too.
  await within(policy.removeMs, Promise.resolve(store), null);
  return known !== null && deleteStore(known, policy.removeMs);
}

const closeListeners = listenerSet();
/** Runs when the store is closed: rows that were read from it do not stay in memory. */
export const onStoreClosed = closeListeners.add;

/** Closes the open store. Pending work in it fails and is dropped. Resolves when one that was being opened is closed, too. */
async function closeStore(): Promise<void> {
  closeListeners.notify();
  const closing = opening;
  opening = null;
  (await closing?.store)?.database.close();
}
setClose(closeStore);

/**
 * Runs `work` in the store, and again over a new connection after a failure: a browser may lose one. A store that fails over the new connection, too,
 * is damaged and recreated. undefined = no store, failure (which is reported), or the session has ended. A full disk is thrown, as the caller can free
 * space. Waits as long as the store needs: what is not read yet is not known to be absent (decision 33).
 */
export async function inStore<T>(session: AbortSignal, work: (store: UserStore) => Promise<T>): Promise<T | undefined> {
  for (const cure of ['connect anew', 'make anew', null] as const) {
    const connecting = userStore(session);
    const used = opening;
    const store = await connecting;
    if (!store) return undefined;
    try {
      const result = await work(store);
      return isRunning(session) ? result : undefined;
    } catch (error) {
      if (!isRunning(session)) return undefined;
      const kind = storageErrorOf(error);
      if (kind === 'full') throw error;
      // Another caller has reopened or recreated the store.
      if (cure && opening !== used) continue;
      if (cure === 'connect anew') void closeStore();
      else if (cure === 'make anew' && kind === 'damaged') await recreate(session);
      else {
        goLiveOnly(session, lasting[kind]);
        return undefined;
      }
    }
  }
  return undefined;
}

/** The same, for writing: what a slow store does not take within `writeMs` does not remain in memory. */
export async function writeInStore<T>(
  session: AbortSignal,
  work: (store: UserStore) => Promise<T>,
): Promise<T | undefined> {
  let waiting: typeof work | null = work;
  try {
    return await within(
      policy.writeMs,
      inStore(session, async (store) => waiting?.(store)),
      undefined,
    );
  } finally {
    waiting = null;
  }
}

async function recreate(session: AbortSignal): Promise<void> {
  await deleteOwnStore(session);
  reportStorageError('damaged');
}

/** The error to report after the last try. */
const lasting = { absent: 'absent', closed: 'absent', damaged: 'wedged', full: 'full' } as const;

function goLiveOnly(session: AbortSignal, kind: StorageErrorKind): void {
  if (!isRunning(session)) return;
  isLiveOnly.set(true);
  void closeStore();
  reportStorageError(kind);
}

/** null when its code failed to load, as on a page that is being left: the database is not at fault. */
async function loadDexie(): Promise<typeof Dexie | null> {
  try {
    return (await import('dexie')).Dexie;
  } catch {
    return null;
  }
}

/** A damaged or newer database is deleted and recreated, once: the server has all its data. */
async function open(name: string, session: AbortSignal): Promise<UserStore | null> {
  const loaded = await loadDexie();
  if (!loaded) {
    // The next use loads it again.
    if (opening?.session === session) opening = null;
    return null;
  }
  let wasDamaged = false;
  for (const isLast of [false, true]) {
    // The store of an ended session may be deleted already: opening it would create it again.
    if (!isRunning(session)) return null;
    try {
      const store = await openOnce(loaded, name, session);
      if (isRunning(session)) {
        if (wasDamaged) reportStorageError('damaged');
        return store;
      }
      store.database.close();
      return null;
    } catch (error) {
      if (!isRunning(session)) return null;
      const kind = storageErrorOf(error);
      if (isLast || kind === 'absent' || kind === 'full') {
        goLiveOnly(session, lasting[kind]);
        return null;
      }
      if (kind !== 'damaged') continue;
      await deleteStore(name, policy.removeMs);
      wasDamaged = true;
    }
  }
  return null;
}

/** IndexedDB of the store's own bucket where the browser has buckets: only deleting a bucket frees the bytes. Throws without IndexedDB. */
async function factoryOf(name: string): Promise<IDBFactory> {
  const factory = (await bucketOf(name))?.indexedDB ?? globalThis.indexedDB;
  if (!factory) throw new DOMException('There is no IndexedDB here.', 'NotAllowedError');
  return leavable(factory);
}

async function openOnce(DexieClass: typeof Dexie, name: string, session: AbortSignal): Promise<UserStore> {
  const factory = await factoryOf(name);
  const database = new DexieClass(name, { indexedDB: factory, IDBKeyRange: globalThis.IDBKeyRange, autoOpen: false });
  declareVersions(database);
  // Another tab, or the previous page, still has it open, usually for a moment.
  let isOpen = false;
  const reportIfBlocked = (): void => {
    if (isRunning(session) && !isOpen) reportStorageError('blocked');
  };
  database.on('blocked', () => setTimeout(reportIfBlocked, policy.blockedMs));
  database.on('versionchange', (event) => {
    database.close();
    // A newer version in another tab needs the store for itself. After a deletion it may be opened again.
    if (event.newVersion !== null && isRunning(session)) isLiveOnly.set(true);
    void closeStore();
  });
  database.on('close', () => forget(database));
  await database.open();
  isOpen = true;
  return {
    database,
    responses: database.table('responses'),
    rows: database.table('rows'),
    changes: database.table('changes'),
    packs: database.table('packs'),
    firstRows: database.table('firstRows'),
  };
}

/** The browser closed it: the next use opens it again. */
function forget(database: Dexie): void {
  const was = opening;
  was?.store.then((store) => {
    if (store?.database === database && opening === was) opening = null;
  });
}
