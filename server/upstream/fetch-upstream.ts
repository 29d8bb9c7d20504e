/**
 * The server's one door to other services.
 * Must not: ask an origin that is not configured, follow a redirect, reach the server's own network through a name that nobody configured, pass
 * on anything of the person who asks, or tell an address (it may hold a key).
 */
import { clock } from '../clock.ts';
import { OriginHealth } from './origin-health.ts';
import { OutgoingLine, type Question, type UpstreamAnswer } from './outgoing-line.ts';
import { UpstreamError } from './upstream-error.ts';

/** `isOwners` = the owner of the server named it: it may lie in a private network. */
export type Origin = { readonly origin: string; readonly isOwners: boolean };
type Notice = (facts: { origin: string; trouble: string; detail: string }) => void;

export class UpstreamDoor {
  readonly #origins = new Map<string, Origin>();
  readonly #health = new OriginHealth();
  readonly #line: OutgoingLine;
  readonly #notice: Notice;

  /** `notice` is told, without any address below the origin, when an origin begins to be left alone. */
  constructor(origins: readonly Origin[], userAgent: string, notice: Notice) {
    for (const one of origins)
      this.#origins.set(one.origin, {
        ...one,
        isOwners: one.isOwners || this.#origins.get(one.origin)?.isOwners === true,
      });
    this.#line = new OutgoingLine(userAgent);
    this.#notice = notice;
  }

  /** The answer's status is 2xx, 304, or 4xx other than 429. @throws UpstreamError */
  async fetch(question: Question): Promise<UpstreamAnswer> {
    const { origin } = question.url;
    const known = this.#origins.get(origin);
    if (!known) throw new UpstreamError('notConfigured', 'this address is not configured.');
    this.#health.check(origin);
    const startedAt = clock.now();
    try {
      return this.#judge(origin, await this.#line.ask(question, known));
    } catch (error) {
      const trouble = error instanceof UpstreamError ? error : unreachable(error);
      if (trouble.trouble === 'unreachable') this.#failed(origin, startedAt, error);
      throw trouble;
    }
  }

  /** What is under way ends at once. */
  close(): void {
    this.#line.close();
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
