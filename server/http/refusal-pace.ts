/** Refusals leave time for the requests of others: a caller gets 50 a second at once, the others later (decision 104). */
import { LRUCache } from 'lru-cache';

const everyMs = 20;
/** Refused at once after a pause. A page that opens without a session is refused a dozen times. */
const atOnce = 50;
/** A body is discarded while it arrives: reading 100 MB costs more than the response. */
const perLargeBody = 50;
const longestMs = 2000;
const maxCallers = 10_000;

export class RefusalPace {
  /** When the next refusal of a caller is due. */
  readonly #dueMs = new LRUCache<string, number>({ max: maxCallers });
  #delayed = 0;

  constructor(private readonly clock: () => number = () => performance.now()) {}

  /** Refusals that were sent later than they could be. */
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
