/**
 * IndexedDB whose open transactions are aborted when the page enters the back/forward cache (decision 33).
 * WebKit freezes a cached page with its transactions, and they block every later page of the site until the page is evicted
 * (https://github.com/w3c/IndexedDB/issues/381). Never abort those of a hidden page, which continues to run.
 */

/** Of the page. */
const active = new Set<IDBTransaction>();
let isListening = false;
/** Resolves when the page is shown again. null = the page is shown. */
let cached: { readonly shown: Promise<void>; readonly show: () => void } | null = null;

/** Resolves at once, or when the page returns from the back/forward cache. */
export const whenShown = (): Promise<void> => cached?.shown ?? Promise.resolve();

/** A script's `abort()` sets no error, every other abort does. */
export const wasAbortedOnLeave = (transaction: IDBTransaction): boolean => transaction.error === null;

/** The same factory. Transactions of its databases, upgrades included, end when the page is left. */
export function leavable(factory: IDBFactory): IDBFactory {
  listen();
  return {
    open(name, version) {
      const request = factory.open(name, version);
      request.addEventListener('upgradeneeded', () => request.transaction && track(request.transaction));
      request.addEventListener('success', () => trackAll(request.result));
      return request;
    },
    deleteDatabase: (name) => factory.deleteDatabase(name),
    databases: () => factory.databases(),
    cmp: (one, other) => factory.cmp(one, other),
  };
}

function trackAll(database: IDBDatabase): void {
  const begin = database.transaction.bind(database);
  database.transaction = (stores, mode, options) => track(begin(stores, mode, options));
}

function track(transaction: IDBTransaction): IDBTransaction {
  active.add(transaction);
  const forget = (): void => void active.delete(transaction);
  transaction.addEventListener('complete', forget);
  transaction.addEventListener('abort', forget);
  return transaction;
}

function listen(): void {
  if (isListening || typeof window === 'undefined') return;
  isListening = true;
  window.addEventListener('pagehide', (event) => event.persisted && leave(), { capture: true });
  window.addEventListener('pageshow', () => show(), { capture: true });
}

function leave(): void {
  if (!cached) {
    let show = (): void => undefined;
    const shown = new Promise<void>((resolve) => {
      show = resolve;
    });
    cached = { shown, show };
  }
  for (const transaction of active) {
    try {
      transaction.abort();
    } catch {
      // The transaction has just ended.
    }
  }
  active.clear();
}

function show(): void {
  cached?.show();
  cached = null;
}
