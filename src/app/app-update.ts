/**
 * New versions: registers the service worker, tells when one waits, and reloads every tab once when somebody agrees.
 * Must not: replace a running version unasked (docs: registerType prompt), or reload in a loop.
 * Kill switch: a build with SW_KILL=1 serves a worker that unregisters itself and empties its caches (vite.config.ts).
 */
import { Workbox } from 'workbox-window';
import { useValue, valueStore } from '../ui/value-store.ts';

const checkEveryMs = 60 * 60_000;
const reloadedKey = 'downlink-reloaded-at';
const reloadAgainAfterMs = 60_000;

const waiting = valueStore<Workbox | null>(null);
let isReloading = false;

function reloadOnce(): void {
  if (isReloading) return;
  isReloading = true;
  location.reload();
}

function watch(registration: ServiceWorkerRegistration): void {
  let checkedAt = Date.now();
  const check = (): void => {
    if (document.visibilityState === 'hidden' || !navigator.onLine || Date.now() - checkedAt < checkEveryMs) return;
    checkedAt = Date.now();
    registration.update().catch(() => undefined); // not reached, or a portal's page: the version that stands stays
  };
  document.addEventListener('visibilitychange', check);
  addEventListener('online', check);
  setInterval(check, checkEveryMs);
}

async function register(): Promise<void> {
  const workbox = new Workbox('/service-worker.js', { scope: '/', updateViaCache: 'none' });
  workbox.addEventListener('waiting', () => waiting.set(workbox));
  try {
    // Blocked workers make register() resolve to nothing, or throw: the app then works without.
    const registration = await workbox.register();
    if (!registration) return;
    watch(registration);
    // A page that was loading while the worker took its pages over, or that was reloaded past it, has none: its late code would be missing offline.
    const { active } = await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller) active?.postMessage({ type: 'CLAIM' });
  } catch (error) {
    console.warn('The service worker could not be registered; the app works, without offline use.', error);
  }
}

/** A late chunk of an older build that is gone: one reload brings the new build. Not without network, never twice in a minute. */
function reloadForMissingChunk(): void {
  if (!navigator.onLine) return;
  try {
    const last = Number(sessionStorage.getItem(reloadedKey) ?? 0);
    if (Date.now() - last < reloadAgainAfterMs) return;
    sessionStorage.setItem(reloadedKey, String(Date.now()));
  } catch {
    return; // without a memory of the last time a loop could not be told
  }
  reloadOnce();
}

/** To be called once. In development there is no worker. */
export function startUpdates(): void {
  addEventListener('vite:preloadError', reloadForMissingChunk);
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  // The first worker of all takes over a page that had none: nothing changed, so nothing is reloaded.
  let hadWorker = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // Taken away by the repair page: nothing new came, and a reload would leave that page again.
    const isThere = navigator.serviceWorker.controller !== null;
    if (hadWorker && isThere) reloadOnce();
    hadWorker = true;
  });
  // After the first paint: the precache must not compete with the log-in.
  if (document.readyState === 'complete') void register();
  else addEventListener('load', () => void register(), { once: true });
}

/** Set while a new version waits: the way to take it. Every tab reloads once. */
export function useUpdate(): { take(): void } | null {
  const workbox = useValue(waiting);
  return workbox ? { take: () => workbox.messageSkipWaiting() } : null;
}
