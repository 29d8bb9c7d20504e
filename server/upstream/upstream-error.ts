/**
 * Why another service gave nothing that can be used.
 * Must not: hold an address with its path or query: they may hold a key. Its sentence goes to the screen.
 */
import { HttpError } from '../http/api-error.ts';

/**
 * `unreachable` = no answer, or not in time; `limited` = it wants to be left alone until `retryAtMs`; `wrong` = an answer that is none of its own
 * (a page of a portal, too much, a redirect, not the right kind); `notConfigured` = nobody said where it is.
 */
export type Trouble = 'unreachable' | 'limited' | 'wrong' | 'notConfigured';

export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
  readonly trouble: Trouble;
  /** Epoch milliseconds from which on it may be asked again; null = at any time. */
  readonly retryAtMs: number | null;

  constructor(
    trouble: Trouble,
    message: string,
    { retryAtMs = null, cause }: { retryAtMs?: number | null; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.trouble = trouble;
    this.retryAtMs = retryAtMs;
  }
}

/** 424 and not 503: to the app a 503 means that this server is gone. */
const statuses: Readonly<Record<Trouble, { readonly ofCall: number; readonly ofTile: number }>> = {
  unreachable: { ofCall: 424, ofTile: 503 },
  wrong: { ofCall: 424, ofTile: 502 },
  limited: { ofCall: 429, ofTile: 503 },
  notConfigured: { ofCall: 424, ofTile: 404 },
};

/** `what` = the part that is missing now, with its verb: 'Weather is' not available: ..., or limited until 14:05 UTC. */
export function refusalOf(error: UpstreamError, what: string, kind: 'ofCall' | 'ofTile', nowMs: number): HttpError {
  const waitS = error.retryAtMs === null ? undefined : Math.max(1, Math.ceil((error.retryAtMs - nowMs) / 1000));
  const message =
    error.trouble === 'limited' && error.retryAtMs !== null
      ? `${what} limited until ${limitText(error.retryAtMs, nowMs)} UTC.`
      : `${what} not available: ${error.message}`;
  return new HttpError(statuses[error.trouble][kind], message, undefined, waitS);
}

/** HH:MM, rounded up so that it is true; with the day when that is not today. */
function limitText(atMs: number, nowMs: number): string {
  const text = new Date(Math.ceil(atMs / 60_000) * 60_000).toISOString();
  const isToday = text.slice(0, 10) === new Date(nowMs).toISOString().slice(0, 10);
  return isToday ? text.slice(11, 16) : `${text.slice(11, 16)} on ${text.slice(0, 10)}`;
}
