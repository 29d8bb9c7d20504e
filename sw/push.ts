/** Push messages: always a notification, with the text for the user of this device only, and the address that a click opens. Own file: apart from the app shell. */
import { type PushPayload, pushPayload } from '../contract/entities/notices.ts';
import {
  maxPushed,
  pushedKey,
  readToldUser,
  sessionDatabase,
  type ToldUser,
  toldKey,
  type WorkerMessage,
} from '../contract/told-user.ts';
import { base, withoutBase } from './base.ts';
import { opensTheApp } from './shell.ts';

declare const self: ServiceWorkerGlobalScope;

const inbox = '/notices';
const lengths = { title: 120, body: 300 } as const;
/** A page that does not answer has no code for it, such as the login. */
const answerLimitMs = 1000;

export function showPushes(): void {
  self.addEventListener('push', (event) => event.waitUntil(show(event.data)));
  self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    const { path } = (event.notification.data ?? {}) as { readonly path?: unknown };
    // Started before it is handed over: a test calls this with an event that waits for nothing.
    const opened = open(addressOf(path));
    event.waitUntil(opened);
  });
  self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event as SubscriptionChange)));
}

// ---- A message

function readPayload(data: PushMessageData | null): PushPayload | null {
  try {
    const read = pushPayload.safeParse(data?.json());
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

/** A message without a notification costs the permission. */
async function show(data: PushMessageData | null): Promise<void> {
  const payload = readPayload(data);
  const told = payload && (await readTold());
  if (payload && told?.user === payload.user) {
    // The same notice again replaces the first one.
    await self.registration.showNotification(payload.title.slice(0, lengths.title), {
      body: payload.body.slice(0, lengths.body),
      tag: payload.id,
      icon: `${base}/icons/icon-192.png`,
      requireInteraction: payload.isEmergency,
      data: { path: payload.path },
    });
    await Promise.allSettled([keep(payload), showBadge(payload.new)]);
    return;
  }
  await self.registration.showNotification('New notice, log in', {
    body: 'The text is shown to the user of this device only.',
    tag: 'log-in',
    icon: `${base}/icons/icon-192.png`,
    data: { path: inbox },
  });
}

/** Not in every browser. */
async function showBadge(count: number): Promise<void> {
  const badge = self.navigator as { setAppBadge?(count: number): Promise<void> };
  await badge.setAppBadge?.(Math.max(0, Math.round(count)));
}

// ---- A click

/** The address inside the base path. Anything else opens the inbox. */
function addressOf(path: unknown): URL {
  const inboxUrl = new URL(base + inbox, self.location.origin);
  if (typeof path !== 'string' || !/^\/(?![/\\])/.test(path)) return inboxUrl;
  const url = new URL(base + path, self.location.origin);
  const isOwn = url.origin === self.location.origin && url.pathname.startsWith(`${base}/`);
  return isOwn && opensTheApp(withoutBase(url.pathname)) ? url : inboxUrl;
}

/** In an open page of the app, which keeps what was typed, else in a new one. */
async function open(url: URL): Promise<void> {
  const pages = (await self.clients.matchAll({ type: 'window', includeUncontrolled: true })).filter(({ url: at }) =>
    new URL(at).pathname.startsWith(`${base}/`),
  );
  const page = pages.find(({ focused }) => focused) ?? pages.find(isVisible) ?? pages[0];
  if (!page) {
    await self.clients.openWindow(url);
    return;
  }
  await page.focus().catch(() => undefined);
  if (await isOpenedBy(page, url)) return;
  const moved = await page.navigate(url).catch(() => null);
  if (!moved) await self.clients.openWindow(url);
}
const isVisible = ({ visibilityState }: WindowClient): boolean => visibilityState === 'visible';

function isOpenedBy(page: WindowClient, { pathname, search }: URL): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(() => resolve(false), answerLimitMs);
    port1.onmessage = () => {
      clearTimeout(timer);
      resolve(true);
    };
    page.postMessage({ type: 'OPEN', path: withoutBase(pathname) + search } satisfies WorkerMessage, [port2]);
  });
}

// ---- A subscription that the browser replaced

type SubscriptionChange = ExtendableEvent & { readonly oldSubscription?: PushSubscription | null };

/** The server learns it from a page, now or at the next start of the app: the worker makes no calls. */
async function renew({ oldSubscription }: SubscriptionChange): Promise<void> {
  if (oldSubscription) await self.registration.pushManager.subscribe(oldSubscription.options).catch(() => null);
  for (const page of await self.clients.matchAll({ type: 'window' }))
    page.postMessage({ type: 'SUBSCRIPTION_CHANGED' } satisfies WorkerMessage);
}

// ---- The session database, which the app writes

/** null = it cannot be opened, or the app has never made it. */
function openDatabase(): Promise<IDBDatabase | null> {
  return new Promise((resolve) => {
    const request = indexedDB.open(sessionDatabase.name, sessionDatabase.version);
    request.onupgradeneeded = () => request.transaction?.abort();
    request.onerror = () => resolve(null);
    request.onsuccess = () => {
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
  });
}

/** null = nobody's. Never throws: a notification is shown in any case. */
function readTold(): Promise<ToldUser | null> {
  return inDatabase<ToldUser | null>('readonly', null, (store, done) => {
    const request = store.get(toldKey);
    request.onsuccess = () => done(readToldUser(request.result));
  });
}

/** For the inbox without a network. The user may have left meanwhile. */
function keep(payload: PushPayload): Promise<boolean> {
  return inDatabase('readwrite', false, (store, done) => {
    const told = store.get(toldKey);
    const pushed = store.get(pushedKey);
    pushed.onsuccess = () => {
      if (readToldUser(told.result)?.user !== payload.user) return;
      const before = (Array.isArray(pushed.result) ? pushed.result : []) as readonly Partial<PushPayload>[];
      store.put([...before.filter(({ id }) => id !== payload.id), payload].slice(-maxPushed), pushedKey);
      done(true);
    };
  });
}

async function inDatabase<T>(
  mode: IDBTransactionMode,
  otherwise: T,
  work: (store: IDBObjectStore, done: (value: T) => void) => void,
): Promise<T> {
  const database = await openDatabase();
  if (!database) return otherwise;
  return new Promise<T>((resolve) => {
    let value = otherwise;
    const transaction = database.transaction(sessionDatabase.store, mode);
    transaction.oncomplete = () => resolve(value);
    transaction.onabort = () => resolve(otherwise);
    work(transaction.objectStore(sessionDatabase.store), (result) => {
      value = result;
    });
  })
    .catch(() => otherwise)
    .finally(() => database.close());
}
