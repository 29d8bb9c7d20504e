/** Files of the app in the worker's cache. */
import pLimit from 'p-limit';
import { PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { isOurAsset } from './shell.ts';

declare const self: ServiceWorkerGlobalScope;

type File = { readonly url: string; readonly revision: string | null };

/** As many as a browser loads from one HTTP/1.1 server. The library's own installation waits for each file before it requests the next. */
const atOnce = 6;

/** Installs the files and serves their requests from the cache. Returns the controller that serves the shell. */
export function precache(files: readonly File[]): PrecacheController {
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
