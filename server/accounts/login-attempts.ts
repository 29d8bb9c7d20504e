/**
 * Limits password guessing, in memory. Per account and network: after five wrong passwords each attempt waits, longer each time.
 * Other networks are not affected. Unknown names are counted alike, so that responses do not reveal which accounts exist.
 */
import { LRUCache } from 'lru-cache';
import { clock } from '../base/clock.ts';
import { networkOf } from '../http/network-of.ts';
import { NetworkBudget } from './network-budget.ts';

const freeTries = 5;
const firstWaitMs = 15_000;
const longestWaitMs = 15 * 60_000;
const forgetAfterMs = 60 * 60_000;
const maxEntries = 50_000;

type Record = { failures: number; blockedUntil: number; lastAt: number };

export class LoginAttempts {
  readonly #records = new LRUCache<string, Record>({ max: maxEntries });
  readonly #queues = new Map<string, Promise<unknown>>();
  readonly #networks = new NetworkBudget();
  /** Networks from which each account was opened: guessing elsewhere does not lock them out. */
  readonly #known = new LRUCache<string, true>({ max: maxEntries });

  /**
   * Runs one attempt. Attempts for an account and address run one after the other, so that a thousand at once are counted, too.
   * `isRight` is not called while the account is blocked for this address. Returns seconds to wait, or whether it was right.
   */
  async attempt(ip: string, userName: string, isRight: () => Promise<boolean>): Promise<boolean | { waitS: number }> {
    const network = networkOf(ip);
    const key = `${network}|${userName.toLowerCase()}`;
    const before = this.#queues.get(key);
    const mine = (before ?? Promise.resolve()).then(() => this.#one(key, network, isRight));
    const settled = mine.catch(() => {});
    this.#queues.set(key, settled);
    try {
      return await mine;
    } finally {
      if (this.#queues.get(key) === settled) this.#queues.delete(key);
    }
  }

  async #one(key: string, network: string, isRight: () => Promise<boolean>): Promise<boolean | { waitS: number }> {
    const now = clock.now();
    const record = this.#records.get(key);
    if (record && now < record.blockedUntil) return { waitS: Math.ceil((record.blockedUntil - now) / 1000) };
    const isKnown = this.#known.has(key);
    const waitS = isKnown ? 0 : this.#networks.take(network);
    if (waitS > 0) return { waitS };
    let isWrong = false;
    try {
      isWrong = !(await isRight());
    } finally {
      // Also an attempt that could not be checked: the database was unavailable, or the queue full.
      if (!isWrong && !isKnown) this.#networks.giveBack(network);
    }
    if (!isWrong) {
      this.#records.delete(key);
      this.#known.set(key, true);
      return true;
    }
    this.#fail(key, record && now - record.lastAt < forgetAfterMs ? record.failures + 1 : 1);
    return false;
  }

  #fail(key: string, failures: number): void {
    const now = clock.now();
    const wait = failures < freeTries ? 0 : Math.min(longestWaitMs, firstWaitMs * 2 ** (failures - freeTries));
    this.#records.set(key, { failures, blockedUntil: now + wait, lastAt: now });
  }
}
