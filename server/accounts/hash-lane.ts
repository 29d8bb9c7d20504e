/**
 * Limits concurrent and pending password hashes and refuses the rest. A hash takes 20 MB and a core for tens of
 * milliseconds: unlimited logins would starve other requests.
 */
import { HttpError } from '../http/api-error.ts';

export class HashLane {
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(
    private readonly maxRunning: number,
    private readonly maxWaiting: number,
  ) {}

  get waiting(): number {
    return this.#waiting.length;
  }

  /** In order of arrival. @throws HttpError 429 if the queue is full, without starting `work` */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.maxRunning) this.#running++;
    else {
      if (this.#waiting.length >= this.maxWaiting)
        throw new HttpError(429, 'Too many passwords are being checked. Try again in 5 seconds.', undefined, 5);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      // The slot is passed on: `#running` does not change.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }
}
