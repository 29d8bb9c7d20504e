/**
 * The database of the session: opened when it is first needed, one strict transaction at a time.
 * For: session-storage.ts. Must not: know what is stored, throw, or wait without bound: the start of the app stands behind it.
 */

const databaseName = 'downlink-session';
const storeName = 'session';
const openTimeoutMs = 2000;
/** Generous: a write waits for the disk. */
const transactionTimeoutMs = 5000;

type Work<T> = (store: IDBObjectStore, done: (value: T) => void) => void;

/** `inTime` is what callers wait for: null when it took too long. `database` may come later; null = it cannot be opened. */
type Opening = { readonly database: Promise<IDBDatabase | null>; readonly inTime: Promise<IDBDatabase | null> };

let opening: Opening | null = null;
let isUnanswered = false;
let isTroubled = false;
let tellLate = (): void => undefined;

/** True when it could not be opened or written since the page was loaded, or has not answered yet. */
export const hasDatabaseTrouble = (): boolean => isTroubled || isUnanswered;

/** `fn` runs when the database is open after all, behind all that was asked of it meanwhile. */
export function onLateOpening(fn: () => void): void {
  tellLate = fn;
}

function requestDatabase(): Promise<IDBDatabase | null> {
  return new Promise((resolve) => {
    try {
      const request = indexedDB.open(databaseName, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(storeName);
      request.onerror = () => resolve(null);
      request.onsuccess = () => {
        const database = request.result;
        // The store is being deleted, was evicted, or the disk failed: the next use opens it anew.
        const forget = (): void => {
          opening = null;
        };
        database.onclose = forget;
        database.onversionchange = () => {
          database.close();
          forget();
        };
        resolve(database);
      };
    } catch {
      resolve(null);
    }
  });
}

function openDatabase(): Opening {
  const database = requestDatabase();
  const inTime = new Promise<IDBDatabase | null>((resolve) => {
    const timer = setTimeout(() => {
      isUnanswered = true;
      resolve(null);
    }, openTimeoutMs);
    void database.then((opened) => {
      clearTimeout(timer);
      resolve(opened);
      const isLate = isUnanswered;
      isUnanswered = false;
      if (!opened) isTroubled = true;
      // What cannot be opened is tried again at the next use.
      opening = opened && { database, inTime: database };
      if (opened && isLate) tellLate();
    });
  });
  return { database, inTime };
}

/**
 * One transaction; `null` when the storage does not work. Requests are issued in the same task when the database is open.
 * One that hangs is not waited for: the start of the app and the log-out stand behind it. It may still be carried out, and
 * is as soon as a slow database opens: a log-in or log-out of that time is not lost.
 */
export async function transact<T>(mode: IDBTransactionMode, work: Work<T>): Promise<T | null> {
  opening ??= openDatabase();
  const carriedOut = opening.database.then((database) => database && carryOut(database, mode, work));
  return (await opening.inTime) && carriedOut;
}

/** Never rejects. */
function carryOut<T>(database: IDBDatabase, mode: IDBTransactionMode, work: Work<T>): Promise<T | null> {
  return new Promise((resolve) => {
    let result: T | null = null;
    const fail = (): void => {
      isTroubled = true;
      end(null);
    };
    const timer = setTimeout(fail, transactionTimeoutMs);
    const end = (value: T | null): void => {
      clearTimeout(timer);
      resolve(value);
    };
    try {
      const transaction = database.transaction(storeName, mode, { durability: 'strict' });
      transaction.oncomplete = () => end(result);
      transaction.onerror = fail;
      transaction.onabort = fail;
      work(transaction.objectStore(storeName), (value) => {
        result = value;
      });
    } catch {
      opening = null;
      fail();
    }
  });
}
