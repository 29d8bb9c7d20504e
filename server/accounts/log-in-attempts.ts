/**
 * Against guessing: after five wrong passwords for an account from one network, each further try waits, longer each time.
 * Must not: tell whether the account exists; unknown names are counted alike. Kept in memory, bounded.
 */
import { clock } from '../clock.ts';
import { networkOf } from '../http/network-of.ts';

const freeTries = 5;
const firstWaitMs = 15_000;
const longestWaitMs = 15 * 60_000;
const forgetAfterMs = 60 * 60_000;
const maxKept = 50_000;

type Record = { failures: number; blockedUntil: number; lastAt: number };

export class LogInAttempts {
  readonly #records = new Map<string, Record>();
  readonly #queues = new Map<string, Promise<unknown>>();

  /**
   * Runs one try; tries of one account and address run one after the other, so that a thousand at once are counted too.
   * `isRight` is not called while the account is blocked for this address. Returns seconds to wait, or whether it was right.
   */
  async attempt(ip: string, userName: string, isRight: () => Promise<boolean>): Promise<boolean | { waitS: number }> {
    const key = `${networkOf(ip)}|${userName.toLowerCase()}`;
    const before = this.#queues.get(key);
    const mine = (before ?? Promise.resolve()).then(() => this.#one(key, isRight));
    const settled = mine.catch(() => {});
    this.#queues.set(key, settled);
    try {
      return await mine;
    } finally {
      if (this.#queues.get(key) === settled) this.#queues.delete(key);
    }
  }

  async #one(key: string, isRight: () => Promise<boolean>): Promise<boolean | { waitS: number }> {
    const now = clock.now();
    const record = this.#records.get(key);
    if (record && now < record.blockedUntil) return { waitS: Math.ceil((record.blockedUntil - now) / 1000) };
    if (await isRight()) {
      this.#records.delete(key);
      return true;
    }
    this.#fail(key, record && now - record.lastAt < forgetAfterMs ? record.failures + 1 : 1);
    return false;
  }

  #fail(key: string, failures: number): void {
    const now = clock.now();
    const wait = failures < freeTries ? 0 : Math.min(longestWaitMs, firstWaitMs * 2 ** (failures - freeTries));
    // Re-inserted at the end: the map stays in order of use, the oldest go first.
    this.#records.delete(key);
    this.#records.set(key, { failures, blockedUntil: now + wait, lastAt: now });
    for (const oldest of this.#records.keys()) {
      if (this.#records.size <= maxKept) break;
      this.#records.delete(oldest);
    }
  }
}
