/** Sessions reused by tests of one worker: a login is a third of a short test. Not for tests of the form or the session. */
import type { BrowserContext, Page } from 'playwright/test';
import type { DemoUser } from './server.ts';

/** A session in the browser: the mirror in localStorage, the records of its database by key, the cookie of map tiles. */
type Session = {
  readonly mirror: string;
  readonly records: readonly (readonly [string, unknown])[];
  readonly cookies: Awaited<ReturnType<BrowserContext['cookies']>>;
};

const sessions = new Map<string, { readonly at: number; readonly session: Session }>();
/** Far shorter than the inactivity limit and the time until a renewal of the token. */
const freshMs = 180_000;

const keyOf = (origin: string, user: DemoUser): string => `${user} at ${origin}`;

/** Not for a user without a role, nor for one who has not accepted the terms. */
export const isLasting = (user: DemoUser): boolean => user !== 'guest' && user !== 'newcomer';

export function keptSession(origin: string, user: DemoUser): Session | null {
  const found = sessions.get(keyOf(origin, user));
  return found && Date.now() - found.at < freshMs ? found.session : null;
}

/** Stores the session of the page, which has just started. */
export async function keepSession(origin: string, user: DemoUser, page: Page): Promise<void> {
  const stored = await page.evaluate(async () => {
    // A method: the compiler of the benches adds a helper, unknown to the page, to functions in variables.
    const idb = {
      done<T>(request: IDBRequest<T>): Promise<T> {
        return new Promise((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      },
    };
    const database = await idb.done(indexedDB.open('downlink-session'));
    const store = database.transaction('session').objectStore('session');
    const [keys, values] = await Promise.all([idb.done(store.getAllKeys()), idb.done(store.getAll())]);
    database.close();
    return {
      mirror: localStorage.getItem('downlink-session') ?? '',
      records: keys.map((key, at) => [String(key), values[at] as unknown] as const),
    };
  });
  const session = { ...stored, cookies: await page.context().cookies() };
  sessions.set(keyOf(origin, user), { at: Date.now(), session });
}

/**
 * Opens an address in a fresh browser with this session. A script writes it before the app opens the database. Playwright's
 * `setStorageState` would load a separate page, a sixth of a short test.
 */
export async function openWith(page: Page, session: Session, address: string): Promise<void> {
  await page.context().addCookies(session.cookies);
  // Added to the page: a script of the context could not be removed (used-context.ts).
  const script = await page.addInitScript(({ mirror, records }) => {
    localStorage.setItem('downlink-session', mirror);
    const opening = indexedDB.open('downlink-session', 1);
    opening.onupgradeneeded = () => {
      const store = opening.result.createObjectStore('session');
      for (const [key, value] of records) store.put(value, key);
    };
    opening.onsuccess = () => opening.result.close();
  }, session);
  await page.goto(address);
  await script.dispose();
}

/** A logout or a renewed token: the server has revoked the stored one. */
export function forgetSessions(origin: string): void {
  for (const key of sessions.keys()) if (key.endsWith(` at ${origin}`)) sessions.delete(key);
}
