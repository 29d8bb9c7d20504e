/** The store of the user who is logged in: opened at the first use (Dexie is loaded here), repaired or recreated, or live-only. */
import type { Dexie } from 'dexie';
import { isRunning, sessionSignal } from '../session/session-signal.ts';
import { sessionStore } from '../session/session-store.ts';
import { deleteStore, factoryOf, storeName, within } from './device-stores.ts';
import { policy } from './policy.ts';
import { declareVersions, type Tables } from './records.ts';
import { reportStorageError, type StorageErrorKind, storageError, storageErrorOf } from './storage-errors.ts';

export type UserStore = Tables & { readonly database: Dexie };

let serverOf: () => string = () => '';
let opening: {
  readonly session: AbortSignal;
  /** By `performance.now()`: every wait ends openMs after this. */
  readonly since: number;
  readonly name: Promise<string | null>;
  store: Promise<UserStore | null>;
} | null = null;
/** After a lasting failure, until the next login or reload. */
let liveOnly: AbortSignal | null = null;

/** Each server has its own stores. */
export function setServer(apiBase: () => string): void {
  serverOf = apiBase;
}

/** Longest waits, in ms. For reading, all waits for one opening end together. */
type Patience = { readonly open: number; readonly work: number };
const forReading = (): Patience => ({
  open: (opening ? opening.since - performance.now() : 0) + policy.openMs,
  work: policy.readMs,
});
/** A write delays no screen: what arrives while the store opens slowly is stored nevertheless. */
const forWriting = (): Patience => ({ open: policy.writeMs, work: policy.writeMs });

/** The store of the session; null when it has ended, when the store cannot be opened, or not in time. Never throws. */
async function userStore(session: AbortSignal, patience: () => Patience): Promise<UserStore | null> {
  if (!isRunning(session) || liveOnly === session) return null;
  if (opening?.session !== session) {
    void closeStore();
    const name = ownStoreName();
    const since = performance.now();
    opening = { session, since, name, store: name.then((known) => (known ? open(known, session) : null)) };
  }
  const store = await within(patience().open, opening.store, null);
  return store && isRunning(session) ? store : null;
}

/** The name of the user's store; null = no user, or no store. */
export async function ownStoreName(): Promise<string | null> {
  const state = sessionStore.get();
  return state.kind === 'in' ? storeName({ apiBase: serverOf(), userId: state.session.userId }) : null;
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
  opening = { session, since: performance.now(), name, store };
  liveOnly = null;
  const isGone = await removed;
  if (isGone) storageError.set(null);
  return isGone;
}

async function removeClosed(name: Promise<string | null>, store: Promise<unknown> | undefined): Promise<boolean> {
  const known = await name;
  // Closed first: deleting an open database would close the new one, too.
  await within(policy.openMs, Promise.resolve(store), null);
  return known !== null && deleteStore(known, policy.removeMs);
}

const closeListeners = new Set<() => void>();
/** Runs when the store is closed: rows that were read from it do not stay in memory. */
export const onStoreClosed = (listener: () => void): void => void closeListeners.add(listener);

/** Closes the open store. Pending work in it fails and is dropped. Resolves when one that was being opened is closed, too. */
export async function closeStore(): Promise<void> {
  for (const listener of closeListeners) listener();
  const closing = opening;
  opening = null;
  (await closing?.store)?.database.close();
}

/**
 * Runs `work` in the store, and again over a new connection after a failure: a browser may lose one. A store that fails over the new connection, too,
 * is damaged and recreated. undefined = no store, timeout, failure (which is reported), or the session has ended. A full disk is thrown, as the caller
 * can free space.
 */
export const inStore = <T>(session: AbortSignal, work: (store: UserStore) => Promise<T>): Promise<T | undefined> =>
  inStoreWithin(forReading, session, work);

/** The same, for writing: waits longer. */
export const writeInStore = <T>(session: AbortSignal, work: (store: UserStore) => Promise<T>): Promise<T | undefined> =>
  inStoreWithin(forWriting, session, work);

async function inStoreWithin<T>(
  patience: () => Patience,
  session: AbortSignal,
  work: (store: UserStore) => Promise<T>,
): Promise<T | undefined> {
  for (const cure of ['connect anew', 'make anew', null] as const) {
    const connecting = userStore(session, patience);
    const used = opening;
    const store = await connecting;
    if (!store) return undefined;
    try {
      const result = await within(patience().work, work(store), undefined);
      return isRunning(session) ? result : undefined;
    } catch (error) {
      if (!isRunning(session)) return undefined;
      const trouble = storageErrorOf(error);
      if (trouble === 'full') throw error;
      // Another caller has reopened or recreated the store.
      if (cure && opening !== used) continue;
      if (cure === 'connect anew') void closeStore();
      else if (cure === 'make anew' && trouble === 'damaged') await recreate(session);
      else {
        goLiveOnly(session, lasting[trouble]);
        return undefined;
      }
    }
  }
  return undefined;
}

async function recreate(session: AbortSignal): Promise<void> {
  await deleteOwnStore(session);
  reportStorageError('damaged');
}

/** The error to report after the last try. */
const lasting = { absent: 'absent', closed: 'absent', damaged: 'wedged', full: 'full' } as const;

function goLiveOnly(session: AbortSignal, kind: StorageErrorKind): void {
  liveOnly = session;
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
      const trouble = storageErrorOf(error);
      if (isLast || trouble === 'absent' || trouble === 'full') {
        goLiveOnly(session, lasting[trouble]);
        return null;
      }
      if (trouble !== 'damaged') continue;
      await deleteStore(name, policy.removeMs);
      wasDamaged = true;
    }
  }
  return null;
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
  database.on('blocked', () => setTimeout(reportIfBlocked, policy.openMs));
  database.on('versionchange', (event) => {
    database.close();
    // A newer version in another tab needs the store for itself. After a deletion it may be opened again.
    if (event.newVersion !== null) liveOnly = session;
    void closeStore();
  });
  database.on('close', () => forget(database));
  await database.open();
  isOpen = true;
  return { database, responses: database.table('responses'), rows: database.table('rows') };
}

/** The browser closed it: the next use opens it again. */
function forget(database: Dexie): void {
  const was = opening;
  was?.store.then((store) => {
    if (store?.database === database && opening === was) opening = null;
  });
}
