/** Caches results for seconds. The key must contain everything that changes the result. */
import { LRUCache } from 'lru-cache';
import { aging } from './clock.ts';

type Options<T> = {
  readonly maxAgeMs: number;
  readonly max: number;
  /** Larger results are not cached. */
  readonly isSmall?: (result: T) => boolean;
};

export class ShortCache<T> {
  readonly #results: LRUCache<string, Promise<T>>;
  readonly #isSmall: (result: T) => boolean;

  constructor({ maxAgeMs, max, isSmall = () => true }: Options<T>) {
    this.#isSmall = isSmall;
    this.#results = new LRUCache({
      max,
      ttl: maxAgeMs - 1, // the last millisecond counts
      ttlAutopurge: true, // 300 pages may be 300 MB
      ...aging,
    });
  }

  /** The result for `key`, created once for concurrent requests. Failures are not cached. */
  respond(key: string, make: () => Promise<T>): Promise<T> {
    const found = this.#results.get(key);
    if (found) return found;
    const result = make();
    this.#results.set(key, result);
    const forget = (): void => {
      if (this.#results.peek(key) === result) this.#results.delete(key);
    };
    result.then((value) => !this.#isSmall(value) && forget(), forget);
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
