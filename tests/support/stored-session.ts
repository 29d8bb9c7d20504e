/** Reads a session's storage in a browser, without code of the app. */
import type { Page } from 'playwright/test';

type Mirror = Record<string, unknown> & { token: string; expirationDate: number };
export const mirrorOf = (page: Page): Promise<Mirror> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('downlink-session') ?? 'null') as never);
export const lastRequestOf = (page: Page): Promise<string | null> =>
  page.evaluate(() => localStorage.getItem('lastRequestTime'));

/** Everything that the session stores in IndexedDB, as text. */
export const recordsOf = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise<string>((found) => {
        const opening = indexedDB.open('downlink-session');
        opening.onsuccess = () => {
          const all = opening.result.transaction('session').objectStore('session').getAll();
          all.onsuccess = () => {
            opening.result.close();
            found(JSON.stringify(all.result));
          };
        };
      }),
  );
