/**
 * Session on disk (C55, invariant 6). Never throws: missing, full or damaged storage is reported by `hasStorageError`.
 * IndexedDB with strict durability is authoritative: Chromium writes localStorage seconds late, so a crash could undo a logout.
 */
import { pushedKey, readToldUser, toldKey } from '../../contract/told-user.ts';
import {
  type LogoutMarker,
  parseLogoutMarker,
  parseMark,
  parseMirror,
  parseRecord,
  type SessionRecord,
} from './parse-session.ts';
import type { Session } from './session.ts';
import { hasDatabaseError, transact } from './session-database.ts';

export const mirrorKey = 'downlink-session';
/** SES-12. */
export const lastRequestKey = 'lastRequestTime';
/** Shared by tabs without delay: a tab that wakes up must not end a session that another one uses. */
export const lastUserActionKey = 'lastUserActionTime';

/** A logout that was not sent to the server yet. The token is stored only to revoke it, until `until` (epoch ms) at the latest. */
type Revocation = {
  readonly token: string;
  readonly until: number;
  /** Id of this device, which receives no notices of the user from then on. */
  readonly deviceId?: string;
};

/** Held while tokens are revoked, or while something is sent with a token that will be. */
export const revocationLock = 'session-revocations';

let hasFailed = false;

/** True after a failed write or opening since the page load: the session then lives in memory only, which is shown once. */
export const hasStorageError = (): boolean => hasFailed || hasDatabaseError();

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

export type Stored = { readonly record: SessionRecord | null; readonly logoutMarker: LogoutMarker | null };

/** The authoritative record. null = unknown: IndexedDB does not work, or not yet. */
export function readStored(): Promise<Stored | null> {
  return transact('readonly', (store, done) => {
    readAll(store, ['record', 'tombstone'], ([record, logoutMarker]) =>
      done({ record: parseRecord(record), logoutMarker: parseLogoutMarker(logoutMarker) }),
    );
  });
}

/**
 * Writes the record unless its session has ended, here or in another tab. `part` = changed members:
 * only they are written into the stored record, so that two tabs do not undo each other's changes, and a removed
 * record does not return. 'all' = a new session. False = not written.
 */
export async function writeRecord(record: SessionRecord, part: Partial<Session> | 'all'): Promise<boolean> {
  const written = await transact<boolean>('readwrite', (store, done) => {
    readAll(store, ['tombstone', 'record', toldKey], ([logoutMarker, current, told]) => {
      const stored = parseRecord(current);
      const isLoggedOut = parseLogoutMarker(logoutMarker)?.sid === record.sid;
      const isAccepted = !isLoggedOut && (part === 'all' || stored?.sid === record.sid);
      const session = part === 'all' ? record.session : { ...(stored ?? record).session, ...part };
      if (isAccepted) store.put({ ...record, session }, 'record');
      if (isAccepted && readToldUser(told)?.user !== session.userId) forgetTold(store);
      done(isAccepted);
    });
  });
  return written ?? false;
}

/** Notices of this user are shown on this device no more. */
function forgetTold(store: IDBObjectStore): void {
  store.delete(toldKey);
  store.delete(pushedKey);
}

function readRevocations(value: unknown): Revocation[] {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (entry): entry is Revocation => typeof entry?.token === 'string' && typeof entry?.until === 'number',
  );
}

/** Logout marker, removal of the record and the pending server logout, in one strict transaction. */
export async function recordLogout(logoutMarker: LogoutMarker, revocation: Revocation | null): Promise<void> {
  await transact<true>('readwrite', (store, done) => {
    store.put(logoutMarker, 'tombstone');
    readAll(store, ['record', 'revocations', toldKey], ([record, revocations, told]) => {
      // Someone else may have logged in since: removes only the session that ended.
      const current = parseRecord(record);
      const isOwn = !current || current.sid === logoutMarker.sid;
      if (isOwn) store.delete('record');
      // After an expiry notices still arrive: the user has not left.
      const deviceId = isOwn && logoutMarker.reason === 'logged-out' ? readToldUser(told)?.deviceId : undefined;
      if (deviceId !== undefined) forgetTold(store);
      if (revocation)
        store.put(
          [
            ...readRevocations(revocations).slice(-9),
            { ...revocation, ...(deviceId === undefined ? {} : { deviceId }) },
          ],
          'revocations',
        );
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

/** Removes logouts that were sent to the server. */
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
    hasFailed = true;
    return otherwise;
  }
}

/** The mirror at the start of a page. */
export function readMirror(): 'absent' | 'corrupt' | 'unreadable' | Session {
  const unreadable = 'unreadable' as const;
  return attempt<ReturnType<typeof readMirror>>(() => parseMirror(localStorage.getItem(mirrorKey)), unreadable);
}
export const isMirrorGone = (): boolean => attempt(() => localStorage.getItem(mirrorKey) === null, false);

/** Returns whether localStorage accepted it. */
export function writeMirror(session: Session): boolean {
  return attempt(() => {
    localStorage.setItem(mirrorKey, JSON.stringify(session));
    return true;
  }, false);
}
export function writeMark(key: typeof lastRequestKey | typeof lastUserActionKey, atMs: number): void {
  attempt(() => localStorage.setItem(key, String(atMs)), undefined);
}
/** Last user activity in any tab, epoch ms. 0 = unknown. */
export function readUserAction(now: number): number {
  return attempt(() => parseMark(localStorage.getItem(lastUserActionKey), now), 0);
}
/** Removes the mirror and its marks, unless they belong to another session: another tab may have logged in since. */
export function clearMirror(ended?: Session): void {
  const mirror = readMirror();
  // The end of a session never changes (C05): with the user it identifies the login, also after a token renewal.
  const isOthers = ended && typeof mirror === 'object' && !isSameLogIn(mirror, ended);
  if (isOthers) return;
  for (const key of [mirrorKey, lastRequestKey, lastUserActionKey])
    attempt(() => localStorage.removeItem(key), undefined);
}

const isSameLogIn = (one: Session, other: Session): boolean =>
  one.userId === other.userId && one.expirationDate === other.expirationDate;
