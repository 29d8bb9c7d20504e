/**
 * What a question to OpenSky costs, and what is left of the day. Each day (UTC) begins anew.
 * Must not: ask.
 */
import { clock } from '../clock.ts';
import { UpstreamError } from './upstream-error.ts';

const dayMs = 24 * 3_600_000;

/** Credits for a box of so many square degrees (its REST API, 'API credit usage'). */
export function costOf(squareDegrees: number): number {
  if (squareDegrees <= 25) return 1;
  if (squareDegrees <= 100) return 2;
  return squareDegrees <= 400 ? 3 : 4;
}

export class StateCredits {
  readonly #perDay: number;
  #day = 0;
  #left = 0;

  constructor(perDay: number) {
    this.#perDay = perDay;
  }

  /** @throws UpstreamError when the day's are spent */
  spend(credits: number): void {
    this.#turn();
    if (credits > this.#left)
      throw new UpstreamError('limited', "the day's questions are spent.", { retryAtMs: (this.#day + 1) * dayMs });
    this.#left -= credits;
  }

  /** What the service itself counts; others may spend of the same account. */
  learn(remaining: number): void {
    this.#turn();
    if (Number.isFinite(remaining)) this.#left = Math.max(0, Math.min(this.#left, remaining));
  }

  #turn(): void {
    const today = Math.floor(clock.now() / dayMs);
    if (today === this.#day) return;
    this.#day = today;
    this.#left = this.#perDay;
  }
}
