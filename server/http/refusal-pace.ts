/** Delays refusals, so that a flood of them leaves time for the requests of others: a caller gets 50 a second, the next ones wait (decision 104). */
import { LRUCache } from 'lru-cache';

const everyMs = 20;
/** Refusals without a delay after a pause. A page that opens without a session gets a dozen. */
const atOnce = 50;
/** A refused body is read and discarded: 100 MB cost more than the response. */
const perLargeBody = 50;
const longestMs = 2000;
const maxCallers = 10_000;

export class RefusalPace {
  /** When the next refusal of a caller is due. */
  readonly #dueMs = new LRUCache<string, number>({ max: maxCallers });
  #delayed = 0;

  constructor(private readonly clock: () => number = () => performance.now()) {}

  /** Number of delayed refusals. */
  get delayed(): number {
    return this.#delayed;
  }

  /** Takes the caller's next turn. Returns how many ms its refusal waits. */
  take(caller: string, status: number): number {
    const nowMs = this.clock();
    const dueMs = Math.max(this.#dueMs.get(caller) ?? 0, nowMs - (atOnce - 1) * everyMs);
    const turns = status === 413 ? perLargeBody : 1;
    this.#dueMs.set(caller, Math.min(dueMs + turns * everyMs, nowMs + longestMs));
    const waitMs = Math.max(0, dueMs - nowMs);
    if (waitMs > 0) this.#delayed++;
    return waitMs;
  }
}
