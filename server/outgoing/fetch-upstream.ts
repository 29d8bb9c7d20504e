/** All third-party requests go through here. Never forward user data, and never log or return the URL: it may contain a key. */

import type { IncomingHttpHeaders } from 'node:http';
import { clock } from '../base/clock.ts';
import { isRefusedAddress } from '../base/outgoing-address.ts';
import { inSpan } from '../base/spans.ts';
import { OutgoingLine, UpstreamError, type UpstreamRequest, type UpstreamResponse } from './outgoing-line.ts';

/** `isOwners` = configured by the owner: it may be in a private network. */
export type Origin = { readonly origin: string; readonly isOwners: boolean };
type Notice = (facts: { origin: string; trouble: string; detail: string }) => void;

export class UpstreamClient {
  readonly #origins = new Map<string, Origin>();
  readonly #health = new OriginHealth();
  readonly #line: OutgoingLine;
  readonly #notice: Notice;

  /** `notice` is called when an origin is paused, without any URL path. */
  constructor(origins: readonly Origin[], userAgent: string, notice: Notice) {
    for (const one of origins)
      this.#origins.set(one.origin, {
        ...one,
        isOwners: one.isOwners || this.#origins.get(one.origin)?.isOwners === true,
      });
    this.#line = new OutgoingLine(userAgent);
    this.#notice = notice;
  }

  /** Status 2xx, 304, or 4xx except 429. @throws UpstreamError */
  async fetch(request: UpstreamRequest): Promise<UpstreamResponse> {
    const { subject } = request;
    const { origin } = request.url;
    const known = this.#origins.get(origin);
    if (!known) throw new UpstreamError('notConfigured', 'this address is not configured.');
    this.#health.check(origin, subject);
    const startedAt = clock.now();
    try {
      return this.#judge(origin, await this.#send(request, known), subject);
    } catch (error) {
      const trouble = error instanceof UpstreamError ? error : unreachable(error);
      if (trouble.trouble === 'unreachable') this.#failed(origin, startedAt, error, subject);
      throw trouble;
    }
  }

  /** Aborts pending requests. */
  close(): void {
    this.#line.close();
  }

  #send(request: UpstreamRequest, known: Origin): Promise<UpstreamResponse> {
    const method = request.form ? 'POST' : 'GET';
    const { protocol, hostname, port } = request.url;
    return inSpan(
      () => ({
        name: `${method} ${known.origin}`,
        kind: 'client',
        attributes: {
          'http.request.method': method,
          'server.address': hostname,
          'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
        },
      }),
      async (span) => {
        const response = await this.#line.send(request, known);
        span?.note({ 'http.response.status_code': response.status });
        return response;
      },
    );
  }

  #failed(origin: string, startedAt: number, error: unknown, subject: string | undefined): void {
    const detail = codeOf(error);
    // A failed connection affects every subject.
    if (this.#health.failed(origin, startedAt, isOfConnection(error) ? undefined : subject))
      this.#notice({ origin, trouble: 'unreachable', detail });
  }

  #judge(origin: string, response: UpstreamResponse, subject: string | undefined): UpstreamResponse {
    const { status, headers } = response;
    if (status === 429 || (status === 503 && headers['retry-after'])) {
      const retryAtMs = this.#health.limited(origin, headers);
      this.#notice({ origin, trouble: 'limited', detail: `until ${new Date(retryAtMs).toISOString()}` });
      throw new UpstreamError('limited', 'the service asked for a pause.', { retryAtMs });
    }
    if (status >= 500) throw new UpstreamError('unreachable', 'the service has failed.', { cause: status });
    this.#health.succeeded(origin, subject);
    if (status >= 300 && status < 400 && status !== 304)
      throw new UpstreamError('wrong', 'the service sent a redirect, which is not followed.');
    return response;
  }
}

/** The connection was open, and no response arrived: sending again could deliver it twice. */
export class OutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super('The service did not respond.', { cause });
  }
}

/** A connection that something between the servers dropped would make the outcome of the next post unknown. */
const idlePostMs = 5000;

type PostRequest = Pick<UpstreamRequest, 'url' | 'headers' | 'timeoutMs' | 'maxBytes'> & {
  readonly body: string | Buffer;
};

/**
 * Posts to addresses that users named, such as push services and webhooks. `own` = origins that the owner listed, which may be in a private
 * network and without TLS; every other one is on the internet and has TLS. No pauses: whoever sends has a queue with its own.
 */
export class OutgoingPosts {
  readonly #own: ReadonlySet<string>;
  readonly #line: OutgoingLine;

  constructor(own: readonly string[], userAgent: string, idleMs = idlePostMs) {
    this.#own = new Set(own);
    this.#line = new OutgoingLine(userAgent, idleMs);
  }

  /** Whether an address may be posted to, before its name is resolved. */
  allows(url: URL): boolean {
    if (url.username || url.password) return false;
    if (this.#own.has(url.origin)) return true;
    return url.protocol === 'https:' && !isRefusedAddress(url.hostname, { isOwners: false });
  }

  /**
   * Any status, with the start of the response.
   * @throws OutcomeUnknown if it may have arrived, UpstreamError or the connection's error if it certainly did not
   */
  async post(request: PostRequest): Promise<UpstreamResponse> {
    const { url } = request;
    if (!this.allows(url)) throw new UpstreamError('wrong', 'the service is at a private address.');
    let isOpen = false;
    const onOpen = (): void => {
      isOpen = true;
    };
    try {
      return await this.#line.send({ ...request, isBodyCut: true, onOpen }, { isOwners: this.#own.has(url.origin) });
    } catch (error) {
      throw isOpen ? new OutcomeUnknown(error) : error;
    }
  }

  /** Aborts pending requests. */
  close(): void {
    this.#line.close();
  }
}

function unreachable(cause: unknown): UpstreamError {
  return new UpstreamError('unreachable', 'the service cannot be reached.', { cause });
}

/** No connection at all. One that broke within the response may have failed for this request only. */
const isOfConnection = (error: unknown): boolean =>
  !(error instanceof UpstreamError) && !/^(ECONNRESET|EPIPE)$/.test(codeOf(error));

/** Such as ENOTFOUND or 502: nothing else of an error may be logged. */
function codeOf(error: unknown): string {
  if (error instanceof UpstreamError)
    return typeof error.cause === 'number' ? `status ${error.cause}` : 'no answer in time';
  return (error as NodeJS.ErrnoException).code ?? 'error';
}

// ---- Pauses requests to an origin, or one subject of it: longer after each failure, and for the requested time after 'too many requests'.

type Health = {
  /** Consecutive rounds of failures. */
  failures: number;
  /** Epoch ms. 0 = at once. */
  retryAtMs: number;
  isLimited: boolean;
};
const firstPauseMs = 5000;
const longestPauseMs = 60_000;
/** Default pause. */
const usualLimitMs = 60_000;
const longestLimitMs = 24 * 3_600_000;

/** Consecutive failures of this many subjects mean that the service itself is down. */
const subjectsOfOutage = 3;
const maxSubjects = 1000;

export class OriginHealth {
  readonly #origins = new Map<string, Health>();
  /** Failed subjects, such as an airport, with their origin. Oldest first. */
  readonly #subjects = new Map<string, Health>();
  /** By origin: subjects failed since the last success. */
  readonly #failing = new Map<string, Set<string>>();

  /** `subject` = requested object, if others of this origin may work. @throws UpstreamError while it is paused */
  check(origin: string, subject?: string): void {
    refuseIn(this.#origins.get(origin), 'the service cannot be reached.');
    if (subject !== undefined)
      refuseIn(this.#subjects.get(keyOf(origin, subject)), 'the service failed for this request a moment ago.');
  }

  succeeded(origin: string, subject?: string): void {
    this.#origins.delete(origin);
    this.#failing.delete(origin);
    if (subject !== undefined) this.#subjects.delete(keyOf(origin, subject));
  }

  /**
   * One failure may be a coincidence. Concurrent failures count once. A failure of a subject pauses that subject, until
   * several fail in a row. True if a pause of the origin starts.
   */
  failed(origin: string, startedAtMs: number, subject?: string): boolean {
    if (subject === undefined) return fail(this.#origins, origin, startedAtMs);
    fail(this.#subjects, keyOf(origin, subject), startedAtMs);
    for (const oldest of this.#subjects.keys()) {
      if (this.#subjects.size <= maxSubjects) break;
      this.#subjects.delete(oldest);
    }
    const failing = this.#failing.get(origin) ?? new Set();
    this.#failing.set(origin, failing.add(subject));
    return failing.size >= subjectsOfOutage && fail(this.#origins, origin, startedAtMs, 1);
  }

  /** 429, or 503 with a time. @returns epoch ms of the next allowed request */
  limited(origin: string, headers: IncomingHttpHeaders): number {
    const now = clock.now();
    const waitMs = waitOf(headers, now) ?? usualLimitMs;
    const retryAtMs = now + Math.min(Math.max(waitMs, 1000), longestLimitMs);
    this.#origins.set(origin, { failures: 0, retryAtMs, isLimited: true });
    return retryAtMs;
  }
}

const keyOf = (origin: string, subject: string): string => `${origin} ${subject}`;

function refuseIn(health: Health | undefined, sentence: string): void {
  if (!health || clock.now() >= health.retryAtMs) return;
  throw new UpstreamError(health.isLimited ? 'limited' : 'unreachable', sentence, { retryAtMs: health.retryAtMs });
}

/** `failuresBefore` = minimum of earlier failures. */
function fail(healths: Map<string, Health>, key: string, startedAtMs: number, failuresBefore = 0): boolean {
  const now = clock.now();
  const before = healths.get(key) ?? { failures: 0, retryAtMs: 0, isLimited: false };
  if (before.failures > 0 && startedAtMs < before.retryAtMs) return false;
  const failures = Math.max(before.failures, failuresBefore) + 1;
  const pauseMs = failures === 1 ? 0 : Math.min(firstPauseMs * 2 ** (failures - 2), longestPauseMs);
  healths.delete(key);
  healths.set(key, { failures, retryAtMs: now + pauseMs, isLimited: false });
  return pauseMs > 0;
}

/** Retry-After in seconds or as a date. OpenSky has its own header. ms, null = none. */
export function waitOf(headers: IncomingHttpHeaders, nowMs: number): number | null {
  const text = String(headers['retry-after'] ?? headers['x-rate-limit-retry-after-seconds'] ?? '').trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const at = text ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : at - nowMs;
}
