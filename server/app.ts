/**
 * Puts the HTTP server together: headers, limits, calls, files, errors, log.
 * Must not: listen, open a database, or name a call.
 */
import { randomBytes } from 'node:crypto';
import type { Server as HttpsServer } from 'node:https';
import { join } from 'node:path';
import compress from '@fastify/compress';
import rateLimit from '@fastify/rate-limit';
import Fastify, {
  type FastifyHttpsOptions,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import { api } from '../contract/api.ts';
import { LogInAttempts } from './accounts/log-in-attempts.ts';
import { Sessions } from './accounts/sessions.ts';
import { StationKeys } from './accounts/station-keys.ts';
import type { Config } from './config.ts';
import type { Database } from './database/pool.ts';
import { openDecoder } from './decoder/decoder.ts';
import { makeHandlers } from './handlers/index.ts';
import { HttpError } from './http/api-error.ts';
import { addCalls, bearerToken } from './http/calls.ts';
import { addErrorAnswers, answerBrokenRequest, answerError } from './http/errors.ts';
import { networkOf } from './http/network-of.ts';
import { parseQueryText } from './http/query-text.ts';
import { addCors, addSecurityHeaders, askedFor } from './http/security.ts';
import { cookieToken } from './http/session-cookie.ts';
import { addFiles } from './http/static.ts';
import { addressOf, makeMailer } from './mail/mailer.ts';
import { Positions } from './positions/positions.ts';
import { Imports } from './receive/imports/imports.ts';
import { IngestCounters } from './receive/ingest-counters.ts';
import type { Services } from './services.ts';
import { isAirportIcao } from './store/airports.ts';
import { isPrivate } from './upstream/private-address.ts';
import { addTiles } from './upstream/tile-route.ts';
import { openUpstream } from './upstream/upstream.ts';

const maxBodyBytes = 1_048_576;

/**
 * The app, ready to listen or to be injected into. `db` is the pool for API calls, with its statement timeout; `work` one without, for what
 * takes long.
 */
export async function createApp(
  config: Config,
  db: Database,
  work: Database,
): Promise<{ app: FastifyInstance; services: Services }> {
  const app = newServer(config);
  const services: Services = {
    config,
    db,
    sessions: new Sessions(db),
    attempts: new LogInAttempts(),
    stationKeys: new StationKeys(db),
    ingestCounters: new IngestCounters(),
    imports: new Imports(work, join(config.dataDir, 'uploads'), (error) =>
      app.log.error({ err: error }, 'an import failed'),
    ),
    positions: new Positions(),
    decoder: openDecoder(),
    mailer: makeMailer(config.mail, () => addressOf(app, config)),
    upstream: openUpstream(config, (icao) => isAirportIcao(db, icao), app.log),
  };
  app.addHook('onClose', async () => {
    services.upstream.close();
    services.decoder.close();
  });
  addErrorAnswers(app);
  addRequestLog(app);
  await addSecurityHeaders(app, config);
  addCors(app, config);
  await addRateLimit(app, services);
  await app.register(compress, { globalDecompression: false, encodings: ['br', 'gzip'], threshold: 1024 });
  addJsonBodies(app);
  addCalls(app, api, makeHandlers(services), services);
  addTiles(app, services);
  await addFiles(app, config);
  return { app, services };
}

/** The one that connects to us. What stands in its headers before its own word was written by whoever asked it. */
const isOurProxy = (address: string, hop: number): boolean => hop === 0 && isPrivate(address);

/** Unique over restarts (random) and within one (counted); never taken from the client. */
const processId = randomBytes(4).toString('hex');
let requestCount = 0;
function newRequestId(): string {
  requestCount = (requestCount + 1) % 0x1_0000_0000;
  return processId + requestCount.toString(16).padStart(8, '0');
}

function newServer(config: Config): FastifyInstance {
  // Node looks for slow requests every 30 s by default: too seldom against many that never end.
  const http = { connectionsCheckingInterval: 1000, headersTimeout: 10_000 };
  const options: FastifyServerOptions = {
    bodyLimit: maxBodyBytes,
    // From its first byte to its last; fastify takes what stands among the options of `http` back. 5 MB of a station need 0.7 Mbit/s.
    requestTimeout: 60_000,
    trustProxy: config.trustProxy && isOurProxy,
    forceCloseConnections: 'idle',
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) =>
      answerError(error, request as unknown as FastifyRequest, reply as unknown as FastifyReply),
    genReqId: newRequestId,
    // One logger for all: a child for each request costs more than the request. Who logs names the request.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    logger: { level: config.logLevel, base: null, timestamp: () => `,"time":"${new Date().toISOString()}"` },
    routerOptions: {
      caseSensitive: false,
      ignoreTrailingSlash: true,
      maxParamLength: 2000,
      querystringParser: (text) => parseQueryText(text) as unknown as Record<string, unknown>,
    },
  };
  if (!config.tls) return Fastify({ ...options, http });
  const secure: FastifyHttpsOptions<HttpsServer> = { ...(options as object), https: { ...http, ...config.tls } };
  return Fastify(secure) as unknown as FastifyInstance;
}

/** One line per API call: no query (it may hold a token), no headers. pino escapes what could forge a line. */
function addRequestLog(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    if (askedFor(request) === 'call') reply.header('cache-control', 'no-store');
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    done();
    if (askedFor(request) !== 'call') return;
    const path = request.url.split('?', 1)[0]?.slice(0, 300);
    const { statusCode: status, elapsedTime } = reply;
    const ms = Math.round(elapsedTime * 10) / 10;
    request.log.info({ requestId: request.id, method: request.method, path, status, ms, ip: request.ip }, 'call');
  });
}

/**
 * Generous: it stops floods, not people. Counted per session or station key, else per network (a made-up token is no way around it);
 * this machine's own requests are not counted.
 */
async function addRateLimit(app: FastifyInstance, { config, sessions, stationKeys }: Services): Promise<void> {
  if (config.rateLimitPerMinute === 0) return;
  await app.register(rateLimit, {
    max: config.rateLimitPerMinute,
    timeWindow: 60_000,
    keyGenerator: (request) => {
      if (askedFor(request) === 'tile') return tileKey(request, sessions);
      const token = bearerToken(request) ?? '';
      return sessions.knownSession(token) ?? stationKeys.knownKey(token) ?? networkOf(request.ip);
    },
    allowList: (request) => askedFor(request) === 'page' || (!config.limitsLoopback && isLoopback(request.ip)),
    errorResponseBuilder: (_request, { ttl }) =>
      new HttpError(429, 'Too many requests. Wait a moment.', undefined, Math.ceil(ttl / 1000)),
  });
}

/** Counted apart: whoever fetches an area of the map still gets messages. */
function tileKey(request: FastifyRequest, sessions: Sessions): string {
  return `tiles ${sessions.knownSession(cookieToken(request.headers.cookie) ?? '', 'cookie') ?? networkOf(request.ip)}`;
}

export function isLoopback(address: string): boolean {
  return /^(127\.|::1$|::ffff:127\.|localhost$)/.test(address);
}

/** JSON and nothing else; an empty body is no body. */
function addJsonBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') done(null, undefined);
    else parseJson(request, text as string, done);
  });
}
