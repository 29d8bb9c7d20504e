/** Service worker: caches the app shell and map tiles. Never touches /api (invariant 3) and never activates an update on its own. */
import { cleanupOutdatedCaches } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { withoutBase } from './base.ts';
import { precache } from './precache.ts';
import { opensTheApp } from './shell.ts';
import { serveTiles } from './tiles.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: Parameters<typeof precache>[0] };

const app = precache(self.__WB_MANIFEST);
cleanupOutdatedCaches();

const shell = new NavigationRoute(app.createHandlerBoundToURL('index.html'));
registerRoute(
  (match) => match.request.mode === 'navigate' && match.sameOrigin && opensTheApp(withoutBase(match.url.pathname)),
  shell.handler,
);

serveTiles();

// A new version waits until a user clicks Reload. A page without a worker requests one (src/app/app-update.ts).
self.addEventListener('message', (event) => {
  const type = (event.data as { type?: unknown } | null)?.type;
  if (type === 'SKIP_WAITING') void self.skipWaiting();
  if (type === 'CLAIM') event.waitUntil(self.clients.claim());
});

// Only the very first page is claimed: its late chunks then work offline without a reload. Pages of an older version
// get the new worker by skipWaiting only, so nothing changes under them.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
