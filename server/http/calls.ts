/** Turns every call of the contract into a route: caller, permission, values, handler, response, in this order. */
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { buildHeader } from '../../contract/build.ts';
import { maxImportPartBytes } from '../../contract/calls/imports.ts';
import { maxIngestBytes } from '../../contract/calls/ingest.ts';
import type { BodyForm, Endpoint } from '../../contract/endpoint.ts';
import { type OpenSpan, openSpan } from '../base/spans.ts';
import { actingAs } from '../database/acting.ts';
import { type Database, sqlState } from '../database/pool.ts';
import { HttpError, sessionEnded } from './api-error.ts';
import { addByteBodies, addLineBodies } from './bodies.ts';
import { bodyReader, decodePath, decodeQuery, type QueryPairs } from './decode.ts';
import { respondWithDocumentedError } from './errors.ts';
import { actorOf, type Caller, type Callers, type Context, type KeyedStation, permit, permitStation } from './guard.ts';
import type { HttpConfig } from './http-config.ts';
import type { TrustedProxies } from './network-of.ts';
import {
  addEncoding,
  compressedFromBytes,
  encodingAmong,
  isTagAmong,
  Preserialised,
  StreamedResponse,
  sendStreamed,
  TaggedResponse,
  tagsIn,
  Unavailable,
} from './response.ts';
import { requestKind } from './security.ts';
import { cookieToken } from './session-cookie.ts';

export const apiRoot = '/api/v1';

/** A handler as the router sees it. Its types are checked in handlers.ts. */
type AnyHandler = (
  call: { query: Record<string, unknown>; body: unknown; path: Record<string, string> } & Context,
) => Promise<unknown>;
export type AnyHandlers = Readonly<Record<string, Readonly<Record<string, AnyHandler>>>>;
type Calls = Readonly<Record<string, Readonly<Record<string, Endpoint>>>>;
type Admitted = Pick<Context, 'caller' | 'station' | 'permission'> & {
  /** Of the Authorization header. */
  readonly token: string | null;
};

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: the library is extended through interfaces only
  interface FastifyContextConfig {
    /** Name of a route in metrics. */
    call?: string;
  }
  // biome-ignore lint/style/useConsistentTypeDefinitions: as above
  interface FastifyRequest {
    /** Of an admitted call. */
    admitted: Admitted | null;
  }
}

/** Dependencies of admission and response. */
type CallServices = {
  readonly db: Database;
  readonly sessions: Callers;
  readonly stationKeys: { stationOf(key: string): Promise<KeyedStation | null> };
  /** Build of the served app. null = none. */
  readonly appBuild: string | null;
  /** Before a list is read. `query` = texts of the wire. */
  readonly noteRead: (caller: Caller, address: string, endpoint: Endpoint, query: QueryPairs) => Promise<void>;
  readonly config: Pick<HttpConfig, 'companyScope' | 'areCookieCallsOpen' | 'checksResponses'>;
};

export function addCalls(app: FastifyInstance, calls: Calls, handlers: AnyHandlers, services: CallServices): void {
  app.decorateRequest('admitted', null);
  const methodsByPath = new Map<string, Set<string>>();
  for (const [group, endpoints] of Object.entries(calls))
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const url = apiRoot + endpoint.path.replace(/\{(\w+)\}/g, ':$1');
      const handler = handlers[group]?.[name];
      if (!handler) throw new Error(`${group}.${name} has no handler.`);
      const route = { call: `${group}.${name}`, url, endpoint, handler };
      if (endpoint.sends === 'json') addCall(app, route, services);
      else addCallInScope(app, route, services);
      const key = url.toLowerCase();
      methodsByPath.set(key, (methodsByPath.get(key) ?? new Set()).add(endpoint.method));
    }
  for (const [url, methods] of methodsByPath) refuseOtherMethods(app, url, methods);
}

/** `call` = its name in metrics. */
type Route = {
  readonly call: string;
  readonly url: string;
  readonly endpoint: Endpoint;
  readonly handler: AnyHandler;
};

function addCall(app: FastifyInstance, { call, url, endpoint, handler }: Route, services: CallServices): void {
  const readBody = bodyReader(endpoint);
  app.route({
    method: endpoint.method,
    url,
    config: { call },
    ...bodyLimits[endpoint.sends],
    ...(services.config.checksResponses ? { errorHandler: respondWithDocumentedError(endpoint) } : {}),
    // After the rate limit, before the body is read: unauthorised callers cannot send a megabyte.
    preParsing: (request) => admit(endpoint, request, services),
    handler: async (request, reply) => {
      const who = request.admitted;
      if (!who) throw new HttpError(401, 'Log in to continue.');
      const query = decodeQuery(endpoint.query, request.query as QueryPairs);
      if (endpoint.list && who.caller)
        await services.noteRead(who.caller, request.ip, endpoint, request.query as QueryPairs);
      const response = await handler({
        query,
        path: decodePath(request.params as Record<string, string>),
        body: readBody(request.body),
        ...contextOf(endpoint, request, reply, who, services),
      }).catch(async (error: unknown) => {
        throw (await refusalOfClosed(error, endpoint, who.caller, services)) ?? error;
      });
      return sendResponse(endpoint, response, reply, services);
    },
  });
}

/** An account may be closed while its call runs. What the call writes has no owner then: the database refuses it. null = another error */
async function refusalOfClosed(
  error: unknown,
  endpoint: Endpoint,
  caller: Caller | null,
  { sessions }: CallServices,
): Promise<HttpError | null> {
  if (sqlState(error) !== foreignKeyViolation) return null;
  if (caller) return (await sessions.hasEnded(caller)) ? sessionEnded() : null;
  // Public calls that name an account by its credentials.
  return endpoint.token === 'none' && endpoint.refuses?.includes(401)
    ? new HttpError(401, 'This account was closed.')
    : null;
}
const foreignKeyViolation = '23503';

/** Otherwise the server's limit applies (app.ts). */
const bodyLimits: Readonly<Record<BodyForm, { readonly bodyLimit?: number }>> = {
  json: {},
  lines: { bodyLimit: maxIngestBytes },
  bytes: { bodyLimit: maxImportPartBytes },
};

/** In a separate scope, the only one that reads bodies other than JSON. */
function addCallInScope(app: FastifyInstance, route: Route, services: CallServices): void {
  app.register(async (scope) => {
    if (route.endpoint.sends === 'lines') addLineBodies(scope);
    else addByteBodies(scope);
    addCall(scope, route, services);
  });
}

/** The caller, if admitted. A cached caller needs no await. @throws HttpError 401, 403 */
async function admit(endpoint: Endpoint, request: FastifyRequest, services: CallServices): Promise<void> {
  const { token, use } = credentialOf(endpoint, request);
  let station: KeyedStation | null = null;
  if (token !== null && endpoint.token === 'station') station = await services.stationKeys.stationOf(token);
  let caller: Caller | null = null;
  if (token !== null && station === null) {
    const known = services.sessions.knownCaller(token, use);
    caller = known === undefined ? await services.sessions.callerOf(token, use) : known;
  }
  const permission =
    endpoint.token === 'station'
      ? permitStation(caller, station)
      : permit(endpoint, caller, services.config.areCookieCallsOpen);
  request.admitted = { token: use === 'bearer' ? token : null, caller, station, permission };
}

/** An invalid token is anonymous. A cookie (C36) or station key only counts on calls that the contract marks. */
function credentialOf(endpoint: Endpoint, request: FastifyRequest): { token: string | null; use: 'bearer' | 'cookie' } {
  const token = endpoint.token === 'none' ? null : (bearerToken(request) ?? keyToken(endpoint, request));
  if (token !== null || endpoint.token !== 'cookie' || endpoint.method !== 'GET') return { token, use: 'bearer' };
  return { token: cookieToken(request.headers.cookie), use: 'cookie' };
}

/** For a call whose service expects a key: the app sends the session's token, and the server adds the key (C56). */
function keyToken({ keyHeader }: Endpoint, request: FastifyRequest): string | null {
  const value = keyHeader ? request.headers[keyHeader] : undefined;
  return typeof value === 'string' && /^[\w-]{1,200}$/.test(value) ? value : null;
}

export function bearerToken(request: FastifyRequest): string | null {
  return /^Bearer +([\w-]{1,200})$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

function contextOf(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  who: Admitted,
  services: CallServices,
): Context {
  return {
    caller: who.caller,
    station: who.station,
    permission: who.permission,
    // Stations write messages only, which the audit trail does not record.
    db: endpoint.method === 'GET' || who.station ? services.db : actingAs(services.db, actorOf(who.caller, request.ip)),
    companyScope: services.config.companyScope,
    log: request.log,
    request: {
      ip: request.ip,
      id: request.id,
      token: who.token,
      userAgent: request.headers['user-agent'] ?? '',
      isSecure: request.protocol === 'https',
      host: request.host,
      ifMatch: request.headers['if-match'] ?? null,
    },
    setHeader: (name, value) => {
      reply.header(name, value);
    },
  };
}

function sendResponse(
  endpoint: Endpoint,
  response: unknown,
  reply: FastifyReply,
  services: CallServices,
): FastifyReply | Promise<FastifyReply> {
  reply.code(endpoint.status);
  if (endpoint.status === 204) return reply.send();
  if (response instanceof TaggedResponse) return sendTagged(endpoint, response, reply, services);
  if (response instanceof Unavailable) {
    reply.code(endpoint.statusWhenUnavailable ?? endpoint.status);
    return sendJson(endpoint, JSON.stringify(response.body), reply, services);
  }
  if (response instanceof StreamedResponse)
    return sendStreamed(
      response,
      reply,
      services.config.checksResponses ? (json) => checkResponse(endpoint, json) : null,
    );
  if (response instanceof Preserialised) return sendPreserialised(endpoint, response, reply, services);
  return sendJson(endpoint, JSON.stringify(response), reply, services);
}

const jsonType = 'application/json; charset=utf-8';

/** Compressed once for all its readers, in a thread. */
async function sendPreserialised(
  endpoint: Endpoint,
  response: Preserialised,
  reply: FastifyReply,
  services: CallServices,
): Promise<FastifyReply> {
  if (isUnchanged(response.etag, reply)) return reply.code(304).send();
  addBuild(reply, services);
  if (services.config.checksResponses) checkResponse(endpoint, response.bytes.toString());
  reply.header('content-type', jsonType);
  const isShort = response.bytes.length < compressedFromBytes;
  const encoding = isShort ? null : encodingAmong(reply.request.headers['accept-encoding']);
  if (encoding === null) return reply.send(response.bytes);
  const packed = await response.packed(encoding);
  addEncoding(reply, encoding);
  return reply.send(packed);
}

function sendJson(endpoint: Endpoint, json: string, reply: FastifyReply, services: CallServices): FastifyReply {
  if (services.config.checksResponses) checkResponse(endpoint, json);
  addBuild(reply, services);
  return reply.header('content-type', jsonType).send(json);
}

function isUnchanged(etag: string, reply: FastifyReply): boolean {
  reply.header('etag', etag);
  return isTagAmong(etag, reply.request.headers['if-none-match']);
}

function sendTagged(
  endpoint: Endpoint,
  { etag, body, changes }: TaggedResponse,
  reply: FastifyReply,
  services: CallServices,
): FastifyReply {
  if (isUnchanged(etag, reply)) return reply.code(304).send();
  const { accept, 'if-none-match': known } = reply.request.headers;
  addBuild(reply, services);
  if (changes && accept?.includes(changes.type))
    return reply.header('content-type', changes.type).send(changes.body(tagsIn(known)));
  const bytes = body();
  if (services.config.checksResponses) checkResponse(endpoint, bytes.toString());
  return reply.header('content-type', jsonType).send(bytes);
}

/** Not on a 304, where each header counts (decision 25). */
function addBuild(reply: FastifyReply, { appBuild }: CallServices): void {
  if (appBuild !== null) reply.header(buildHeader, appBuild);
}

function checkResponse(endpoint: Endpoint, json: string): void {
  const result = endpoint.response.safeParse(JSON.parse(json));
  if (!result.success)
    throw new Error(`The answer of ${endpoint.id} breaks the contract: ${JSON.stringify(result.error.issues)}`);
}

const allMethods: readonly HTTPMethods[] = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'];

function refuseOtherMethods(app: FastifyInstance, url: string, methods: ReadonlySet<string>): void {
  const others = allMethods.filter((method) => !methods.has(method));
  app.route({
    method: [...others],
    url,
    exposeHeadRoute: false,
    handler: async (_request, reply) => {
      reply.header('allow', [...methods].join(', '));
      throw new HttpError(405, `This address answers ${[...methods].join(', ')} only.`);
    },
  });
}

// ---- A span for each call, named as in the contract. Path, query, body and caller are not part of it; the request id leads to the log.

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: the library is extended through interfaces only
  interface FastifyRequest {
    /** null = tracing is off, or no call. */
    span: OpenSpan | null;
  }
}

/** Before all other hooks, so that the queries of admission belong to the call. The parent of a proxy counts, that of a client does not. */
export function addRequestSpans(app: FastifyInstance, isProxy: TrustedProxies | null): void {
  app.decorateRequest('span', null);
  app.addHook('onRequest', (request, _reply, done) => {
    const { config, url = '' } = request.routeOptions;
    const parent = isProxy?.(request.socket.remoteAddress ?? '') ? request.headers.traceparent : undefined;
    if (config.call && requestKind(request) === 'call')
      request.span = openSpan({
        name: config.call,
        kind: 'server',
        attributes: {
          'http.request.method': request.method,
          'http.route': url,
          'downlink.request_id': request.id,
        },
        traceparent: typeof parent === 'string' ? parent : undefined,
      });
    if (request.span) request.span.run(done);
    else done();
  });
  // Reading the body leaves the context: the handler enters it again.
  app.addHook('preHandler', (request, _reply, done) => {
    if (request.span) request.span.run(done);
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode } = reply;
    request.span?.note({ 'http.response.status_code': statusCode });
    request.span?.end(statusCode >= 500 ? { code: String(statusCode) } : undefined);
    done();
  });
}
