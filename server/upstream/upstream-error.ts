/** Why another service failed. The text is shown to users: no path or query of a URL, which may contain a key. */
import { HttpError } from '../http/api-error.ts';

/**
 * `unreachable` = no response in time. `limited` = paused until `retryAtMs`. `wrong` = not a response of the service
 * (a portal's page, too large, a redirect, wrong type). `notConfigured` = no URL is set.
 */
type Trouble = 'unreachable' | 'limited' | 'wrong' | 'notConfigured';

export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
  readonly trouble: Trouble;
  /** Epoch ms of the next allowed request. null = any time. */
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

/** 424, not 503: for the app a 503 means that this server is down. */
const statuses: Readonly<Record<Trouble, { readonly ofCall: number; readonly ofTile: number }>> = {
  unreachable: { ofCall: 424, ofTile: 503 },
  wrong: { ofCall: 424, ofTile: 502 },
  limited: { ofCall: 429, ofTile: 503 },
  notConfigured: { ofCall: 424, ofTile: 404 },
};

/** `what` = the missing part with its verb: 'Weather is' not available: ..., or limited until 14:05 UTC. */
export function refusalOf(error: UpstreamError, what: string, kind: 'ofCall' | 'ofTile', nowMs: number): HttpError {
  const waitS = error.retryAtMs === null ? undefined : Math.max(1, Math.ceil((error.retryAtMs - nowMs) / 1000));
  const message =
    error.trouble === 'limited' && error.retryAtMs !== null
      ? `${what} limited until ${limitText(error.retryAtMs, nowMs)} UTC.`
      : `${what} not available: ${error.message}`;
  return new HttpError(statuses[error.trouble][kind], message, undefined, waitS);
}

/** HH:MM, rounded up, with the date if it is not today. */
function limitText(atMs: number, nowMs: number): string {
  const text = new Date(Math.ceil(atMs / 60_000) * 60_000).toISOString();
  const isToday = text.slice(0, 10) === new Date(nowMs).toISOString().slice(0, 10);
  return isToday ? text.slice(11, 16) : `${text.slice(11, 16)} on ${text.slice(0, 10)}`;
}
