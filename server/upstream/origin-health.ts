/**
 * When an origin may be asked again: after failures later and later, after 'too many requests' not before it said.
 * Must not: fetch, or know what was asked.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { clock } from '../clock.ts';
import { UpstreamError } from './upstream-error.ts';

type Health = {
  /** Rounds of failures without a success between them. */
  failures: number;
  /** Epoch milliseconds; 0 = at once. */
  retryAtMs: number;
  isLimited: boolean;
};
const firstPauseMs = 5000;
const longestPauseMs = 60_000;
/** When it does not say how long. */
const usualLimitMs = 60_000;
const longestLimitMs = 24 * 3_600_000;

export class OriginHealth {
  readonly #origins = new Map<string, Health>();

  /** @throws UpstreamError while it is to be left alone */
  check(origin: string): void {
    const health = this.#origins.get(origin);
    if (!health || clock.now() >= health.retryAtMs) return;
    throw new UpstreamError(health.isLimited ? 'limited' : 'unreachable', 'the service cannot be reached.', {
      retryAtMs: health.retryAtMs,
    });
  }

  succeeded(origin: string): void {
    this.#origins.delete(origin);
  }

  /** One failure may be bad luck; requests that were under way together are one failure. True when a pause begins. */
  failed(origin: string, startedAtMs: number): boolean {
    const now = clock.now();
    const before = this.#origins.get(origin) ?? { failures: 0, retryAtMs: 0, isLimited: false };
    if (before.failures > 0 && startedAtMs < before.retryAtMs) return false;
    const failures = before.failures + 1;
    const pauseMs = failures === 1 ? 0 : Math.min(firstPauseMs * 2 ** (failures - 2), longestPauseMs);
    this.#origins.set(origin, { failures, retryAtMs: now + pauseMs, isLimited: false });
    return pauseMs > 0;
  }

  /** 429, or 503 with a time. @returns epoch milliseconds from which on it may be asked */
  limited(origin: string, headers: IncomingHttpHeaders): number {
    const now = clock.now();
    const waitMs = waitOf(headers, now) ?? usualLimitMs;
    const retryAtMs = now + Math.min(Math.max(waitMs, 1000), longestLimitMs);
    this.#origins.set(origin, { failures: 0, retryAtMs, isLimited: true });
    return retryAtMs;
  }
}

/** Retry-After in seconds or as a date; OpenSky has a header of its own. */
export function waitOf(headers: IncomingHttpHeaders, nowMs: number): number | null {
  const text = String(headers['retry-after'] ?? headers['x-rate-limit-retry-after-seconds'] ?? '').trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const at = text ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : at - nowMs;
}
