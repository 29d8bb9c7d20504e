/**
 * Answers of another service, shared by all who ask: kept for a while, asked for once at a time.
 * Must not: know what they are, or which person asked.
 */
import { clock } from '../clock.ts';
import { InFlight } from './in-flight.ts';

export type Manner = {
  /** So long an answer is given again. */
  readonly freshMs: number;
  /** So long it stands in when the service fails; 0 = never. */
  readonly staleMs: number;
  readonly maxKeys: number;
};

export class SharedAnswers<T> {
  readonly #manner: Manner;
  /** The oldest first. */
  readonly #kept = new Map<string, { readonly value: T; readonly atMs: number }>();
  readonly #asked = new InFlight<T>();

  constructor(manner: Manner) {
    this.#manner = manner;
  }

  async get(key: string, ask: () => Promise<T>): Promise<T> {
    const kept = this.#kept.get(key);
    // Either way: a clock may be set back.
    const ageMs = kept ? Math.abs(clock.now() - kept.atMs) : Number.POSITIVE_INFINITY;
    if (kept && ageMs < this.#manner.freshMs) return kept.value;
    try {
      return await this.#asked.run(key, async () => this.#keep(key, await ask()));
    } catch (error) {
      if (kept && ageMs < this.#manner.staleMs) return kept.value;
      throw error;
    }
  }

  #keep(key: string, value: T): T {
    this.#kept.delete(key);
    this.#kept.set(key, { value, atMs: clock.now() });
    const { freshMs, staleMs, maxKeys } = this.#manner;
    const uselessBefore = clock.now() - Math.max(freshMs, staleMs);
    for (const [oldest, { atMs }] of this.#kept) {
      if (this.#kept.size <= maxKeys && atMs >= uselessBefore) break;
      this.#kept.delete(oldest);
    }
    return value;
  }
}
