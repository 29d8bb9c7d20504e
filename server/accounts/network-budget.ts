/** Failed logins per network over all names: a burst, then one per interval. In memory, bounded. */
import { LRUCache } from 'lru-cache';
import { clock } from '../base/clock.ts';

/** An office behind one address mistypes less often than this. A list of names is longer. */
const triesAtOnce = 30;
const refillMs = 20_000;
const maxEntries = 50_000;

type Budget = { readonly tries: number; readonly atMs: number };

export class NetworkBudget {
  readonly #budgets = new LRUCache<string, Budget>({ max: maxEntries });

  /** Takes one attempt. Returns 0, or the seconds until the next. */
  take(network: string): number {
    const { tries, atMs } = this.#now(network);
    if (tries < 1) return Math.ceil((atMs + refillMs - clock.now()) / 1000);
    this.#keep(network, { tries: tries - 1, atMs });
    return 0;
  }

  /** The attempt was right, or was never made. */
  giveBack(network: string): void {
    const { tries, atMs } = this.#now(network);
    this.#keep(network, { tries: tries + 1, atMs });
  }

  #now(network: string): Budget {
    const now = clock.now();
    const { tries, atMs } = this.#budgets.get(network) ?? { tries: triesAtOnce, atMs: now };
    // The machine's clock may be set back.
    const sinceMs = Math.min(atMs, now);
    const refilled = Math.floor((now - sinceMs) / refillMs);
    // Full: the next interval starts with the next attempt.
    if (tries + refilled >= triesAtOnce) return { tries: triesAtOnce, atMs: now };
    return { tries: tries + refilled, atMs: sinceMs + refilled * refillMs };
  }

  #keep(network: string, budget: Budget): void {
    if (budget.tries < triesAtOnce) this.#budgets.set(network, budget);
    else this.#budgets.delete(network);
  }
}
