/** Security headers and allowed origins. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import helmet from '@fastify/helmet';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { buildHeader } from '../../contract/build.ts';
import { keyHeader } from '../../contract/endpoint.ts';
import type { HttpConfig } from './http-config.ts';
import { reportPath } from './violation-reports.ts';

/** Pages and files have the app's policy. API responses have a shorter, stricter one: they are data and load nothing. */
export async function addSecurityHeaders(app: FastifyInstance, config: HttpConfig): Promise<void> {
  const ofPages = {
    ...(await securityHeaders(config)),
    'permissions-policy': permissions,
    ...(config.tls ? reporting(config.basePath) : {}),
  };
  const ofData = { ...onlyThose(ofPages, guardData), 'content-security-policy': dataPolicy };
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(requestKind(request) === 'call' ? ofData : ofPages);
    done();
  });
}

/** The names in src/lib/trusted-types.ts. */
const trustedTypes = ['downlink', 'default'];

/** The map finds the user's position and fills the screen, a wall display stays on, a login may use a passkey. Nothing else is used. */
const permissions = [
  ...['geolocation', 'fullscreen', 'screen-wake-lock', 'clipboard-write'].map(own),
  ...['publickey-credentials-create', 'publickey-credentials-get'].map(own),
  ...['accelerometer', 'autoplay', 'bluetooth', 'browsing-topics', 'camera', 'clipboard-read', 'display-capture'].map(
    none,
  ),
  ...['gyroscope', 'hid', 'idle-detection', 'local-fonts', 'magnetometer', 'microphone', 'midi', 'payment'].map(none),
  ...['picture-in-picture', 'serial', 'usb', 'window-management', 'xr-spatial-tracking'].map(none),
].join(', ');
function own(feature: string): string {
  return `${feature}=(self)`;
}
function none(feature: string): string {
  return `${feature}=()`;
}

const reporting = (base: string) => ({ 'reporting-endpoints': `policy="${base}${reportPath}"` });

const dataPolicy = "default-src 'none';frame-ancestors 'none'";
/** The others affect pages only. Each header costs a call about as much as its admission. */
const guardData = /^(cross-origin-resource|referrer|strict-transport|x-content-type|x-frame)/;
const onlyThose = (headers: Record<string, string>, names: RegExp): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => names.test(name)));

/** Created by helmet once: it would build the same headers again for each request. */
async function securityHeaders(config: HttpConfig): Promise<Record<string, string>> {
  const probe = Fastify();
  await probe.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: policy(config) },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    // The origins of CORS_ORIGINS may call the API. Files are for the app itself.
    crossOriginResourcePolicy: { policy: config.corsOrigins.length > 0 ? 'cross-origin' : 'same-origin' },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: config.tls ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    xFrameOptions: { action: 'deny' },
  });
  probe.get('/', async () => '');
  const { headers } = await probe.inject('/');
  await probe.close();
  const texts = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  return onlyThose(texts, /^(content-security|cross-origin|origin-agent|referrer|strict-transport|x-)/);
}

function policy(config: HttpConfig): Record<string, string[]> {
  const apiOrigin = /^https?:\/\//.test(config.apiBase) ? [new URL(config.apiBase).origin] : [];
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...inlineScriptHashes(config.appDir)],
    // write-excel-file compresses in its own worker, created from a blob.
    'worker-src': ["'self'", 'blob:'],
    // Mantine writes style elements. A nonce does not fit a cached shell (decision 24).
    'style-src': ["'self'", "'unsafe-inline'"],
    'style-src-attr': ["'none'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...apiOrigin],
    'manifest-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': trustedTypes,
    'report-uri': [config.basePath + reportPath],
    // Browsers that support it ignore `report-uri`, but it works over HTTPS only.
    ...(config.tls ? { 'report-to': ['policy'] } : {}),
  };
}

/** Hashes of the scripts inside index.html: no other inline script runs. */
function inlineScriptHashes(appDir: string | null): string[] {
  if (!appDir) return [];
  const html = readFileSync(join(appDir, 'index.html'), 'utf8');
  return [...html.matchAll(/<script(?![^>]*\ssrc\s*=)[^>]*>([\s\S]*?)<\/script>/gi)].map(
    ([, script]) =>
      `'sha256-${createHash('sha256')
        .update(script ?? '')
        .digest('base64')}'`,
  );
}

/** Responds to the origins of CORS_ORIGINS only. */
export function addCors(app: FastifyInstance, config: HttpConfig): void {
  if (config.corsOrigins.length === 0) return;
  const allowed = new Set(config.corsOrigins);
  app.addHook('onRequest', async (request, reply) => {
    if (requestKind(request) !== 'call') return;
    reply.header('vary', 'Origin');
    const origin = request.headers.origin;
    if (!origin || !allowed.has(origin)) return;
    reply.header('access-control-allow-origin', origin);
    reply.header('access-control-allow-credentials', 'true');
    reply.header('access-control-expose-headers', `x-request-id, retry-after, date, age, etag, ${buildHeader}`);
    if (request.method !== 'OPTIONS' || !request.headers['access-control-request-method']) return;
    reply.header('access-control-allow-methods', 'GET, POST, PUT, DELETE');
    reply.header(
      'access-control-allow-headers',
      `authorization, content-type, idempotency-key, if-match, if-none-match, ${keyHeader}`,
    );
    reply.header('access-control-max-age', '600');
    return reply.code(204).send();
  });
}

/**
 * Kind of a request. Ambiguous addresses are decided by the route that responds: only the router reads each spelling (`/%61pi`,
 * `http://host/api`).
 */
export function requestKind(request: FastifyRequest): 'call' | 'tile' | 'page' {
  return kindOf(request.url) ?? kindOf(request.routeOptions.url ?? '') ?? 'page';
}

function kindOf(path: string): 'call' | 'tile' | null {
  const [, first] = /^\/(api|tiles)(?:[/?]|$)/i.exec(path) ?? [];
  if (!first) return null;
  return first.length === 3 ? 'call' : 'tile';
}
