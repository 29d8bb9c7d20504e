/** Limits of requests by caller and minute, together with other servers (decision 21), and the pace of refusals (decision 25). */

import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Query } from '../database/pool.ts';
import { HttpError } from './api-error.ts';
import { bearerToken } from './calls.ts';
import { isLoopback, networkOf } from './network-of.ts';
import { requestKind } from './security.ts';
import { cookieToken } from './session-cookie.ts';

type Count = { own: number; others: number; startMs: number };
type Current = { readonly current: number; readonly ttl: number };
type SharedBy = {
  readonly db: Query;
  /** Number of this server. null = it is not connected. */
  readonly server: () => number | null;
  readonly others: () => number;
  readonly maxPerMinute: number;
};

const windowMs = 60_000;
const maxCallers = 10_000;
export const exchangeMs = 3000;
/** Part of the limit from which on a caller is exchanged. */
const busyPart = 1 / 20;

/**
 * The caller's number of requests on all servers, as the store of @fastify/rate-limit. Exchanged every few seconds, of busy callers only: no
 * request writes, and a caller exceeds the limit by what it sends in that interval at most.
 */
export class RateStore {
  readonly #counts = new LRUCache<string, Count>({ max: maxCallers });

  incr(caller: string, done: (error: Error | null, result: Current) => void): void {
    const nowMs = Date.now();
    let count = this.#counts.get(caller);
    if (!count || nowMs - count.startMs >= windowMs) {
      count = { own: 0, others: 0, startMs: nowMs };
      this.#counts.set(caller, count);
    }
    count.own++;
    done(null, { current: count.own + count.others, ttl: windowMs - (nowMs - count.startMs) });
  }

  child(): RateStore {
    return this;
  }

  /** Writes own counts of busy callers, and reads those of other servers. Nothing while there are none. */
  async exchange({ db, server, others, maxPerMinute }: SharedBy): Promise<void> {
    const number = server();
    if (number === null || others() === 0) return;
    const nowMs = Date.now();
    const busy = [...this.#counts].filter(
      ([, { own, startMs }]) => own >= maxPerMinute * busyPart && nowMs - startMs < windowMs,
    );
    const rows = await db.query<{ caller: string; count: number }>(
      `with gone as (delete from request_count where ends_at < $5 and not (server = $1 and caller = any($2::text[]))),
         own as (insert into request_count (caller, server, count, ends_at)
           select caller, $1, count, ends_at from unnest($2::text[], $3::int[], $4::timestamptz[]) u (caller, count, ends_at)
           order by caller on conflict (caller, server) do update set count = excluded.count, ends_at = excluded.ends_at)
       select caller, sum(count)::int as count from request_count where server <> $1 and ends_at >= $5 group by caller`,
      [
        number,
        busy.map(([caller]) => caller),
        busy.map(([, { own }]) => own),
        busy.map(([, { startMs }]) => new Date(startMs + windowMs)),
        new Date(nowMs),
      ],
    );
    this.#add(new Map(rows.map(({ caller, count }) => [caller, count])), nowMs);
  }

  #add(elsewhere: ReadonlyMap<string, number>, nowMs: number): void {
    for (const [caller, count] of this.#counts) count.others = elsewhere.get(caller) ?? 0;
    for (const [caller, others] of elsewhere)
      if (!this.#counts.has(caller)) this.#counts.set(caller, { own: 0, others, startMs: nowMs });
  }
}

// ---- Delays refusals, so that a flood of them leaves time for the requests of others: a caller gets 50 a second, the next ones wait (decision 25).

const everyMs = 20;
/** Refusals without a delay after a pause. A page that opens without a session gets a dozen. */
const atOnce = 50;
/** A refused body is read and discarded: 100 MB cost more than the response. */
const perLargeBody = 50;
const longestMs = 2000;

export class RefusalPace {
  /** When the next refusal of a caller is due. */
  readonly #dueMs = new LRUCache<string, number>({ max: maxCallers });
  #delayed = 0;

  constructor(private readonly clock: () => number = () => performance.now()) {}

  /** Number of delayed refusals. */
  get delayed(): number {
    return this.#delayed;
  }

  /** Takes the caller's next turn. Returns how many ms its refusal waits. */
  take(caller: string, status: number): number {
    const nowMs = this.clock();
    const dueMs = Math.max(this.#dueMs.get(caller) ?? 0, nowMs - (atOnce - 1) * everyMs);
    const turns = status === 413 ? perLargeBody : 1;
    this.#dueMs.set(caller, Math.min(dueMs + turns * everyMs, nowMs + longestMs));
    const waitMs = Math.max(0, dueMs - nowMs);
    if (waitMs > 0) this.#delayed++;
    return waitMs;
  }
}

// ---- Rate limit of callers, and the delay of their refusals.

/** `known...` = what a valid token belongs to, as text. null = unknown. */
type LimitServices = {
  readonly config: { readonly rateLimitPerMinute: number; readonly limitsLoopback: boolean };
  readonly sessions: { knownSession(token: string, use?: 'bearer' | 'cookie'): string | null };
  readonly stationKeys: { knownKey(key: string): string | null };
  readonly rates: RateStore;
  readonly refusals: RefusalPace;
};

/**
 * Generous: it stops floods, not people. Counted per session or station key, otherwise per network (an invented token does not help).
 * Requests of this machine are not counted.
 */
export async function addRequestLimits(app: FastifyInstance, services: LimitServices): Promise<void> {
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
function tileKey(request: FastifyRequest, sessions: LimitServices['sessions']): string {
  return `tiles ${sessions.knownSession(cookieToken(request.headers.cookie) ?? '', 'cookie') ?? networkOf(request.ip)}`;
}
