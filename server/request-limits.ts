/** Rate limit of callers, and the delay of their refusals. */
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Sessions } from './accounts/sessions.ts';
import { HttpError } from './http/api-error.ts';
import { bearerToken } from './http/calls.ts';
import { isLoopback, networkOf } from './http/network-of.ts';
import { requestKind } from './http/security.ts';
import { cookieToken } from './http/session-cookie.ts';
import type { Services } from './services.ts';

/**
 * Generous: it stops floods, not people. Counted per session or station key, otherwise per network (an invented token does not help).
 * Requests of this machine are not counted.
 */
export async function addRequestLimits(app: FastifyInstance, services: Services): Promise<void> {
  const { config, sessions, stationKeys, rates, refusals } = services;
  if (config.rateLimitPerMinute === 0) return;
  const callerOf = (request: FastifyRequest): string => {
    if (requestKind(request) === 'tile') return tileKey(request, sessions);
    const token = bearerToken(request) ?? '';
    return sessions.knownSession(token) ?? stationKeys.knownKey(token) ?? networkOf(request.ip);
  };
  const isUnlimited = (request: FastifyRequest): boolean =>
    requestKind(request) === 'page' || (!config.limitsLoopback && isLoopback(request.ip));
  await app.register(rateLimit, {
    max: config.rateLimitPerMinute,
    timeWindow: 60_000,
    // The library creates its store itself: this one is shared with the exchange between servers.
    store: function store() {
      return rates;
    } as never,
    keyGenerator: callerOf,
    allowList: isUnlimited,
    errorResponseBuilder: (_request, { ttl }) =>
      new HttpError(429, 'Too many requests. Wait a moment.', undefined, Math.ceil(ttl / 1000)),
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    const status = reply.statusCode;
    const waitMs = status < 400 || status >= 500 || isUnlimited(request) ? 0 : refusals.take(callerOf(request), status);
    if (waitMs === 0) done();
    else setTimeout(done, waitMs);
  });
}

/** Counted separately: a download of a map area leaves room for messages. */
function tileKey(request: FastifyRequest, sessions: Sessions): string {
  return `tiles ${sessions.knownSession(cookieToken(request.headers.cookie) ?? '', 'cookie') ?? networkOf(request.ip)}`;
}
