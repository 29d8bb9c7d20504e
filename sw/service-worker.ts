/** Service worker: caches the app shell and map tiles, shows push messages. Never touches /api (invariant 3) and never activates an update on its own. */
import pLimit from 'p-limit';
import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { withoutBase } from './base.ts';
import { showPushes } from './push.ts';
import { isOurAsset, opensTheApp } from './shell.ts';
import { serveTiles } from './tiles.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: Parameters<typeof precache>[0] };

/** As many as a browser loads from one HTTP/1.1 server. The library's own installation waits for each file before it requests the next. */
const atOnce = 6;

const app = precache(self.__WB_MANIFEST);
cleanupOutdatedCaches();

const shell = new NavigationRoute(app.createHandlerBoundToURL('index.html'));
registerRoute(
  (match) => match.request.mode === 'navigate' && match.sameOrigin && opensTheApp(withoutBase(match.url.pathname)),
  shell.handler,
);

serveTiles();
showPushes();

// A new version waits until a user clicks Reload. A page without a worker requests one (src/app/app-update.ts).
self.addEventListener('message', (event) => {
  const type = (event.data as { type?: unknown } | null)?.type;
  if (type === 'SKIP_WAITING') void self.skipWaiting();
  if (type === 'CLAIM') event.waitUntil(self.clients.claim());
});

// Only the very first page is claimed: its late chunks then work offline without a reload. Pages of an older version
// get the new worker by skipWaiting only, so nothing changes under them.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

// ---- Files of the app in the worker's cache.

type File = { readonly url: string; readonly revision: string | null };

/** Installs the files and serves their requests from the cache. Returns the controller that serves the shell. */
function precache(files: readonly File[]): PrecacheController {
  const controller = new PrecacheController({
    plugins: [
      {
        // A refused response fails the whole installation: the current version stays, offline too.
        cacheWillUpdate: async ({ request, response }) =>
          (await isOurAsset(new URL(request.url).pathname, response)) ? response : null,
      },
    ],
  });
  controller.addToCacheList([...files]);
  self.addEventListener('install', (event) => event.waitUntil(install(controller, files, event)));
  self.addEventListener('activate', (event) => void controller.activate(event));
  registerRoute(new PrecacheRoute(controller));
  return controller;
}

async function install(controller: PrecacheController, files: readonly File[], event: ExtendableEvent): Promise<void> {
  const limit = pLimit(atOnce);
  try {
    await limit.map(files, async ({ url, revision }) => {
      // A name without a hash may be in the browser's cache with an earlier content.
      const request = new Request(url, { cache: revision ? 'reload' : 'default', credentials: 'same-origin' });
      const cacheKey = controller.getCacheKeyForURL(url);
      await Promise.all(controller.strategy.handleAll({ params: { cacheKey }, request, event }));
    });
  } finally {
    limit.clearQueue();
  }
}
