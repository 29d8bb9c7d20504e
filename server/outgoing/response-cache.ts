/** Cache of third-party responses, shared by all users, one request at a time. */
import { LRUCache } from 'lru-cache';
import { aging, clock } from '../base/clock.ts';

export type CachePolicy = {
  /** How long a response is reused. */
  readonly freshMs: number;
  /** How long it substitutes for a failing service. 0 = never. */
  readonly staleMs: number;
  readonly maxKeys: number;
};

export class ResponseCache<T> {
  readonly #policy: CachePolicy;
  readonly #cache: LRUCache<string, { readonly value: T; readonly atMs: number }>;
  readonly #inFlight = new InFlight<T>();

  constructor(policy: CachePolicy) {
    this.#policy = policy;
    const { freshMs, staleMs, maxKeys } = policy;
    this.#cache = new LRUCache({ max: maxKeys, ttl: Math.max(freshMs, staleMs), ...aging });
  }

  async get(key: string, send: () => Promise<T>): Promise<T> {
    const cached = this.#cache.get(key);
    // Either way: a clock may be set back.
    const ageMs = cached ? Math.abs(clock.now() - cached.atMs) : Number.POSITIVE_INFINITY;
    if (cached && ageMs < this.#policy.freshMs) return cached.value;
    try {
      return await this.#inFlight.run(key, async () => this.#store(key, await send()));
    } catch (error) {
      if (cached && ageMs < this.#policy.staleMs) return cached.value;
      throw error;
    }
  }

  #store(key: string, value: T): T {
    this.#cache.set(key, { value, atMs: clock.now() });
    return value;
  }
}

/** Joins concurrent requests for the same thing. */
export class InFlight<T> {
  readonly #underWay = new Map<string, Promise<T>>();

  run(key: string, send: () => Promise<T>): Promise<T> {
    const known = this.#underWay.get(key);
    if (known) return known;
    const response = send().finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, response);
    return response;
  }
}
