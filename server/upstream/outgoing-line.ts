/**
 * One HTTP request to another machine, the only place that connects to one. No redirects, bounded size and time,
 * and no private address by a name that the operator did not configure.
 */
import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { refuseOwnAddress, safeLookup } from './safe-lookup.ts';
import { UpstreamError } from './upstream-error.ts';

export type UpstreamRequest = {
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  /** Requested object, such as an airport, if the origin may fail for it alone. */
  readonly subject?: string;
  /** Sent as a form by POST. Absent = GET. */
  readonly form?: Readonly<Record<string, string>>;
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
  readonly #agents = {
    'http:': new HttpAgent({ keepAlive: true, maxSockets: socketsPerOrigin }),
    'https:': new HttpsAgent({ keepAlive: true, maxSockets: socketsPerOrigin }),
  };
  readonly #underWay = new Set<ClientRequest>();

  constructor(userAgent: string) {
    this.#userAgent = userAgent;
  }

  /** Aborts pending requests. */
  close(): void {
    for (const one of this.#underWay) one.destroy();
    for (const agent of Object.values(this.#agents)) agent.destroy();
  }

  /** Any status. `isOwners` = the owner configured the URL. @throws UpstreamError, or the connection's error */
  async send(request: UpstreamRequest, { isOwners }: { readonly isOwners: boolean }): Promise<UpstreamResponse> {
    const { url, form, timeoutMs } = request;
    refuseOwnAddress(url, isOwners);
    const body = form ? new URLSearchParams(form).toString() : undefined;
    const isSecure = url.protocol === 'https:';
    const deadline = AbortSignal.timeout(timeoutMs);
    return new Promise((resolve, reject) => {
      const outgoing = (isSecure ? httpsRequest : httpRequest)(url, {
        method: form ? 'POST' : 'GET',
        agent: this.#agents[isSecure ? 'https:' : 'http:'],
        lookup: safeLookup(isOwners),
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
        reject(deadline.aborted ? new UpstreamError('unreachable', 'the service did not respond in time.') : error);
        outgoing.destroy();
      };
      outgoing.on('error', fail);
      outgoing.on('response', (incoming) => {
        const { statusCode: status = 0, headers } = incoming;
        readBody(incoming, request.maxBytes).then((bytes) => resolve({ status, headers, body: bytes }), fail);
      });
      outgoing.end(body);
    });
  }
}

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
