/** Files of the app, its page for all routes, /config.json and /reset. */

import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from './api-error.ts';
import { underBase } from './base-path.ts';
import type { HttpConfig } from './http-config.ts';
import { addPages, docsOf, pagesOf, type SendPage } from './pages.ts';
import { requestKind } from './security.ts';

/** Names with a content hash never change. */
const hashedName = /[-.][A-Za-z0-9_-]{8,64}\.(js|mjs|css|woff2|png|svg|json|wasm)$/;

export async function addFiles(app: FastifyInstance, config: HttpConfig): Promise<void> {
  app.get('/config.json', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ apiBase: config.apiBase, ...config.appSettings }),
  );
  app.get('/reset', async (_request, reply) => sendReset(reply, config.basePath));
  if (config.appDir)
    await app.register(fastifyStatic, {
      root: config.appDir,
      // A route for each file. With one for all of them, the plugin reads the whole folder at each request.
      wildcard: false,
      globIgnore: ['**/*.{br,gz}', ...(config.basePath === '' ? [] : pagesOf(config.appDir))],
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.header('cache-control', cacheControl(path));
      },
    });
  const sendPage = config.appDir ? addPages(app, config.appDir, config.basePath) : null;
  if (config.appDir && sendPage) addDocs(app, config.appDir, sendPage);
  app.setNotFoundHandler(async (request, reply) => {
    if (sendPage && isForApp(request)) {
      // Framework, compression and hooks listen for the end of this response. Node warns of a leak from 11 listeners on.
      reply.raw.setMaxListeners(20);
      return sendPage(reply, 'index.html');
    }
    throw new HttpError(404, requestKind(request) === 'call' ? 'Unknown API call.' : 'Page not found.');
  });
}

/** Addresses without the extension: `/docs` and its pages. */
function addDocs(app: FastifyInstance, appDir: string, sendPage: SendPage): void {
  const names = docsOf(appDir);
  if (names.length === 0) return;
  app.get('/docs', async (_request, reply) => sendPage(reply, 'docs.html'));
  for (const name of names) app.get(`/docs/${name}`, async (_request, reply) => sendPage(reply, `docs/${name}.html`));
}

/** The page, the worker and their entry files are always revalidated: updates must be seen. */
function cacheControl(path: string): string {
  const file = path.replace(/\.(br|gz)$/, '');
  if (/[\\/]assets[\\/]/.test(file) && hashedName.test(file)) return 'public, max-age=31536000, immutable';
  if (/(index\.html|service-worker\.js)$/.test(file)) return 'no-store';
  return 'no-cache';
}

/** A route of the app: a browser's GET for a page, not for a file, the API or a tile. */
function isForApp(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const path = request.url.split('?', 1)[0] ?? '';
  if (requestKind(request) !== 'page' || /\.[a-z0-9]{1,11}$/i.test(path)) return false;
  return /text\/html|\*\/\*/.test(request.headers.accept ?? '');
}

/** Repair for damaged browser storage: the browser deletes everything of this site, including the worker. */
function sendReset(reply: FastifyReply, base: string): FastifyReply {
  return reply
    .header('clear-site-data', '"storage", "cache"')
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(underBase(base, resetPage));
}

const resetPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Downlink: reset</title>
<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:36rem;margin:4rem auto;padding:0 1rem;color-scheme:light dark}</style>
<h1>This device has been reset</h1>
<p>All data of Downlink in this browser was removed: stored messages, settings and the login. Nothing on the server was changed.</p>
<p><a href="/">Open Downlink</a></p>
</html>
`;
