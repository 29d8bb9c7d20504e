/**
 * The server's one door to other services.
 * Must not: ask an origin that is not configured, follow a redirect, reach the server's own network through a name that nobody configured, pass
 * on anything of the person who asks, or tell an address (it may hold a key).
 */
import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { clock } from '../clock.ts';
import { OriginHealth } from './origin-health.ts';
import { refuseOwnAddress, safeLookup } from './safe-lookup.ts';
import { UpstreamError } from './upstream-error.ts';

export type Question = {
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as a form by POST; absent = GET. */
  readonly form?: Readonly<Record<string, string>>;
  /** From the question to the last byte. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
};
/** `status` is 2xx, 304, or 4xx other than 429. */
export type UpstreamAnswer = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
};
/** `isOwners` = the owner of the server named it: it may lie in a private network. */
export type Origin = { readonly origin: string; readonly isOwners: boolean };
type Notice = (facts: { origin: string; trouble: string; detail: string }) => void;

const socketsPerOrigin = 8;

export class UpstreamDoor {
  readonly #origins = new Map<string, Origin>();
  readonly #health = new OriginHealth();
  readonly #userAgent: string;
  readonly #notice: Notice;
  readonly #agents = {
    'http:': new HttpAgent({ keepAlive: true, maxSockets: socketsPerOrigin }),
    'https:': new HttpsAgent({ keepAlive: true, maxSockets: socketsPerOrigin }),
  };
  readonly #underWay = new Set<ClientRequest>();

  /** `notice` is told, without any address below the origin, when an origin begins to be left alone. */
  constructor(origins: readonly Origin[], userAgent: string, notice: Notice) {
    for (const one of origins)
      this.#origins.set(one.origin, {
        ...one,
        isOwners: one.isOwners || this.#origins.get(one.origin)?.isOwners === true,
      });
    this.#userAgent = userAgent;
    this.#notice = notice;
  }

  /** @throws UpstreamError */
  async fetch(question: Question): Promise<UpstreamAnswer> {
    const { origin } = question.url;
    const known = this.#origins.get(origin);
    if (!known) throw new UpstreamError('notConfigured', 'this address is not configured.');
    this.#health.check(origin);
    const startedAt = clock.now();
    try {
      const answer = await this.#exchange(question, known);
      return this.#judge(origin, answer);
    } catch (error) {
      const trouble = error instanceof UpstreamError ? error : unreachable(error);
      if (trouble.trouble === 'unreachable') this.#failed(origin, startedAt, error);
      throw trouble;
    }
  }

  /** What is under way ends at once. */
  close(): void {
    for (const one of this.#underWay) one.destroy();
    for (const agent of Object.values(this.#agents)) agent.destroy();
  }

  #failed(origin: string, startedAt: number, error: unknown): void {
    const detail = codeOf(error);
    if (this.#health.failed(origin, startedAt)) this.#notice({ origin, trouble: 'unreachable', detail });
  }

  #judge(origin: string, answer: UpstreamAnswer): UpstreamAnswer {
    const { status, headers } = answer;
    if (status === 429 || (status === 503 && headers['retry-after'])) {
      const retryAtMs = this.#health.limited(origin, headers);
      this.#notice({ origin, trouble: 'limited', detail: `until ${new Date(retryAtMs).toISOString()}` });
      throw new UpstreamError('limited', 'the service wants to be left alone.', { retryAtMs });
    }
    if (status >= 500) throw new UpstreamError('unreachable', 'the service has failed.', { cause: status });
    this.#health.succeeded(origin);
    if (status >= 300 && status < 400 && status !== 304)
      throw new UpstreamError('wrong', 'the service wanted to send us elsewhere.');
    return answer;
  }

  async #exchange(question: Question, { isOwners }: Origin): Promise<UpstreamAnswer> {
    const { url, form, timeoutMs } = question;
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
          ...question.headers,
          ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
        },
      });
      this.#underWay.add(outgoing);
      outgoing.on('close', () => this.#underWay.delete(outgoing));
      const fail = (error: unknown): void => {
        reject(deadline.aborted ? new UpstreamError('unreachable', 'the service did not answer in time.') : error);
        outgoing.destroy();
      };
      outgoing.on('error', fail);
      outgoing.on('response', (incoming) => {
        const { statusCode: status = 0, headers } = incoming;
        readBody(incoming, question.maxBytes).then((bytes) => resolve({ status, headers, body: bytes }), fail);
      });
      outgoing.end(body);
    });
  }
}

/** @throws UpstreamError for more than `maxBytes`, before it is all here */
async function readBody(incoming: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const encoding = incoming.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity')
    throw new UpstreamError('wrong', 'the service answered in a form that was not asked for.');
  const tooLarge = (): UpstreamError => new UpstreamError('wrong', 'the service sent too much.');
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

function unreachable(cause: unknown): UpstreamError {
  return new UpstreamError('unreachable', 'the service cannot be reached.', { cause });
}

/** Such as ENOTFOUND or 502: nothing else of an error may be logged. */
function codeOf(error: unknown): string {
  if (error instanceof UpstreamError)
    return typeof error.cause === 'number' ? `status ${error.cause}` : 'no answer in time';
  return (error as NodeJS.ErrnoException).code ?? 'error';
}
