/** All third-party requests go through here. Never forward user data, and never log or return the URL: it may contain a key. */
import { clock } from '../base/clock.ts';
import { inSpan } from '../base/spans.ts';
import { OriginHealth } from './origin-health.ts';
import { OutgoingLine, type UpstreamRequest, type UpstreamResponse } from './outgoing-line.ts';
import { UpstreamError } from './upstream-error.ts';

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
