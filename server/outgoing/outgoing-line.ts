/**
 * One HTTP request to another machine. No redirects, bounded size and time, and a checked address (base/outgoing-address.ts).
 */
import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { AddressRefused, checkedLookup, isRefusedAddress, type Reach } from '../base/outgoing-address.ts';
import { HttpError } from '../http/api-error.ts';

export type UpstreamRequest = {
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  /** Requested object, such as an airport, if the origin may fail for it alone. */
  readonly subject?: string;
  /** Sent as a form by POST. Absent = GET. */
  readonly form?: Readonly<Record<string, string>>;
  /** Sent as it is by POST, in place of a form. */
  readonly body?: string | Buffer;
  /** The connection is open: from now on the request may arrive, whatever follows. */
  readonly onOpen?: () => void;
  /** A longer body is cut, and one that ends too early is returned as far as it came: the status suffices. */
  readonly isBodyCut?: boolean;
  /** From request to last byte. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
};
export type UpstreamResponse = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
};

const socketsPerOrigin = 8;

export class OutgoingLine {
  readonly #userAgent: string;
  readonly #agents: { readonly 'http:': HttpAgent; readonly 'https:': HttpsAgent };
  readonly #underWay = new Set<ClientRequest>();

  /** `idleMs` = unused connections are closed after this time. Absent = when the service closes them. */
  constructor(userAgent: string, idleMs?: number) {
    this.#userAgent = userAgent;
    const options = { keepAlive: true, maxSockets: socketsPerOrigin, ...(idleMs ? { timeout: idleMs } : {}) };
    this.#agents = { 'http:': new HttpAgent(options), 'https:': new HttpsAgent(options) };
  }

  /** Aborts pending requests. */
  close(): void {
    for (const one of this.#underWay) one.destroy();
    for (const agent of Object.values(this.#agents)) agent.destroy();
  }

  /** Any status. `isOwners` = the owner configured the URL. @throws UpstreamError, or the connection's error */
  async send(request: UpstreamRequest, reach: Reach): Promise<UpstreamResponse> {
    const { url, form, timeoutMs } = request;
    // An IP address is not looked up.
    if (isRefusedAddress(url.hostname, reach)) throw ownNetwork();
    const body = form ? new URLSearchParams(form).toString() : request.body;
    const isSecure = url.protocol === 'https:';
    const deadline = AbortSignal.timeout(timeoutMs);
    return new Promise((resolve, reject) => {
      const outgoing = (isSecure ? httpsRequest : httpRequest)(url, {
        method: body === undefined ? 'GET' : 'POST',
        agent: this.#agents[isSecure ? 'https:' : 'http:'],
        lookup: checkedLookup(reach),
        signal: deadline,
        headers: {
          'user-agent': this.#userAgent,
          'accept-encoding': 'identity',
          ...request.headers,
          ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
        },
      });
      this.#underWay.add(outgoing);
      outgoing.on('close', () => this.#underWay.delete(outgoing));
      const fail = (error: unknown): void => {
        const late = (): UpstreamError => new UpstreamError('unreachable', 'the service did not respond in time.');
        reject(deadline.aborted ? late() : error instanceof AddressRefused ? ownNetwork() : error);
        outgoing.destroy();
      };
      outgoing.on('error', fail);
      const { onOpen } = request;
      if (onOpen)
        outgoing.on('socket', (socket) => {
          if (socket.connecting) socket.once(isSecure ? 'secureConnect' : 'connect', onOpen);
          else onOpen();
        });
      outgoing.on('response', (incoming) => {
        const { statusCode: status = 0, headers } = incoming;
        const read = request.isBodyCut ? readStart : readBody;
        read(incoming, request.maxBytes).then((bytes) => {
          resolve({ status, headers, body: bytes });
          if (!incoming.complete) outgoing.destroy();
        }, fail);
      });
      outgoing.end(body);
    });
  }
}

const ownNetwork = (): UpstreamError => new UpstreamError('wrong', 'the service is at a private address.');

/** @throws UpstreamError beyond `maxBytes`, before all is received */
async function readBody(incoming: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const encoding = incoming.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') throw new UpstreamError('wrong', 'the response has an unexpected format.');
  const tooLarge = (): UpstreamError => new UpstreamError('wrong', 'the response is too large.');
  if (Number(incoming.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

/** Up to `maxBytes` of what arrives. */
async function readStart(incoming: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= maxBytes) break;
    }
  } catch {
    // The connection broke, or its time is over.
  }
  return Buffer.concat(chunks, size).subarray(0, maxBytes);
}

// ---- Why another service failed. The text is shown to users: no path or query of a URL, which may contain a key.

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

export function notConfigured(): UpstreamError {
  return new UpstreamError('notConfigured', 'no service is configured on this server.');
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @throws UpstreamError for invalid JSON */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UpstreamError('wrong', 'the response of the service cannot be read.');
  }
}
