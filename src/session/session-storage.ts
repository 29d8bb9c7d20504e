/**
 * The session on disk: one IndexedDB record written strictly is the truth, localStorage mirrors it (C55, house invariant 6).
 * Must not: decide who is logged in (parse-session.ts, session.ts), or throw: storage that is absent, full or damaged is reported by `trouble`.
 * A log-out that stood only in localStorage would be undone by a crash: Chromium writes it seconds late (faults 0.1).
 */
import {
  parseMark,
  parseMirror,
  parseRecord,
  parseTombstone,
  type SessionRecord,
  type Tombstone,
} from './parse-session.ts';
import type { Session } from './session.ts';
import { hasDatabaseTrouble, transact } from './session-database.ts';

export const mirrorKey = 'downlink-session';
/** SES-12. */
export const lastRequestKey = 'lastRequestTime';
/** Shared by the tabs without delay: a tab that wakes up must not end a session in which another one is used. */
export const lastUserActionKey = 'lastUserActionTime';

/** A log-out that the server has not heard of yet. The token is kept only to revoke it, at the longest until `until` (epoch ms). */
export type Revocation = { readonly token: string; readonly until: number };

let isTroubled = false;

/** True when a write or the opening failed since the page was loaded: the session then lives in memory only, which is said once. */
export const hasStorageTrouble = (): boolean => isTroubled || hasDatabaseTrouble();

function readAll(store: IDBObjectStore, keys: readonly string[], then: (values: unknown[]) => void): void {
  const values: unknown[] = [];
  keys.forEach((key, index) => {
    const request = store.get(key);
    request.onsuccess = () => {
      values[index] = request.result;
      if (index === keys.length - 1) then(values);
    };
  });
}

export type Stored = { readonly record: SessionRecord | null; readonly tombstone: Tombstone | null };

/** The truth as it stands; null = not known: IndexedDB does not work, or not yet. */
export function readStored(): Promise<Stored | null> {
  return transact('readonly', (store, done) => {
    readAll(store, ['record', 'tombstone'], ([record, tombstone]) =>
      done({ record: parseRecord(record), tombstone: parseTombstone(tombstone) }),
    );
  });
}

/**
 * Writes the record unless its session was ended meanwhile, here or in another tab. `part` = the members of the session that
 * changed: only they are written into the stored record, so that two tabs do not undo each other's changes, and a record that
 * somebody took away does not come back. 'all' = a new session. False = not written.
 */
export async function writeRecord(record: SessionRecord, part: Partial<Session> | 'all'): Promise<boolean> {
  const written = await transact<boolean>('readwrite', (store, done) => {
    readAll(store, ['tombstone', 'record'], ([tombstone, current]) => {
      const stored = parseRecord(current);
      const isBuried = parseTombstone(tombstone)?.sid === record.sid;
      const isWanted = !isBuried && (part === 'all' || stored?.sid === record.sid);
      const session = part === 'all' ? record.session : { ...(stored ?? record).session, ...part };
      if (isWanted) store.put({ ...record, session }, 'record');
      done(isWanted);
    });
  });
  return written ?? false;
}

function readRevocations(value: unknown): Revocation[] {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (entry): entry is Revocation => typeof entry?.token === 'string' && typeof entry?.until === 'number',
  );
}

/** The tombstone, the end of the record and the log-out that the server must hear of, in one strict transaction. */
export async function bury(tombstone: Tombstone, revocation: Revocation | null): Promise<void> {
  await transact<true>('readwrite', (store, done) => {
    store.put(tombstone, 'tombstone');
    readAll(store, ['record', 'revocations'], ([record, revocations]) => {
      // Somebody else may have logged in meanwhile: only the session that ended goes.
      const current = parseRecord(record);
      if (!current || current.sid === tombstone.sid) store.delete('record');
      if (revocation) store.put([...readRevocations(revocations).slice(-9), revocation], 'revocations');
      done(true);
    });
  });
}

export async function pendingRevocations(): Promise<readonly Revocation[]> {
  const all = await transact<Revocation[]>('readonly', (store, done) => {
    readAll(store, ['revocations'], ([value]) => done(readRevocations(value)));
  });
  return all ?? [];
}

/** Forgets those that the server has heard of. */
export async function dropRevocations(tokens: readonly string[]): Promise<void> {
  await transact<true>('readwrite', (store, done) => {
    readAll(store, ['revocations'], ([value]) => {
      const left = readRevocations(value).filter((revocation) => !tokens.includes(revocation.token));
      if (left.length > 0) store.put(left, 'revocations');
      else store.delete('revocations');
      done(true);
    });
  });
}

// ---- localStorage: each access may throw (blocked, full)

function attempt<T>(work: () => T, otherwise: T): T {
  try {
    return work();
  } catch {
    isTroubled = true;
    return otherwise;
  }
}

/** The mirror as found at the start of a page. */
export function readMirror(): 'absent' | 'corrupt' | 'unreadable' | Session {
  const unreadable = 'unreadable' as const;
  return attempt<ReturnType<typeof readMirror>>(() => parseMirror(localStorage.getItem(mirrorKey)), unreadable);
}
export const isMirrorGone = (): boolean => attempt(() => localStorage.getItem(mirrorKey) === null, false);

/** Returns whether localStorage took it. */
export function writeMirror(session: Session): boolean {
  return attempt(() => {
    localStorage.setItem(mirrorKey, JSON.stringify(session));
    return true;
  }, false);
}
export function writeMark(key: typeof lastRequestKey | typeof lastUserActionKey, atMs: number): void {
  attempt(() => localStorage.setItem(key, String(atMs)), undefined);
}
/** When somebody last used the app in any tab, epoch ms; 0 = not known. */
export function readUserAction(now: number): number {
  return attempt(() => parseMark(localStorage.getItem(lastUserActionKey), now), 0);
}
/** Takes the mirror and its marks away, unless they are those of another session: another tab may have logged in meanwhile. */
export function clearMirror(ended?: Session): void {
  const mirror = readMirror();
  // The end of a session never changes (C05): with the user it names the log-in, also after the token was renewed.
  const isOthers = ended && typeof mirror === 'object' && !isSameLogIn(mirror, ended);
  if (isOthers) return;
  for (const key of [mirrorKey, lastRequestKey, lastUserActionKey])
    attempt(() => localStorage.removeItem(key), undefined);
}

const isSameLogIn = (one: Session, other: Session): boolean =>
  one.userId === other.userId && one.expirationDate === other.expirationDate;
