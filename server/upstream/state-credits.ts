/** Cost of a request to OpenSky, and the rest of the daily limit (UTC). */
import { clock } from '../base/clock.ts';
import { UpstreamError } from './upstream-error.ts';

const dayMs = 24 * 3_600_000;

/** Credits by area in square degrees (its REST API, 'API credit usage'). */
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

  /** @throws UpstreamError when the daily limit is reached */
  spend(credits: number): void {
    this.#turn();
    if (credits > this.#left)
      throw new UpstreamError('limited', 'the daily request limit is reached.', { retryAtMs: (this.#day + 1) * dayMs });
    this.#left -= credits;
  }

  /** The service's own count: others may use the same account. */
  update(remaining: number): void {
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
