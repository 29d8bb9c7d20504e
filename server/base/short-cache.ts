/** Caches results for seconds. The key must contain everything that changes the result. */
import { LRUCache } from 'lru-cache';
import { aging } from './clock.ts';

type Options<T> = {
  readonly maxAgeMs: number;
  readonly max: number;
  /** Memory of all results: older ones are evicted, and one of more than a tenth is not cached. */
  readonly memory?: { readonly maxBytes: number; readonly bytesOf: (result: T) => number };
};

export class ShortCache<T> {
  readonly #results: LRUCache<string, { readonly result: Promise<T> }>;
  readonly #memory: Options<T>['memory'];

  constructor({ maxAgeMs, max, memory }: Options<T>) {
    this.#memory = memory;
    this.#results = new LRUCache({
      max,
      ...(memory && { maxSize: memory.maxBytes }),
      ttl: maxAgeMs - 1, // the last millisecond counts
      ttlAutopurge: true, // what nobody asks for again would stay
      ...aging,
    });
  }

  /** The result for `key`, created once for concurrent requests. Failures are not cached. */
  respond(key: string, make: () => Promise<T>): Promise<T> {
    const found = this.#results.get(key);
    if (found) return found.result;
    const result = make();
    this.#results.set(key, { result }, this.#memory && { size: 1 });
    const isCurrent = (): boolean => this.#results.peek(key)?.result === result;
    const forget = (): void => {
      if (isCurrent()) this.#results.delete(key);
    };
    const note = (value: T): void => {
      if (!this.#memory || !isCurrent()) return;
      const { maxBytes, bytesOf } = this.#memory;
      const size = Math.max(1, bytesOf(value));
      if (size > maxBytes / 10) forget();
      // Another entry: the library keeps the size of an equal one. Its age stays.
      else this.#results.set(key, { result }, { size, noUpdateTTL: true });
    };
    result.then(note, forget);
    return result;
  }

  clear(): void {
    this.#results.clear();
  }

  /** Number of cached results. */
  get size(): number {
    return this.#results.size;
  }
}
