/**
 * Opens the session database and runs one strict transaction at a time. For session-storage.ts and told-user.ts only.
 * Never throws and always ends in time: the start of the app waits for it.
 */
import { sessionDatabase } from '../../contract/told-user.ts';
import { leavable, wasAbortedOnLeave, whenShown } from '../lib/leavable-factory.ts';

const { name: databaseName, version, store: storeName } = sessionDatabase;
const openTimeoutMs = 2000;
/** Generous: a write waits for the disk. */
const transactionTimeoutMs = 5000;

type Work<T> = (store: IDBObjectStore, done: (value: T) => void) => void;

/** `inTime` is what callers await: null after the timeout. `database` may follow later, null = it cannot be opened. */
type Opening = { readonly database: Promise<IDBDatabase | null>; readonly inTime: Promise<IDBDatabase | null> };

/** Of the page: the record names the user. */
let opening: Opening | null = null;
let hasFailed = false;
/** Openings and transactions beyond their timeout that have not ended. */
let overdue = 0;
let reportLate = (): void => undefined;

/** True after a failed opening or write since the page load, or without a response yet. */
export const hasDatabaseError = (): boolean => hasFailed || overdue > 0;

/** `fn` runs when an opening or a transaction ends after its timeout, behind all requests made until then. */
export function onLateResponse(fn: () => void): void {
  reportLate = fn;
}

/** Calls `settle` once: with the result of `work`, or with null after the timeout. `afterwards` runs when `work` ends. */
function limitTime<T>(
  limitMs: number,
  work: Promise<T | null>,
  afterwards = (_value: T | null): void => undefined,
): Promise<T | null> {
  return new Promise((settle) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      overdue += 1;
      settle(null);
    }, limitMs);
    void work.then((value) => {
      clearTimeout(timer);
      settle(value);
      if (isLate) overdue -= 1;
      afterwards(value);
      if (isLate && value !== null) reportLate();
    });
  });
}

function requestDatabase(): Promise<IDBDatabase | null> {
  return new Promise((resolve) => {
    try {
      const request = leavable(indexedDB).open(databaseName, version);
      request.onupgradeneeded = () => request.result.createObjectStore(storeName);
      request.onerror = () => resolve(null);
      request.onsuccess = () => {
        const database = request.result;
        // The database is being deleted, was evicted, or the disk failed: the next use opens it again.
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
  const inTime = limitTime(openTimeoutMs, database, (opened) => {
    if (!opened) hasFailed = true;
    // A failed opening is retried at the next use.
    opening = opened && { database, inTime: database };
  });
  return { database, inTime };
}

/**
 * One transaction. `null` if storage does not work. Requests are issued in the same task if the database is open.
 * Callers do not wait beyond the timeout: the start of the app and the logout depend on it. The transaction may still run,
 * at the latest when a slow database opens: a login or logout of that time is not lost.
 * A transaction of a page in the back/forward cache restarts when the page is shown.
 */
export async function transact<T>(mode: IDBTransactionMode, work: Work<T>): Promise<T | null> {
  opening ??= openDatabase();
  const carriedOut = opening.database.then((database) => database && carryOut(database, mode, work));
  return (await opening.inTime) && limitTime(transactionTimeoutMs, carriedOut);
}

/** Never rejects. */
async function carryOut<T>(database: IDBDatabase, mode: IDBTransactionMode, work: Work<T>): Promise<T | null> {
  await whenShown();
  const ended = await runTransaction(database, mode, work);
  if (ended === 'left') return transact(mode, work);
  if (ended === 'failed') hasFailed = true;
  return ended === 'failed' ? null : ended.value;
}

function runTransaction<T>(
  database: IDBDatabase,
  mode: IDBTransactionMode,
  work: Work<T>,
): Promise<{ readonly value: T | null } | 'left' | 'failed'> {
  return new Promise((resolve) => {
    let value: T | null = null;
    try {
      const transaction = database.transaction(storeName, mode, { durability: 'strict' });
      transaction.oncomplete = () => resolve({ value });
      // An unhandled error also aborts the transaction.
      transaction.onabort = () => resolve(wasAbortedOnLeave(transaction) ? 'left' : 'failed');
      work(transaction.objectStore(storeName), (result) => {
        value = result;
      });
    } catch {
      opening = null;
      resolve('failed');
    }
  });
}
