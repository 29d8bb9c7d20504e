/**
 * The service worker: keeps the shell (every file of the build) and answers navigations with it; keeps the map's tiles (tiles.ts).
 * Must not: touch /api (answers live in Dexie, house rule 3), replace a running version unasked, or keep what is not ours.
 */
import { addPlugins, cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { isOurAsset, opensTheApp } from './shell.ts';
import { serveTiles } from './tiles.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: Parameters<typeof precacheAndRoute>[0] };

// Refusing an answer makes the whole install fail: the version that stands stays, offline too.
addPlugins([
  {
    cacheWillUpdate: async ({ request, response }) =>
      (await isOurAsset(new URL(request.url).pathname, response)) ? response : null,
  },
]);
precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();

const shell = new NavigationRoute(createHandlerBoundToURL('/index.html'));
registerRoute(
  (match) => match.request.mode === 'navigate' && match.sameOrigin && opensTheApp(match.url.pathname),
  shell.handler,
);

serveTiles();

// A new version waits until somebody presses Reload; a page that no worker controls asks for one (src/app/app-update.ts).
self.addEventListener('message', (event) => {
  const type = (event.data as { type?: unknown } | null)?.type;
  if (type === 'SKIP_WAITING') void self.skipWaiting();
  if (type === 'CLAIM') event.waitUntil(self.clients.claim());
});

// Only the very first page is claimed: it then has its late chunks offline without a reload. Pages of an older version
// get the new worker by skipWaiting alone, so nothing changes under them unasked.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
