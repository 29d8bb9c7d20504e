/**
 * The app's files, the page for its routes, /config.json and /reset.
 * Must not: serve anything outside of dist/app, or answer for the API.
 */
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { HttpError } from './api-error.ts';
import { askedFor } from './security.ts';

/** Names that carry a hash of their content never change. */
const hashedName = /[-.][A-Za-z0-9_-]{8,}\.(js|mjs|css|woff2|png|svg|json|wasm)$/;

export async function addFiles(app: FastifyInstance, config: Config): Promise<void> {
  app.get('/config.json', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ apiBase: config.apiBase, ...config.appSettings }),
  );
  app.get('/reset', async (_request, reply) => sendReset(reply));
  if (config.appDir)
    await app.register(fastifyStatic, {
      root: config.appDir,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.header('cache-control', cacheControl(path));
      },
    });
  app.setNotFoundHandler(async (request, reply) => {
    if (config.appDir && isForApp(request)) return reply.sendFile('index.html');
    throw new HttpError(
      404,
      askedFor(request) === 'call' ? 'There is no such call.' : 'There is nothing at this address.',
    );
  });
}

/** The page, the worker and what they start from are asked anew each time: an update must be seen. */
function cacheControl(path: string): string {
  const file = path.replace(/\.(br|gz)$/, '');
  if (/[\\/]assets[\\/]/.test(file) && hashedName.test(file)) return 'public, max-age=31536000, immutable';
  if (/(index\.html|service-worker\.js)$/.test(file)) return 'no-store';
  return 'no-cache';
}

/** A route of the app: a person's GET for a page, not for a file, the API or a tile. */
function isForApp(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const path = request.url.split('?', 1)[0] ?? '';
  if (askedFor(request) !== 'page' || /\.[a-z0-9]{1,11}$/i.test(path)) return false;
  return /text\/html|\*\/\*/.test(request.headers.accept ?? '');
}

/** The way out of damaged browser storage: the browser forgets everything of this site, the worker included. */
function sendReset(reply: FastifyReply): FastifyReply {
  return reply
    .header('clear-site-data', '"storage", "cache"')
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(resetPage);
}

const resetPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Downlink: reset</title>
<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:36rem;margin:4rem auto;padding:0 1rem;color-scheme:light dark}</style>
<h1>This device has been reset</h1>
<p>Everything that Downlink had stored in this browser is gone: stored messages, settings and the log-in. Nothing on the server was changed.</p>
<p><a href="/">Open Downlink</a></p>
</html>
`;
