/**
 * The store of the user who is logged in: opened when it is first needed, closed when the session ends, live-only when the device will not.
 * Must not: be imported for Dexie (it is loaded here, lazily), throw at a screen, wait without bound, or open anything for an ended session.
 */
import type { Dexie, Table } from 'dexie';
import { currentEpoch, sessionStore } from '../session/session-store.ts';
import { deleteStore, factoryOf, storeName, within } from './device-stores.ts';
import { policy } from './policy.ts';
import { reportTrouble, storageTrouble, type TroubleKind, troubleOf } from './storage-trouble.ts';
import type { WholeRecord } from './whole-record.ts';

/** What is known of a stored answer; its rows lie beside it, so that counting and evicting read no rows. */
export type PageRecord = {
  readonly id: string;
  /** Which list, with what belongs to the list itself. */
  readonly list: string;
  /** The filter parameters that were sent, as text. */
  readonly asked: Readonly<Record<string, string>>;
  readonly windowHours: number | null;
  readonly offset: number;
  readonly limit: number | null;
  /** Epoch ms of the server at which it gave this answer. */
  readonly storedAt: number;
  /** What the server counted. */
  readonly count: number;
  readonly rowCount: number;
  readonly bytes: number;
};
/** `text` = the rows (rows-text.ts): one object to read, whatever their number. */
export type RowsRecord = { readonly id: string; readonly text: string };
/** A list that is kept whole, as one record. `version` = what the server called this state of it. */
export type WholeListRecord = {
  readonly id: string;
  readonly version: string;
  /** Epoch ms of the server at which this was known to be what it has. */
  readonly confirmedAt: number;
  readonly record: WholeRecord;
};
/** The last positions that a map was told. `text` = rows (rows-text.ts). */
export type PositionsRecord = { readonly id: string; readonly storedAt: number; readonly text: string };
/** An answer that is no list, kept whole. `text` = its JSON. */
export type AnswerRecord = { readonly id: string; readonly storedAt: number; readonly text: string };
export type UserStore = {
  readonly epoch: number;
  readonly database: Dexie;
  readonly pages: Table<PageRecord, string>;
  readonly rows: Table<RowsRecord, string>;
  readonly wholes: Table<WholeListRecord, string>;
  readonly positions: Table<PositionsRecord, string>;
  readonly answers: Table<AnswerRecord, string>;
};

let serverOf: () => string = () => '';
let opening: {
  readonly epoch: number;
  /** As `performance.now()` tells: nobody waits longer than openMs from here, however often it is asked. */
  readonly since: number;
  readonly name: Promise<string | null>;
  store: Promise<UserStore | null>;
} | null = null;
/** After a failure that will not pass by itself: until the next log-in or load. */
let liveOnlyEpoch: number | null = null;

/** Tells which server the answers come from: its users' stores are not those of another server. */
export function setServer(apiBase: () => string): void {
  serverOf = apiBase;
}

/** The store of the valid session; null when there is none, when it cannot be had, or not in time. Never throws. */
export async function userStore(): Promise<UserStore | null> {
  const epoch = currentEpoch();
  const state = sessionStore.get();
  if (state.kind !== 'in' || !sessionStore.checkNow() || liveOnlyEpoch === epoch) return null;
  if (opening?.epoch !== epoch) {
    closeStore();
    const name = ownStoreName();
    const since = performance.now();
    opening = { epoch, since, name, store: name.then((known) => (known ? open(known, epoch) : null)) };
  }
  const store = await within(opening.since + policy.openMs - performance.now(), opening.store, null);
  return store && isCurrent(store.epoch) ? store : null;
}

/** The name of the store of whoever is logged in; null = nobody is, or there is none. */
export async function ownStoreName(): Promise<string | null> {
  const state = sessionStore.get();
  return state.kind === 'in' ? storeName({ apiBase: serverOf(), userId: state.session.userId }) : null;
}

/**
 * Deletes the store of the valid session with all that it holds, also one that would not open; whoever wants it meanwhile waits for the new one.
 * True when it is gone. Never throws.
 */
export async function deleteOwnStore(): Promise<boolean> {
  const epoch = currentEpoch();
  if (!isCurrent(epoch)) return false;
  const before = opening;
  const name = ownStoreName();
  closeStore();
  const removed = removeClosed(name, before?.store);
  const store = Promise.all([name, removed]).then(([known]) => (known && isCurrent(epoch) ? open(known, epoch) : null));
  opening = { epoch, since: performance.now(), name, store };
  liveOnlyEpoch = null;
  const isGone = await removed;
  if (isGone) storageTrouble.set(null);
  return isGone;
}

async function removeClosed(name: Promise<string | null>, store: Promise<unknown> | undefined): Promise<boolean> {
  const known = await name;
  // Closed before it is deleted: the deletion of an open one would close the new one, too.
  await within(policy.openMs, Promise.resolve(store), null);
  return known !== null && deleteStore(known, policy.removeMs);
}

/** Does a result of this epoch still belong to a valid session? */
export function isCurrent(epoch: number): boolean {
  return epoch === currentEpoch() && sessionStore.checkNow();
}

/** Closes the open store. What is under way in it fails and is dropped. */
export function closeStore(): void {
  const closing = opening;
  opening = null;
  closing?.store.then((store) => store?.database.close());
}

/**
 * Runs `work` in the store, once more over a new connection when it failed: a browser may lose one, and what is stored is whole. One that fails
 * over the new connection, too, is damaged, and made anew. undefined = no store, not in time, or it failed (then the trouble was told).
 * A full disk is thrown, as the caller can make room.
 */
export async function inStore<T>(work: (store: UserStore) => Promise<T>): Promise<T | undefined> {
  for (const cure of ['connect anew', 'make anew', null] as const) {
    const asked = userStore();
    const used = opening;
    const store = await asked;
    if (!store) return undefined;
    try {
      return await within(policy.readMs, work(store), undefined);
    } catch (error) {
      if (!isCurrent(store.epoch)) return undefined;
      const trouble = troubleOf(error);
      if (trouble === 'full') throw error;
      // Somebody else has met it, too, and has opened or made it anew meanwhile: this one's failure says nothing about that.
      if (cure && opening !== used) continue;
      if (cure === 'connect anew') closeStore();
      else if (cure === 'make anew' && trouble === 'damaged') await makeAnew();
      else {
        goLiveOnly(store.epoch, lasting[trouble]);
        return undefined;
      }
    }
  }
  return undefined;
}

async function makeAnew(): Promise<void> {
  await deleteOwnStore();
  reportTrouble('damaged');
}

/** What a failure is called that no further try has mended. */
const lasting = { absent: 'absent', closed: 'absent', damaged: 'wedged', full: 'full' } as const;

function goLiveOnly(epoch: number, kind: TroubleKind): void {
  liveOnlyEpoch = epoch;
  closeStore();
  reportTrouble(kind);
}

/** Opens it; a damaged or newer one is deleted and made anew, once: it holds nothing that the server does not have. */
async function open(name: string, epoch: number): Promise<UserStore | null> {
  let wasDamaged = false;
  for (const isLast of [false, true]) {
    try {
      const store = await openOnce(name, epoch);
      if (isCurrent(epoch)) {
        if (wasDamaged) reportTrouble('damaged');
        return store;
      }
      store.database.close();
      return null;
    } catch (error) {
      if (!isCurrent(epoch)) return null;
      const trouble = troubleOf(error);
      if (isLast || trouble === 'absent' || trouble === 'full') {
        goLiveOnly(epoch, lasting[trouble]);
        return null;
      }
      await deleteStore(name, policy.removeMs);
      wasDamaged = trouble === 'damaged';
    }
  }
  return null;
}

async function openOnce(name: string, epoch: number): Promise<UserStore> {
  const [{ Dexie }, factory] = await Promise.all([import('dexie'), factoryOf(name)]);
  const database = new Dexie(name, { indexedDB: factory, IDBKeyRange: globalThis.IDBKeyRange, autoOpen: false });
  database.version(1).stores({ pages: 'id, list, storedAt', rows: 'id' });
  database.version(2).stores({ wholes: 'id' });
  database.version(3).stores({ positions: 'id' });
  database.version(4).stores({ answers: 'id, storedAt' });
  // Another tab, or the page that was here before, has yet to let go: usually in a moment, and then this opening goes on.
  let isOpen = false;
  const tellIfBlocked = (): void => {
    if (isCurrent(epoch) && !isOpen) reportTrouble('blocked');
  };
  database.on('blocked', () => setTimeout(tellIfBlocked, policy.openMs));
  database.on('versionchange', (event) => {
    database.close();
    // A newer version in another tab: it must have the store for itself. A deletion: it may be opened anew.
    if (event.newVersion !== null) liveOnlyEpoch = epoch;
    closeStore();
  });
  database.on('close', () => forget(database));
  await database.open();
  isOpen = true;
  return {
    epoch,
    database,
    pages: database.table('pages'),
    rows: database.table('rows'),
    wholes: database.table('wholes'),
    positions: database.table('positions'),
    answers: database.table('answers'),
  };
}

/** The browser closed it under us: the next use opens it anew. */
function forget(database: Dexie): void {
  const was = opening;
  was?.store.then((store) => {
    if (store?.database === database && opening === was) opening = null;
  });
}
