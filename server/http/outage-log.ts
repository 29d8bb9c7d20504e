/** Log of requests that an outage refuses: an entry when it begins, then one a minute with their number. */
import type { FastifyBaseLogger } from 'fastify';

const everyMs = 60_000;

export class OutageLog {
  #loggedAtMs = Number.NEGATIVE_INFINITY;
  #refused = 0;

  refuse(log: Pick<FastifyBaseLogger, 'error'>, requestId: string, error: Error, nowMs = performance.now()): void {
    this.#refused++;
    if (nowMs - this.#loggedAtMs < everyMs) return;
    log.error(
      { requestId, refused: this.#refused, reason: error.message },
      'the database is unavailable: requests are refused',
    );
    this.#loggedAtMs = nowMs;
    this.#refused = 0;
  }
}
