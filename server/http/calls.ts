/**
 * Turns every call of the contract into a route: caller, permission, values, handler, answer, in this order.
 * Must not: name a single call.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { maxImportPartBytes } from '../../contract/calls/imports.ts';
import { maxIngestBytes } from '../../contract/calls/ingest.ts';
import type { BodyForm, Endpoint } from '../../contract/endpoint.ts';
import type { KeyedStation } from '../accounts/station-keys.ts';
import { type Caller, type Context, permit, permitStation } from '../guard.ts';
import type { Services } from '../services.ts';
import { isTagAmong, Preserialised, TaggedAnswer } from './answer.ts';
import { HttpError } from './api-error.ts';
import { addByteBodies } from './byte-bodies.ts';
import { bodyReader, decodePath, decodeQuery } from './decode.ts';
import { addLineBodies } from './line-bodies.ts';
import type { QueryPairs } from './query-text.ts';
import { cookieToken } from './session-cookie.ts';

export const apiRoot = '/api/v1';

/** A handler as the router sees it; its types were checked where the handlers are listed (handlers/index.ts). */
export type AnyHandler = (
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
  interface FastifyRequest {
    /** Of a call, once it is admitted. */
    admitted: Admitted | null;
  }
}

export function addCalls(app: FastifyInstance, calls: Calls, handlers: AnyHandlers, services: Services): void {
  app.decorateRequest('admitted', null);
  const methodsByPath = new Map<string, Set<string>>();
  for (const [group, endpoints] of Object.entries(calls))
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const url = apiRoot + endpoint.path.replace(/\{(\w+)\}/g, ':$1');
      const handler = handlers[group]?.[name];
      if (!handler) throw new Error(`${group}.${name} has no handler.`);
      if (endpoint.sends === 'json') addCall(app, url, endpoint, handler, services);
      else addCallInScope(app, url, endpoint, handler, services);
      const key = url.toLowerCase();
      methodsByPath.set(key, (methodsByPath.get(key) ?? new Set()).add(endpoint.method));
    }
  for (const [url, methods] of methodsByPath) refuseOtherMethods(app, url, methods);
}

function addCall(app: FastifyInstance, url: string, endpoint: Endpoint, handler: AnyHandler, services: Services): void {
  const readBody = bodyReader(endpoint);
  app.route({
    method: endpoint.method,
    url,
    ...bodyLimits[endpoint.sends],
    // After the rate limit, before the body is read: whoever may not call does not get to send a megabyte.
    preParsing: (request) => admit(endpoint, request, services),
    handler: async (request, reply) => {
      const who = request.admitted;
      if (!who) throw new HttpError(401, 'Please log in: this call needs a valid session.');
      const answer = await handler({
        query: decodeQuery(endpoint.query, request.query as QueryPairs),
        path: decodePath(request.params as Record<string, string>),
        body: readBody(request.body),
        ...contextOf(request, reply, who, services),
      });
      return sendAnswer(endpoint, answer, reply, services);
    },
  });
}

/** Without one the server's own limit counts (app.ts). */
const bodyLimits: Readonly<Record<BodyForm, { readonly bodyLimit?: number }>> = {
  json: {},
  lines: { bodyLimit: maxIngestBytes },
  bytes: { bodyLimit: maxImportPartBytes },
};

/** In a scope of its own, which alone reads bodies that are no JSON. */
function addCallInScope(
  app: FastifyInstance,
  url: string,
  endpoint: Endpoint,
  handler: AnyHandler,
  services: Services,
): void {
  app.register(async (scope) => {
    if (endpoint.sends === 'lines') addLineBodies(scope);
    else addByteBodies(scope);
    addCall(scope, url, endpoint, handler, services);
  });
}

/** Who calls, when they may; a caller who is known from a moment ago is waited for not at all. @throws HttpError 401, 403 */
async function admit(endpoint: Endpoint, request: FastifyRequest, services: Services): Promise<void> {
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

/** A bad token is nobody's; a cookie (C36) or a station's key counts on the calls that the contract marks so, and nowhere else. */
function credentialOf(endpoint: Endpoint, request: FastifyRequest): { token: string | null; use: 'bearer' | 'cookie' } {
  const token = endpoint.token === 'none' ? null : bearerToken(request);
  if (token !== null || endpoint.token !== 'cookie' || endpoint.method !== 'GET') return { token, use: 'bearer' };
  return { token: cookieToken(request.headers.cookie), use: 'cookie' };
}

export function bearerToken(request: FastifyRequest): string | null {
  return /^Bearer +([\w-]{1,200})$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

function contextOf(request: FastifyRequest, reply: FastifyReply, who: Admitted, services: Services): Context {
  return {
    caller: who.caller,
    station: who.station,
    permission: who.permission,
    db: services.db,
    config: services.config,
    log: request.log,
    request: {
      ip: request.ip,
      id: request.id,
      token: who.token,
      isSecure: request.protocol === 'https',
      ifMatch: request.headers['if-match'] ?? null,
    },
    setHeader: (name, value) => {
      reply.header(name, value);
    },
  };
}

function sendAnswer(endpoint: Endpoint, answer: unknown, reply: FastifyReply, services: Services): FastifyReply {
  reply.code(endpoint.status);
  if (endpoint.status === 204) return reply.send();
  if (answer instanceof TaggedAnswer) return sendTagged(endpoint, answer, reply, services);
  const json = answer instanceof Preserialised ? answer.json : JSON.stringify(answer);
  if (services.config.checksAnswers) checkAnswer(endpoint, json);
  return reply.header('content-type', 'application/json; charset=utf-8').send(json);
}

function sendTagged(
  endpoint: Endpoint,
  { etag, body }: TaggedAnswer,
  reply: FastifyReply,
  services: Services,
): FastifyReply {
  reply.header('etag', etag);
  if (isTagAmong(etag, reply.request.headers['if-none-match'])) return reply.code(304).send();
  const bytes = body();
  if (services.config.checksAnswers) checkAnswer(endpoint, bytes.toString());
  return reply.header('content-type', 'application/json; charset=utf-8').send(bytes);
}

function checkAnswer(endpoint: Endpoint, json: string): void {
  const result = endpoint.answer.safeParse(JSON.parse(json));
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
