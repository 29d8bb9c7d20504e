/** Names, finds and deletes the stores on this device, one for each user and server. Never import database.ts: a logout on the first route needs this alone. */

/** Of the Storage Buckets API, which only some browsers have. */
type Bucket = { readonly indexedDB: IDBFactory; persisted(): Promise<boolean>; persist(): Promise<boolean> };
type StorageBuckets = {
  open(name: string): Promise<Bucket>;
  keys(): Promise<string[]>;
  delete(name: string): Promise<void>;
};

const isStoreName = (name: string | undefined): name is string => /^u-[0-9a-f]{16}$/.test(name ?? '');

function buckets(): StorageBuckets | null {
  return (navigator as { storageBuckets?: StorageBuckets }).storageBuckets ?? null;
}

/** Of the page. */
let serverOf: () => string = () => '';
let closeOpen = async (): Promise<void> => {};

/** Each server has its own stores. */
export function setServer(apiBase: () => string): void {
  serverOf = apiBase;
}

/** For database.ts: until it has loaded, no store is open. */
export function setClose(close: () => Promise<void>): void {
  closeOpen = close;
}
export const closeOpenStore = (): Promise<void> => closeOpen();

/** `u-` and the first 16 hex digits of SHA-256(server + user). null without a secure context, where nothing is stored. */
export async function storeName(userId: string): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null;
  const bytes = new TextEncoder().encode(serverOf() + userId);
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return `u-${[...hash.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** The store's bucket; null where the browser has none. */
export async function bucketOf(name: string): Promise<Bucket | null> {
  return (await attempt(() => buckets()?.open(name))) ?? null;
}

/** Names of all stores of this app on this device. */
export async function standingStores(): Promise<string[]> {
  const inBuckets = (await attempt(() => buckets()?.keys())) ?? [];
  const plain = (await attempt(() => globalThis.indexedDB?.databases?.())) ?? [];
  return [...new Set([...inBuckets, ...plain.map((database) => database.name)])].filter(isStoreName);
}

/** True when the store is gone or never existed. Ends within `waitMs`. */
export async function deleteStore(name: string, waitMs: number): Promise<boolean> {
  const removal = Promise.all([attempt(() => buckets()?.delete(name)), attempt(() => deleteDatabase(name))]);
  await within(waitMs, removal, null);
  const left = await within(waitMs, standingStores(), [name]);
  return !left.includes(name);
}

function deleteDatabase(name: string): Promise<void> {
  const factory = globalThis.indexedDB;
  if (!factory) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const request = factory.deleteDatabase(name);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error);
  });
}

/** The value, or `instead` after `waitMs`. A later failure is ignored. */
export async function within<T, U>(waitMs: number, work: Promise<T>, instead: U): Promise<T | U> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<U>((resolve) => {
    timer = setTimeout(() => resolve(instead), waitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
}

/** undefined on failure: a device without storage is no error. */
async function attempt<T>(work: () => Promise<T> | T | undefined): Promise<T | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}
