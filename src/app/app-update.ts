/**
 * Registers the service worker, reports a waiting version, and reloads every tab once when a user agrees.
 * A build with SW_KILL=1 serves a worker that unregisters itself and empties its caches (vite.config.ts).
 */

import { Workbox } from 'workbox-window';
import { serverBuild } from '../data/server-build.ts';
import { basePath } from '../lib/base-path.ts';
import { trustedScript } from '../lib/trusted-types.ts';
import { useValue, valueStore } from '../ui/value-store.ts';

const checkEveryMs = 60 * 60_000;
/** Minimum interval of checks after a return to the app or a change of the server, and of attempts to install. */
const checkAgainAfterMs = 60_000;
/** Without a takeover by then, Chromium may wait for minutes (decision 38). */
const activationMs = 3000;

/** Lock of each page from the removal of its worker until the page is gone. A page that registers earlier would restore the old worker. */
const oldPages = 'downlink-old-pages';
/** Notifies the other tabs of the removal. */
const restarts = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('downlink-restart');

const waiting = valueStore<Workbox | null>(null);
let isReloading = false;

function reloadOnce(): void {
  if (isReloading) return;
  isReloading = true;
  location.reload();
}

function watch(registration: ServiceWorkerRegistration): void {
  let checkedAt = Number.NEGATIVE_INFINITY;
  let later: ReturnType<typeof setTimeout> | undefined;
  const check = (): void => {
    if (document.visibilityState === 'hidden' || !navigator.onLine) return; // checked on return
    const waitMs = checkedAt + checkAgainAfterMs - Date.now();
    clearTimeout(later);
    if (waitMs > 0) {
      later = setTimeout(check, waitMs);
      return;
    }
    checkedAt = Date.now();
    registration.update().catch(() => undefined); // unreachable, or a captive portal: the current version stays
  };
  document.addEventListener('visibilitychange', check);
  addEventListener('online', check);
  serverBuild.subscribe(check);
  setInterval(check, checkEveryMs);
}

/** False = a file of the app was refused or could not be stored. */
function isInstalled(worker: ServiceWorker): Promise<boolean> {
  return new Promise((resolve) => {
    const report = (): void => {
      if (worker.state !== 'parsed' && worker.state !== 'installing') resolve(worker.state !== 'redundant');
    };
    worker.addEventListener('statechange', report);
    report();
  });
}

/** Resolves when the app is stored. undefined = the browser blocks workers. Rejects if the first installation fails, which leaves nothing. */
async function install(): Promise<ServiceWorkerRegistration | undefined> {
  const workbox = new Workbox(trustedScript(`${basePath}/service-worker.js`), {
    scope: `${basePath}/`,
    updateViaCache: 'none',
  });
  workbox.addEventListener('waiting', () => waiting.set(workbox));
  await navigator.locks?.request(oldPages, () => undefined);
  const registration = await workbox.register();
  const first = registration?.active ? null : registration?.installing;
  if (first && !(await isInstalled(first))) throw new Error('A file of the app could not be stored.');
  return registration;
}

/** Resolves after `ms`, or as soon as the network is back. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
    addEventListener('online', () => resolve(), { once: true });
  });
}

async function register(): Promise<void> {
  for (let pauseMs = checkAgainAfterMs; ; pauseMs = Math.min(pauseMs * 2, checkEveryMs)) {
    try {
      const registration = await install();
      // With blocked workers it resolves to nothing, or throws: the app works without.
      if (!registration) return;
      watch(registration);
      // A page loaded during the takeover, or reloaded past the worker, has none: chunks loaded later would be missing offline.
      const { active } = await navigator.serviceWorker.ready;
      if (!navigator.serviceWorker.controller) active?.postMessage({ type: 'CLAIM' });
      return;
    } catch (error) {
      console.warn('Offline use is off: the app could not be stored. It will be tried again later.', error);
    }
    // A page stays open for days: after one lost response it would have no offline use until the next load.
    await pause(pauseMs);
  }
}

/** Call once. There is no worker in development. */
export function startUpdates(): void {
  addEventListener('vite:preloadError', () => void reloadForMissingChunk(reloadOnce));
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  // The first worker takes over a page without one: nothing changed, no reload.
  let hadWorker = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // Removed by the repair page: no new version, and a reload would leave that page again.
    const hasWorker = navigator.serviceWorker.controller !== null;
    if (hadWorker && hasWorker) reloadOnce();
    hadWorker = true;
  });
  restarts?.addEventListener('message', leaveOldPage);
  // After the first paint: the precache must not compete with the login.
  if (document.readyState === 'complete') void register();
  else addEventListener('load', () => void register(), { once: true });
}

function leaveOldPage(): void {
  void navigator.locks?.request(oldPages, { mode: 'shared' }, () => new Promise(() => undefined));
  reloadOnce();
}

/** Removes the workers and reloads every tab. The new version is then installed from the cache. Needs the server: a page without a worker is loaded from there. */
async function restart(): Promise<void> {
  const response = await fetch(`${basePath}/`, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  if (!response?.ok || isReloading) return;
  await (await navigator.serviceWorker.getRegistration())?.unregister();
  restarts?.postMessage(null);
  leaveOldPage();
}

function activate(workbox: Workbox): void {
  workbox.messageSkipWaiting();
  // Chromium drops the request if a tab loads a file while the old worker stops, and ignores a second one.
  setInterval(() => void restart(), activationMs);
}

/** Set while a new version is pending: activates it. Every tab reloads once. */
export function useUpdate(): { take(): void } | null {
  const workbox = useValue(waiting);
  return workbox ? { take: () => activate(workbox) } : null;
}

// ---- Reloads once when a chunk fails to load after a deployment.
// Imports stopped by a navigation must not trigger it: the reload would replace the navigation.

const reloadedKey = 'downlink-reloaded-at';
const reloadAgainAfterMs = 60_000;

/** Whether the server has another build than this page. A page that is being left gets no response and stays. */
async function hasOtherBuild(): Promise<boolean> {
  const script = document.querySelector('script[type="module"][src]')?.getAttribute('src');
  if (!script) return false;
  try {
    // With a query: without one the service worker responds from its cache.
    const response = await fetch(`${basePath}/index.html?build`, { cache: 'no-store' });
    const html = await response.text();
    // A captive portal responds with its own page.
    return response.ok && html.includes('id="boot"') && !html.includes(script);
  } catch {
    return false;
  }
}

/** Not offline, and at most once per minute. */
export async function reloadForMissingChunk(reload: () => void): Promise<void> {
  if (!navigator.onLine || !(await hasOtherBuild())) return;
  try {
    const last = Number(sessionStorage.getItem(reloadedKey) ?? 0);
    if (Date.now() - last < reloadAgainAfterMs) return;
    sessionStorage.setItem(reloadedKey, String(Date.now()));
  } catch {
    return; // without a record of the last reload a loop could not be detected
  }
  reload();
}
