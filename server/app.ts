/** Builds the HTTP server: headers, limits, calls, files, errors, log. */
import { randomBytes } from 'node:crypto';
import type { Server as HttpsServer } from 'node:https';
import { join } from 'node:path';
import compress from '@fastify/compress';
import Fastify, {
  type FastifyHttpsOptions,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import { api } from '../contract/api.ts';
import { LoginAttempts } from './accounts/login-attempts.ts';
import { Sessions } from './accounts/sessions.ts';
import { BulkReads } from './audit/bulk-reads.ts';
import { ScheduledBackups } from './backup/scheduled-backups.ts';
import { clock } from './base/clock.ts';
import { Conditions } from './base/conditions.ts';
import { IngestCounters } from './base/ingest-counters.ts';
import { storedSecret } from './base/stored-secret.ts';
import type { Config } from './config.ts';
import { primaryOnly, type Reads } from './database/reads.ts';
import { openDecoder } from './decoder/decoder.ts';
import { Forward } from './forward/forward.ts';
import { makeHandlers } from './handlers.ts';
import { appBuildOf } from './http/app-build.ts';
import { withoutBase } from './http/base-path.ts';
import { addCalls } from './http/calls.ts';
import { addErrorResponses, respondToBrokenRequest, respondWithError } from './http/errors.ts';
import type { Logger } from './http/guard.ts';
import { addJsonBodies } from './http/json-bodies.ts';
import { parseQueryText } from './http/query-text.ts';
import { RateStore } from './http/rate-store.ts';
import { RefusalPace } from './http/refusal-pace.ts';
import { addRequestSpans } from './http/request-spans.ts';
import { addRoleGate } from './http/role-gate.ts';
import { RunningRequests } from './http/running-requests.ts';
import { addCors, addSecurityHeaders, requestKind } from './http/security.ts';
import { addFiles } from './http/static.ts';
import { addViolationReports, ViolationReports } from './http/violation-reports.ts';
import { withoutSchemas } from './http/without-schemas.ts';
import { folderOfProcess } from './imports/import-folder.ts';
import { Imports } from './imports/imports.ts';
import { logOptions } from './log/log-options.ts';
import { addressOf, makeMailer } from './mail/mailer.ts';
import { Positions } from './map/positions.ts';
import { SharedPositions } from './map/shared-positions.ts';
import type { Messages } from './messages/messages.ts';
import { addMetrics } from './metrics/metrics.ts';
import { Provider } from './oidc/provider.ts';
import { isAirportIcao } from './reference/airports.ts';
import { addRequestLimits } from './request-limits.ts';
import { Membership } from './servers/membership.ts';
import type { Services } from './services.ts';
import { Sources } from './sources/sources.ts';
import { StationKeys } from './stations/station-keys.ts';
import { isPrivate } from './upstream/private-address.ts';
import { addTiles } from './upstream/tile-route.ts';
import { openClient, openUpstream } from './upstream/upstream.ts';

const maxBodyBytes = 1_048_576;

/**
 * The app, ready to listen or for injected requests. `db` is the pool for API calls, with its statement timeout. `work` has none, for
 * long tasks.
 */
export async function createApp(
  config: Config,
  db: Messages,
  work: Messages,
  reads: Reads = primaryOnly(db),
): Promise<{ app: FastifyInstance; services: Services }> {
  const app = newServer(config);
  const forward = new Forward(config.forward);
  const secret = sessionSecret(config, app.log);
  const { version, servers } = config;
  const membership = new Membership({ ...servers, version, secret, startedAtMs: clock.now() });
  const positions = new Positions();
  const services: Services = {
    config,
    appBuild: appBuildOf(config.appDir),
    db,
    reads,
    messages: db,
    conditions: new Conditions(),
    membership,
    sessions: new Sessions(db, secret),
    attempts: new LoginAttempts(db),
    rates: new RateStore(),
    refusals: new RefusalPace(),
    stationKeys: new StationKeys(db),
    ingestCounters: new IngestCounters(),
    forward,
    imports: new Imports({
      db,
      work,
      folder: folderOfProcess(join(config.dataDir, 'uploads')),
      server: () => membership.id,
      logFault: (error) => app.log.error({ err: error }, 'an import failed'),
    }),
    bulkReads: new BulkReads(db, membership),
    backups: new ScheduledBackups(work, config.backup, config.version),
    sources: new Sources(db, config, forward, membership),
    positions,
    outbound: new SharedPositions(work, positions, membership),
    running: new RunningRequests(),
    violations: new ViolationReports((line) => app.log.warn(line, 'a browser reported blocked content')),
    decoder: openDecoder(),
    mailer: makeMailer(config.mail, () => addressOf(app, config)),
    upstream: openUpstream(config, (icao) => isAirportIcao(db, icao), app.log),
    provider: openProvider(config, app.log),
  };
  app.addHook('onClose', async () => {
    services.upstream.close();
    services.provider?.close();
    services.decoder.close();
  });
  addErrorResponses(app);
  if (config.tracing) addRequestSpans(app, { trustsParent: config.trustProxy });
  addRequestLog(app);
  addRoleGate(app, servers.roles);
  services.running.watch(app);
  addMetrics(app, {
    ...services,
    ...config,
    config: config.metrics,
    api: db,
    work,
    counters: services.ingestCounters,
    stored: db.memory.stored,
  });
  await addSecurityHeaders(app, config);
  addCors(app, config);
  await addRequestLimits(app, services);
  await app.register(compress, { globalDecompression: false, encodings: ['br', 'gzip'], threshold: 1024 });
  addJsonBodies(app);
  addCalls(app, api, makeHandlers(services), {
    ...services,
    noteRead: (caller, address, endpoint, query) =>
      services.bulkReads.note(caller, address, endpoint, Object.fromEntries(query.pairs)),
  });
  addTiles(app, services);
  addViolationReports(app, services.violations);
  await addFiles(app, config);
  return { app, services };
}

function openProvider(config: Config, log: Logger): Provider | null {
  const { oidc } = config;
  if (!oidc) return null;
  const origins = oidc.origins.map((origin) => ({ origin, isOwners: true }));
  return new Provider(oidc, openClient(config, origins, log));
}

/** Without a writable folder it lives as long as the process: map cookies are then renewed with the next token. */
function sessionSecret({ sessionSecret: configured, dataDir }: Config, log: Logger): string {
  if (configured !== null) return configured;
  try {
    return storedSecret(dataDir, 'session-secret');
  } catch (error) {
    log.warn(
      { reason: (error as NodeJS.ErrnoException).code },
      'the secret of sessions could not be stored in DATA_DIR',
    );
    return randomBytes(32).toString('base64url');
  }
}

/** The directly connected proxy. Earlier entries in its headers were written by the client. */
const isOurProxy = (address: string, hop: number): boolean => hop === 0 && isPrivate(address);

/** Unique across restarts (random) and within one (counted). Never taken from the client. */
const processId = randomBytes(4).toString('hex');
let requestCount = 0;
function newRequestId(): string {
  requestCount = (requestCount + 1) % 0x1_0000_0000;
  return processId + requestCount.toString(16).padStart(8, '0');
}

function newServer(config: Config): FastifyInstance {
  // Node's default of 30 s is too rare against many requests that never end.
  const http = { connectionsCheckingInterval: 1000, headersTimeout: 10_000 };
  const options: FastifyServerOptions = {
    bodyLimit: maxBodyBytes,
    // From first to last byte. Fastify reads this from the options of `http`. 5 MB of a station need 0.7 Mbit/s.
    requestTimeout: 60_000,
    trustProxy: config.trustProxy && isOurProxy,
    forceCloseConnections: 'idle',
    clientErrorHandler: respondToBrokenRequest,
    frameworkErrors: (error, request, reply) =>
      respondWithError(error, request as unknown as FastifyRequest, reply as unknown as FastifyReply),
    rewriteUrl: ({ url = '/' }) => withoutBase(config.basePath, url),
    genReqId: newRequestId,
    // One logger for all: a child per request costs more than the request. Log entries name the request.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    logger: logOptions(config.log),
    schemaController: withoutSchemas,
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

/** One line per API call: no query (it may contain a token), no headers. pino escapes what could forge a line. */
function addRequestLog(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    if (requestKind(request) === 'call') reply.header('cache-control', 'no-store');
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    done();
    if (requestKind(request) !== 'call') return;
    const path = request.url.split('?', 1)[0]?.slice(0, 300);
    const { statusCode: status, elapsedTime } = reply;
    const ms = Math.round(elapsedTime * 10) / 10;
    request.log.info({ requestId: request.id, method: request.method, path, status, ms, ip: request.ip }, 'call');
  });
}
