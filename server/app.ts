/** Builds the HTTP server: headers, limits, calls, files, errors, log. Own file: the order of the parts of the HTTP server. */
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
import { BulkReads } from './accounts/audit/bulk-reads.ts';
import { LoginAttempts } from './accounts/login-attempts.ts';
import { Provider } from './accounts/oidc/provider.ts';
import { Sessions } from './accounts/sessions.ts';
import { clock } from './base/clock.ts';
import { Conditions } from './base/conditions.ts';
import { IngestCounters } from './base/ingest-counters.ts';
import { StartupError } from './base/startup-error.ts';
import { storedSecret } from './base/stored-secret.ts';
import type { Config } from './config.ts';
import { primaryOnly, type Reads } from './database/reads.ts';
import { makeHandlers } from './handlers.ts';
import { withoutBase } from './http/base-path.ts';
import { addJsonBodies } from './http/bodies.ts';
import { addCalls, addRequestSpans } from './http/calls.ts';
import { parseQueryText } from './http/decode.ts';
import { addErrorResponses, respondToBrokenRequest, respondWithError } from './http/errors.ts';
import type { Logger } from './http/guard.ts';
import { addRoleGate, RunningRequests } from './http/request-gates.ts';
import { addRequestLimits, RateStore, RefusalPace } from './http/request-limits.ts';
import { addCors, addSecurityHeaders, requestKind } from './http/security.ts';
import { addFiles, appBuildOf } from './http/static.ts';
import { addViolationReports, ViolationReports } from './http/violation-reports.ts';
import { Forward } from './input/forward/forward.ts';
import { Imports } from './input/imports/imports.ts';
import { folderOfProcess } from './input/imports/stored-import.ts';
import { Sources } from './input/sources/sources.ts';
import { addressOf, makeMailer } from './mail/mailer.ts';
import { Positions } from './map/positions.ts';
import { addTiles } from './map/services/tiles.ts';
import { openClient, openUpstream, userAgentOf } from './map/services/upstream.ts';
import { SharedPositions } from './map/shared-positions.ts';
import { openDecoder } from './messages/decoder.ts';
import type { Messages } from './messages/messages.ts';
import { ScheduledBackups } from './ops/backup/scheduled-backups.ts';
import { logOptions } from './ops/log.ts';
import { addMetrics } from './ops/metrics.ts';
import { OutgoingPosts } from './outgoing/fetch-upstream.ts';
import { isAirportIcao } from './reference/airports.ts';
import { ClockTrust } from './servers/clock-trust.ts';
import { Membership } from './servers/membership.ts';
import type { Services } from './services.ts';
import { StationKeys } from './stations/station-keys.ts';
import { LiveRules } from './telling/live/live-rules.ts';
import { Mqtt, type MqttParts } from './telling/mqtt/mqtt.ts';
import { Silences } from './telling/periodic/silences.ts';
import { matchStored } from './telling/rules/match-stored.ts';
import { Rules } from './telling/rules/rules.ts';
import { Push } from './telling/ways/push.ts';

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
  clockTrust: ClockTrust = new ClockTrust(work),
): Promise<{ app: FastifyInstance; services: Services }> {
  const app = newServer(config, () => clockTrust.knownTime() !== null);
  const forward = new Forward(config.forward);
  const secret = sessionSecret(config, app.log);
  const { version, servers } = config;
  const membership = new Membership({ ...servers, version, secret, startedAtMs: clock.now() });
  const positions = new Positions();
  const conditions = new Conditions();
  const mailer = makeMailer(config.mail, () => addressOf(app, config));
  const posts = new OutgoingPosts(config.push.services, userAgentOf(config));
  const rules = new Rules();
  const services: Services = {
    config,
    appBuild: appBuildOf(config.appDir),
    db,
    reads,
    messages: db,
    conditions,
    membership,
    clockTrust,
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
    backups: new ScheduledBackups(work, config.backup, config.version, () => clockTrust.trustedTime()),
    sources: new Sources(db, config, forward, membership),
    positions,
    outbound: new SharedPositions(work, positions, membership),
    running: new RunningRequests(),
    violations: new ViolationReports((line) => app.log.warn(line, 'a browser reported blocked content')),
    decoder: openDecoder(),
    mailer,
    push: new Push(db, config, posts, conditions),
    rules,
    liveRules: new LiveRules(work, rules, config.companyScope, positions),
    silences: new Silences(work, rules, config.companyScope),
    upstream: openUpstream(config, (icao) => isAirportIcao(db, icao), app.log),
    mqtt: openMqtt(config, { db: work, positions, conditions, log: app.log, appUrl: () => mailer.publicUrl() }),
    webhookPosts: new OutgoingPosts(config.webhooks.privateOrigins, userAgentOf(config)),
    provider: openProvider(config, app.log),
  };
  db.memory.hooks.onAcars = matchStored(services.rules, config.companyScope, (error) =>
    app.log.error({ err: error }, 'messages were stored without their notices'),
  );
  app.addHook('onClose', async () => {
    services.upstream.close();
    services.webhookPosts.close();
    posts.close();
    services.provider?.close();
    services.decoder.close();
  });
  positions.watch((tracked) => services.liveRules.note(tracked));
  addErrorResponses(app);
  if (config.tracing) addRequestSpans(app, config.trustProxy);
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
    broker: services.mqtt,
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

const openMqtt = ({ mqtt, version }: Config, parts: Omit<MqttParts, 'version'>): Mqtt | null =>
  mqtt && new Mqtt(mqtt, { ...parts, version });

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
    if (error instanceof StartupError) throw error;
    log.warn(
      { reason: (error as NodeJS.ErrnoException).code },
      'the secret of sessions could not be stored in DATA_DIR',
    );
    return randomBytes(32).toString('base64url');
  }
}

/** Unique across restarts (random) and within one (counted). Never taken from the client. */
const processId = randomBytes(4).toString('hex');
let requestCount = 0;
function newRequestId(): string {
  requestCount = (requestCount + 1) % 0x1_0000_0000;
  return processId + requestCount.toString(16).padStart(8, '0');
}

function newServer(config: Config, isClockTrusted: () => boolean): FastifyInstance {
  // Node's default of 30 s is too rare against many requests that never end.
  const http = { connectionsCheckingInterval: 1000, headersTimeout: 10_000 };
  const options: FastifyServerOptions = {
    bodyLimit: maxBodyBytes,
    // From first to last byte. Fastify reads this from the options of `http`. 5 MB of a station need 0.7 Mbit/s.
    requestTimeout: 60_000,
    // The directly connected proxy. Earlier entries in its headers were written by the client.
    trustProxy: (address: string, hop: number): boolean => hop === 0 && config.trustProxy?.(address) === true,
    forceCloseConnections: 'idle',
    clientErrorHandler: respondToBrokenRequest,
    frameworkErrors: (error, request, reply) =>
      respondWithError(error, request as unknown as FastifyRequest, reply as unknown as FastifyReply),
    rewriteUrl: ({ url = '/' }) => withoutBase(config.basePath, url),
    genReqId: newRequestId,
    // One logger for all: a child per request costs more than the request. Log entries name the request.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    logger: logOptions(config.log, isClockTrusted),
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

// ---- Schemas of Fastify are not used: the contract checks queries and bodies. Its compilers (ajv) are then not loaded, a tenth of the time to start.

const refuse = (): never => {
  throw new Error('A route has a schema of Fastify. Calls are declared in contract/calls/.');
};

const withoutSchemas: FastifyServerOptions['schemaController'] = {
  compilersFactory: { buildValidator: () => refuse, buildSerializer: () => refuse },
};
