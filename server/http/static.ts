/** Files and build of the app, its page for all routes, /config.json and /reset. */

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from './api-error.ts';
import { underBase } from './base-path.ts';
import type { HttpConfig } from './http-config.ts';
import { requestKind } from './security.ts';

/** Names with a content hash never change. */
const hashedName = /[-.][A-Za-z0-9_-]{8,64}\.(js|mjs|css|woff2|png|svg|json|wasm)$/;

export async function addFiles(app: FastifyInstance, config: HttpConfig): Promise<void> {
  app.get('/config.json', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ apiBase: config.apiBase, ...config.appSettings }),
  );
  addReset(app, config.basePath);
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

/**
 * Repair for damaged browser storage: the browser deletes everything of this site, including the worker. A click on the page is needed:
 * any other site can make a browser request an address, or send a form to it.
 */
function addReset(app: FastifyInstance, base: string): void {
  const page = (reply: FastifyReply, text: string): FastifyReply =>
    reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(underBase(base, text));
  app.get('/reset', async (_request, reply) => page(reply, resetPage));
  app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', (_request, payload, done) => {
      payload.resume();
      done(null);
    });
    scope.post('/reset', { bodyLimit: 1000 }, async (request, reply) => {
      if ((request.headers['sec-fetch-site'] ?? 'same-origin') !== 'same-origin')
        throw new HttpError(403, 'Open /reset and click the button there.');
      return page(reply.header('clear-site-data', '"storage", "cache"'), doneText);
    });
  });
}

const head = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Downlink: reset</title>
<style>html{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:36rem;margin:4rem auto;padding:0 1rem}button{font:inherit;padding:.6rem 1rem;min-height:44px}</style>
`;
const resetPage = `${head}<h1>Reset this device</h1>
<p>This removes all data of Downlink in this browser: stored messages, settings and the login. Nothing on the server is changed.</p>
<form method="post"><button>Reset this device</button></form>
<p><a href="/">Open Downlink without a reset</a></p>
</html>
`;
const doneText = `${head}<h1>This device has been reset</h1>
<p>All data of Downlink in this browser was removed: stored messages, settings and the login. Nothing on the server was changed.</p>
<p><a href="/">Open Downlink</a></p>
</html>
`;

// ---- Pages and manifest of the built app. Below `BASE_PATH` they are changed once, at the start.

const typeOf = (file: string): string =>
  file.endsWith('.html') ? 'text/html; charset=utf-8' : 'application/manifest+json; charset=utf-8';

/** Names of the pages of /docs, without the extension. */
function docsOf(appDir: string): string[] {
  const folder = join(appDir, 'docs');
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => (name.endsWith('.html') ? [name.slice(0, -5)] : []));
}

/** Pages and manifest, as paths in the folder of the app. */
const pagesOf = (appDir: string): string[] =>
  ['index.html', 'manifest.webmanifest', 'docs.html', ...docsOf(appDir).map((name) => `docs/${name}.html`)].filter(
    (file) => existsSync(join(appDir, file)),
  );

type SendPage = (reply: FastifyReply, file: string) => FastifyReply;

/** Returns what sends a page of the app by its file. */
function addPages(app: FastifyInstance, appDir: string, base: string): SendPage {
  if (base === '') return (reply, file) => reply.sendFile(file);
  const texts = new Map(
    pagesOf(appDir).map((file) => [file, underBase(base, readFileSync(join(appDir, file), 'utf8'))]),
  );
  const send: SendPage = (reply, file) =>
    reply
      .header('cache-control', file === 'index.html' ? 'no-store' : 'no-cache')
      .type(typeOf(file))
      .send(texts.get(file));
  app.get('/', async (_request, reply) => send(reply, 'index.html'));
  for (const file of texts.keys()) app.get(`/${file}`, async (_request, reply) => send(reply, file));
  // The worker's scope is the folder: a page at the path without the slash would have no worker.
  app.addHook('onRequest', async (request, reply) => {
    const [path = '', query] = request.originalUrl.split('?', 2);
    if (path === base) return reply.redirect(`${base}/${query === undefined ? '' : `?${query}`}`, 308);
  });
  return send;
}

// ---- Build of the app, from its service worker, which lists the revision of every file.

export function appBuildOf(appDir: string | null): string | null {
  const worker = appDir && join(appDir, 'service-worker.js');
  if (!worker || !existsSync(worker)) return null;
  return createHash('sha256').update(readFileSync(worker)).digest('hex').slice(0, 8);
}
