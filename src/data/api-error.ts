/** The ways a request can fail, as the screens distinguish them. */
import type { ErrorBody } from '../../contract/endpoint.ts';

/**
 * The device has no network · the connection failed · timeout · a response that is not from this API (a captive portal, a redirect) ·
 * JSON that does not match the contract · 502, 503 or 504. None of these ends a session or overwrites stored data (invariant 8).
 */
export type UnreachableReason = 'no-network' | 'refused' | 'timeout' | 'portal' | 'mismatch' | 'unavailable';

/** As the start of a sentence. */
export const unreachedClause: Readonly<Record<UnreachableReason, string>> = {
  'no-network': 'No network connection',
  refused: 'The server is unreachable',
  timeout: 'The server did not respond in time',
  portal: 'The network intercepted the request',
  mismatch: 'The response does not match this version of the app',
  unavailable: 'The server is temporarily unavailable',
};
const remedies: Readonly<Partial<Record<UnreachableReason, string>>> = {
  portal: 'Sign in to the network, then retry.',
  mismatch: 'Reload the app.',
};
export const unreachedText = (why: UnreachableReason): string =>
  [`${unreachedClause[why]}.`, remedies[why]].filter(Boolean).join(' ');

/** C51b: shown where the response contains no message. */
function genericMessage(unreached: UnreachableReason | null, status: number | null): string {
  if (unreached) return unreachedText(unreached);
  if (status === 403) return 'Your account does not have permission for this. Ask an administrator for access.';
  return status === null ? 'The request failed.' : `Request failed with status code ${status}.`;
}

/** `message` = the message of the response, else the sentence of the app where it is more specific than the status, else the generic text. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly unreached: UnreachableReason | null;
  /** The device had no network before the request: the server never got it. */
  readonly isUnsent: boolean;
  readonly status: number | null;
  readonly body: ErrorBody | null;
  /** The unparsed body and the status text, which some screens show (STN-10). */
  readonly text: string;
  readonly statusText: string;
  /** Of the response, named in the server's log. */
  readonly requestId: string | null;
  /** Another server of this API does not have the call. */
  readonly isLacking: boolean;
  constructor(parts: {
    unreached?: UnreachableReason | null;
    isUnsent?: boolean;
    status?: number | null;
    body?: ErrorBody | null;
    text?: string;
    statusText?: string;
    requestId?: string | null;
    isLacking?: boolean;
    sentence?: string;
    cause?: unknown;
  }) {
    const { unreached = null, status = null, body = null, text = '', statusText = '', requestId = null, cause } = parts;
    super(body?.message.trim() || parts.sentence || genericMessage(unreached, status), { cause });
    this.unreached = unreached;
    this.isUnsent = parts.isUnsent ?? false;
    this.status = status;
    this.body = body;
    this.text = text;
    this.statusText = statusText;
    this.requestId = requestId;
    this.isLacking = parts.isLacking ?? false;
  }
}

/** `500, request 7f3a19c2`, as far as known. Undefined for a refusal (4xx): its message states the necessary change, and support cannot help. */
export function supportText({ status, requestId }: ApiError): string | undefined {
  if (status !== null && status < 500) return undefined;
  return [status, requestId && `request ${requestId}`].filter((part) => part !== null).join(', ');
}

/** Whether a change that failed with this may have been made: the request left, and its response did not arrive. */
export const isUnconfirmed = (error: unknown): boolean =>
  error instanceof ApiError && error.unreached !== null && !error.isUnsent;
export const unchangedText = (error: unknown): string =>
  isUnconfirmed(error) ? 'The server did not confirm the change.' : 'Nothing was changed.';

/** The server responded that the object does not exist. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError && error.unreached === null && error.status === 404;
