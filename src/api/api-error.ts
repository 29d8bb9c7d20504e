/**
 * What may go wrong on the way to the server and back, told apart as the screens need it.
 * Must not: show anything, or hold a text that the specification quotes.
 */
import type { ErrorBody } from '../../contract/endpoint.ts';

/**
 * Why the server was not reached: the device says it has no network · the connection failed · no answer in time ·
 * an answer that is not this API's (a captive portal's page, a redirect) · 502, 503 or 504.
 * None of these logs anyone out or overwrites what is stored (house invariant 8).
 */
export type Unreached = 'no-network' | 'refused' | 'timeout' | 'portal' | 'unavailable';

const sentences: Readonly<Record<Unreached, string>> = {
  'no-network': 'This device has no network.',
  refused: 'The server cannot be reached.',
  timeout: 'The server did not answer in time.',
  portal: 'The network answered instead of the server. It may ask you to sign in to it first.',
  unavailable: 'The server is not available at the moment.',
};

/** The request's own text (C51b): shown where the answer brought no message. */
export function genericMessage(unreached: Unreached | null, status: number | null): string {
  if (unreached) return sentences[unreached];
  return status === null ? 'The request failed.' : `Request failed with status code ${status}.`;
}

/** A request that brought no result. `message` = the answer's message field, else the generic text. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly unreached: Unreached | null;
  readonly status: number | null;
  readonly body: ErrorBody | null;
  /** The answer's body as it came, and the words of its status, where a screen shows them (STN-10). */
  readonly text: string;
  readonly statusText: string;
  constructor(parts: {
    unreached?: Unreached | null;
    status?: number | null;
    body?: ErrorBody | null;
    text?: string;
    statusText?: string;
    cause?: unknown;
  }) {
    const { unreached = null, status = null, body = null, text = '', statusText = '', cause } = parts;
    super(body?.message.trim() || genericMessage(unreached, status), { cause });
    this.unreached = unreached;
    this.status = status;
    this.body = body;
    this.text = text;
    this.statusText = statusText;
  }
}

/** The result belongs to a session that has ended (house invariant 5): whoever waited for it drops it and says nothing. */
export class EndedSession extends Error {
  override readonly name = 'EndedSession';
  constructor() {
    super('The session for which this was asked has ended.');
  }
}
