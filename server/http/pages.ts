/** Pages and manifest of the built app. Below `BASE_PATH` they are changed once, at the start. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { underBase } from './base-path.ts';

const typeOf = (file: string): string =>
  file.endsWith('.html') ? 'text/html; charset=utf-8' : 'application/manifest+json; charset=utf-8';

/** Names of the pages of /docs, without the extension. */
export function docsOf(appDir: string): string[] {
  const folder = join(appDir, 'docs');
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => (name.endsWith('.html') ? [name.slice(0, -5)] : []));
}

/** Pages and manifest, as paths in the folder of the app. */
export const pagesOf = (appDir: string): string[] =>
  ['index.html', 'manifest.webmanifest', 'docs.html', ...docsOf(appDir).map((name) => `docs/${name}.html`)].filter(
    (file) => existsSync(join(appDir, file)),
  );

export type SendPage = (reply: FastifyReply, file: string) => FastifyReply;

/** Returns what sends a page of the app by its file. */
export function addPages(app: FastifyInstance, appDir: string, base: string): SendPage {
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
