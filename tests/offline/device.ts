/** Reads and damages stored data as developer tools can, and visits a list so that it is stored. */
import type { Locator, Page } from 'playwright/test';
import { type App, expect, offlineReady } from '../support/browser.ts';
import { series } from '../support/messages.ts';
import type { TestServer } from '../support/server.ts';

type Buckets = { keys(): Promise<string[]>; open(name: string): Promise<{ indexedDB: IDBFactory }> };
/** Chromium. */
type WithBuckets = Navigator & { readonly storageBuckets: Buckets };

/** Rows of the list in these tests: six pages of ten, tails N0000T (newest) to N0059T. */
export const stored = 60;
export const bringRows = (server: TestServer): Promise<unknown> => server.import(series(stored));
/** Tails of the rows `from` to `to` - 1 on screen. */
export const tails = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, at) => `N${String(from + at).padStart(4, '0')}T`);

export type Device = {
  /** Names of the existing stores: a bucket or a database for each user. */
  readonly stores: readonly string[];
  /** Their contents as text. */
  readonly text: string;
};

/** Every store of the app's lists, wherever the browser stores it. While one may be deleted: `storesOf`. */
export const deviceOf = (page: Page): Promise<Device> => searchDevice(page, null);

/** What the server sent, in every store. Without the pictures of lists: one is taken again whenever a list has been shown for a while, also of stored rows. */
export const responsesOf = (page: Page): Promise<Device> => searchDevice(page, null, ['responses', 'rows']);

/** Names of the existing stores. Opens none: one that is deleted after it was listed would be created again, and one that is deleted while it is read is an error. */
export const storesOf = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const { storageBuckets } = navigator as Partial<WithBuckets>;
    const databases = (await indexedDB.databases()).map(({ name }) => name ?? '');
    return [...databases.filter((name) => name.startsWith('u-')), ...((await storageBuckets?.keys()) ?? [])];
  });

/** Waits until there is no store. */
export const awaitNoStore = (page: Page): Promise<void> => expect.poll(() => storesOf(page)).toEqual([]);

/** Waits until a store contains the text. The page searches: all airlines are megabytes. */
export const awaitOnDevice = (page: Page, text: string, what = `"${text}"`): Promise<void> =>
  expect.poll(async () => (await searchDevice(page, text)).text, { message: `${what} is on the device` }).toBe(text);

/** Waits until a store contains a response with this value, such as `"kind":"full"`. Reads no body. */
export const awaitResponse = (page: Page, fact: string, what = fact): Promise<void> =>
  expect
    .poll(async () => (await searchDevice(page, fact, ['responses'])).text, { message: `${what} is on the device` })
    .toBe(fact);

/** `text` of a result is only the searched text. `only`: in these tables of each store. */
function searchDevice(page: Page, searched: string | null, only: readonly string[] | null = null): Promise<Device> {
  return page.evaluate(
    async ([names, tables]) => {
      const buckets = (navigator as Partial<WithBuckets>).storageBuckets;
      const done = <T>(request: IDBRequest<T>): Promise<T> =>
        new Promise((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const stores = new Set<string>();
      const texts: string[] = [];
      const read = async (factory: IDBFactory): Promise<void> => {
        for (const { name } of await factory.databases()) {
          if (!name?.startsWith('u-')) continue;
          stores.add(name);
          const database = await done(factory.open(name));
          for (const store of database.objectStoreNames)
            if (tables === null || tables.includes(store))
              texts.push(JSON.stringify(await done(database.transaction(store).objectStore(store).getAll())));
          database.close();
        }
      };
      await read(indexedDB);
      for (const name of (await buckets?.keys()) ?? []) {
        stores.add(name);
        const bucket = await buckets?.open(name);
        if (bucket) await read(bucket.indexedDB);
      }
      const text = texts.join('\n');
      if (names === null) return { stores: [...stores], text };
      return { stores: [...stores], text: text.includes(names) ? names : '' };
    },
    [searched, only] as const,
  );
}

/** Damage to records of a store: half of a response is cut off, its last five rows are empty; a full copy is an hour old and has no numbers. */
const storeOf = { cut: 'rows', nulls: 'rows', old: 'responses', damaged: 'rows' } as const;

/** Changes every record of the store to which `change` applies. Returns their number. */
export function changeStored(page: Page, change: keyof typeof storeOf): Promise<number> {
  return page.evaluate(
    async ({ how, storeName }) => {
      type ApiResponse = { readonly id: string; readonly text: string };
      type Whole = { readonly storedAt: number; readonly record: object };
      const buckets = (navigator as WithBuckets).storageBuckets;
      const done = <T>(request: IDBRequest<T>, what: string): Promise<T> =>
        new Promise((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
          setTimeout(() => reject(new Error(`The browser's store did not answer: ${what}.`)), 120_000);
        });
      const withoutValues = (text: string): string => {
        const { n, of } = JSON.parse(text) as { n: number; of: Record<string, unknown[]> };
        for (const values of Object.values(of)) for (let at = n - 5; at < n; at++) values[at] = [null, {}, []][at % 3];
        return JSON.stringify({ n, of });
      };
      const changes = {
        cut: (one: ApiResponse & Whole) => ({ ...one, text: one.text.slice(0, one.text.length / 2) }),
        nulls: (one: ApiResponse & Whole) => ({ ...one, text: withoutValues(one.text) }),
        old: (one: ApiResponse & Whole) => ({ ...one, storedAt: one.storedAt - 3_600_000 }),
        damaged: (one: ApiResponse & Whole) => ({ ...one, record: { ...one.record, numbers: null } }),
      };
      const isMeant = (record: object): boolean => {
        if (how === 'old') return 'kind' in record && record.kind === 'full';
        if (how === 'damaged') return 'record' in record;
        return 'text' in record && String(record.text).startsWith('{"n":');
      };
      let changed = 0;
      for (const name of await buckets.keys()) {
        const bucket = await buckets.open(name);
        const database = await done(bucket.indexedDB.open(name), 'open');
        const store = database.transaction(storeName, 'readwrite').objectStore(storeName);
        for (const record of ((await done(store.getAll(), 'read')) as (ApiResponse & Whole)[]).filter(isMeant)) {
          await done(store.put(changes[how](record)), 'write');
          changed += 1;
        }
        database.close();
      }
      return changed;
    },
    { how: change, storeName: storeOf[change] },
  );
}

/** The remains of a newer version of the app that was rolled back: a database of a higher version with other store contents. */
export function replaceStores(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const buckets = (navigator as WithBuckets).storageBuckets;
    for (const name of await buckets.keys()) {
      const opening = (await buckets.open(name)).indexedDB.open(name, 1_000_000);
      opening.onupgradeneeded = () => {
        for (const store of [...opening.result.objectStoreNames]) opening.result.deleteObjectStore(store);
        opening.result.createObjectStore('rows', { keyPath: 'another' });
      };
      await new Promise<void>((done, failed) => {
        opening.onsuccess = () => done();
        opening.onerror = () => failed(opening.error);
      });
      opening.result.close();
    }
  });
}

/** Converts the store back to version 4: four tables with the current contents. Returns the number of records, table by table. */
export function toVersion4(page: Page): Promise<Readonly<Record<string, number>>> {
  return page.evaluate(async () => {
    type Stored = { id: string; kind: string; part: string; version: string; storedAt: number };
    const buckets = (navigator as WithBuckets).storageBuckets;
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const counts: Record<string, number> = {};
    for (const name of await buckets.keys()) {
      const { indexedDB: factory } = await buckets.open(name);
      const now = await done(factory.open(name));
      const responses = (await done(now.transaction('responses').objectStore('responses').getAll())) as Stored[];
      const bodies = (await done(now.transaction('rows').objectStore('rows').getAll())) as { id: string }[];
      now.close();
      await done(factory.deleteDatabase(name));
      const bodyOf = (id: string) => bodies.find((body) => body.id === id);
      const of = (kind: string) => responses.filter((one) => one.kind === kind);
      const tables: Record<string, object[]> = {
        pages: of('page').map(({ kind: _kind, part, ...facts }) => ({ ...facts, list: part })),
        rows: of('page').map(({ id }) => bodyOf(id) ?? { id }),
        wholes: of('full').map(({ id, version, storedAt }) => ({ ...bodyOf(id), id, version, confirmedAt: storedAt })),
        positions: of('positions').map(({ id, storedAt }) => ({
          ...bodyOf(id),
          id: id.slice(id.indexOf(' ') + 1),
          storedAt,
        })),
        answers: of('response').map(({ id, storedAt }) => ({ ...bodyOf(id), id, storedAt })),
      };
      const indexes: Record<string, readonly string[]> = { pages: ['list', 'storedAt'], answers: ['storedAt'] };
      const opening = factory.open(name, 40);
      opening.onupgradeneeded = () => {
        for (const [table, records] of Object.entries(tables)) {
          const store = opening.result.createObjectStore(table, { keyPath: 'id' });
          for (const index of indexes[table] ?? []) store.createIndex(index, index);
          for (const record of records) store.put(record);
          counts[table] = (counts[table] ?? 0) + records.length;
        }
      };
      (await done(opening)).close();
    }
    return counts;
  });
}

/** Keeps every store open unchanged, like a page suspended by the browser, until it is released. */
export async function holdStores(page: Page): Promise<() => Promise<void>> {
  type Bucket = { indexedDB: IDBFactory };
  type Held = { held?: { database: IDBDatabase; bucket: Bucket }[] };
  await page.evaluate(async () => {
    const buckets = (navigator as WithBuckets).storageBuckets;
    const held: Held['held'] = [];
    for (const name of await buckets.keys()) {
      const bucket = await buckets.open(name);
      const opening = bucket.indexedDB.open(name);
      await new Promise((done, failed) => {
        opening.onsuccess = done;
        opening.onerror = failed;
      });
      // Without a reference to its bucket a connection was closed within a second on a busy machine.
      held.push({ database: opening.result, bucket });
    }
    (globalThis as Held).held = held;
  });
  return () =>
    page.evaluate(() => {
      for (const { database } of (globalThis as Held).held ?? []) database.close();
    });
}

/**
 * Opens the list with a reachable server and waits until app and rows are on the device. `byForm`: behind a proxy of the test, whose
 * port another proxy may get while a session would be stored.
 */
export async function visit(app: App, how?: 'byForm'): Promise<void> {
  await visitRows(app, how);
  await offlineReady(app.page);
}
/** The same without the app itself, if nothing is loaded offline. */
export async function visitRows(app: App, how?: 'byForm'): Promise<void> {
  const way = { from: '/akrxAll', lands: '/akrxAll' };
  await (how ? app.logInByForm('parser', way) : app.logInAs('parser', way));
  await expect(app.dataRows).toHaveCount(10);
  await rowsOnDevice(app.page);
}
/** The last row of the list is on the sixth page: it arrives with the slab. */
export const rowsOnDevice = (page: Page): Promise<void> => awaitOnDevice(page, `N00${stored - 1}T`);

export const bar = (page: Page): Locator => page.getByRole('region', { name: 'Connection' });
export const badge = (page: Page): Locator => page.getByRole('banner');

/** The rows are those of the store, and the screen states that, their age, and `why`. */
export async function expectStored(app: App, why: string): Promise<void> {
  await expect(app.dataRows).toHaveCount(10);
  await expect(bar(app.page)).toContainText(why);
  await expect(bar(app.page)).toContainText(/Showing stored data from \d\d:\d\dZ, \d+\s(s|min) ago\./);
  await expect(badge(app.page)).toContainText(/Stored \d+\s(s|min)/);
  await expect(app.alertDialog).toHaveCount(0);
}
/** Rows of the server again, without any other notice. */
export async function expectLive(app: App): Promise<void> {
  await expect(badge(app.page)).toContainText(/Live \d+\ss/);
  await expect(bar(app.page)).toHaveCount(0);
  await expect(app.dataRows).toHaveCount(10);
  await expect(app.alertDialog).toHaveCount(0);
}
/** Tails of the rows on the screen, in order. */
export async function shownTails(app: App): Promise<string[]> {
  return (await app.rowTexts()).map((row) => /N\d{4}T/.exec(row)?.[0] ?? row);
}
