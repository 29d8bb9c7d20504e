/** Whose notices this device shows while the app is closed: the record that the service worker reads. A logout and another user's login remove it (session-storage.ts). */
import { pushedKey, readToldUser, type ToldUser, toldKey } from '../../contract/told-user.ts';
import { parseRecord } from './parse-session.ts';
import { transact } from './session-database.ts';

/** `told` null = no one's. null = unknown: storage does not work, or not yet. */
export function storedToldUser(): Promise<{ readonly told: ToldUser | null } | null> {
  return transact('readonly', (store, done) => {
    const request = store.get(toldKey);
    request.onsuccess = () => done({ told: readToldUser(request.result) });
  });
}

/** Written only while this user is logged in. False = not written. */
export async function storeToldUser(told: ToldUser): Promise<boolean> {
  const isWritten = await transact<boolean>('readwrite', (store, done) => {
    const request = store.get('record');
    request.onsuccess = () => {
      const isOwn = parseRecord(request.result)?.session.userId === told.user;
      if (isOwn) store.put(told, toldKey);
      done(isOwn);
    };
  });
  return isWritten ?? false;
}

export async function removeToldUser(): Promise<void> {
  await transact<true>('readwrite', (store, done) => {
    store.delete(toldKey);
    store.delete(pushedKey);
    done(true);
  });
}

/** What the worker received for the user, unread and unchecked. */
export async function storedPushed(): Promise<readonly unknown[]> {
  const found = await transact<unknown>('readonly', (store, done) => {
    const request = store.get(pushedKey);
    request.onsuccess = () => done(request.result);
  });
  return Array.isArray(found) ? found : [];
}
