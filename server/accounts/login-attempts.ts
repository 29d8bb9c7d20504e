/**
 * Limits password guessing, for all servers of the database together. Per account and network: after five wrong passwords each attempt
 * waits, longer each time. Other networks are not affected. Unknown names are counted alike, so that responses do not reveal which
 * accounts exist. Rows contain hashes: a typed name may be a password in the wrong field.
 */
import { createHash } from 'node:crypto';
import { clock } from '../base/clock.ts';
import type { Query } from '../database/pool.ts';
import { networkOf } from '../http/network-of.ts';

const freeTries = 5;
const firstWaitMs = 15_000;
const longestWaitMs = 15 * 60_000;
const forgetAfterMs = 60 * 60_000;
/** A network from which an account was opened stays known for so long: guessing elsewhere does not lock its users out. */
const knownMs = 30 * 24 * 60 * 60_000;
const maxRows = 50_000;

type Entry = { readonly isBlockedUntil: Date; readonly isKnown: boolean };
const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

export class LoginAttempts {
  readonly #db: Query;
  readonly #queues = new Map<string, Promise<unknown>>();
  readonly #networks: NetworkBudget;

  constructor(db: Query) {
    this.#db = db;
    this.#networks = new NetworkBudget(db);
  }

  /**
   * Runs one attempt. Attempts for an account and address run one after the other, so that a thousand at once are counted, too: on each
   * server, so that another server adds one attempt at most. `isRight` is not called while the account is blocked for this address.
   * Returns seconds to wait, or whether it was right.
   */
  async attempt(ip: string, userName: string, isRight: () => Promise<boolean>): Promise<boolean | { waitS: number }> {
    const network = networkOf(ip);
    const key = `${network}|${userName.toLowerCase()}`;
    const before = this.#queues.get(key);
    const mine = (before ?? Promise.resolve()).then(() => this.#one(digestOf(key), digestOf(network), isRight));
    const settled = mine.catch(() => {});
    this.#queues.set(key, settled);
    try {
      return await mine;
    } finally {
      if (this.#queues.get(key) === settled) this.#queues.delete(key);
    }
  }

  async #one(key: Buffer, network: Buffer, isRight: () => Promise<boolean>): Promise<boolean | { waitS: number }> {
    const now = clock.now();
    const [entry] = await this.#db.query<Entry>(
      `select blocked_until as "isBlockedUntil", coalesce(opened_at > $2, false) as "isKnown" from login_attempt where key = $1`,
      [key, new Date(now - knownMs)],
    );
    const blockedMs = (entry?.isBlockedUntil.getTime() ?? 0) - now;
    if (blockedMs > 0) return { waitS: Math.ceil(blockedMs / 1000) };
    const isKnown = entry?.isKnown ?? false;
    const waitS = isKnown ? 0 : await this.#networks.take(network);
    if (waitS > 0) return { waitS };
    let isWrong = false;
    try {
      isWrong = !(await isRight());
    } finally {
      // Also an attempt that could not be checked: the database was unavailable, or the queue full.
      if (!isWrong && !isKnown) await this.#networks.giveBack(network).catch(() => {});
    }
    await (isWrong ? this.#fail(key) : this.#succeed(key));
    return !isWrong;
  }

  async #succeed(key: Buffer): Promise<void> {
    await this.#db.query(
      `insert into login_attempt (key, failures, blocked_until, last_at, opened_at) values ($1, 0, to_timestamp(0), $2, $2)
       on conflict (key) do update set failures = 0, blocked_until = excluded.blocked_until, last_at = excluded.last_at, opened_at = excluded.opened_at`,
      [key, new Date(clock.now())],
    );
  }

  /** Counted by the database, so that two servers at once count two. */
  async #fail(key: Buffer): Promise<void> {
    const now = clock.now();
    const wait = (failures: string): string =>
      `case when ${failures} < ${freeTries} then 0 else least(${longestWaitMs}, ${firstWaitMs} * 2 ^ least(${failures} - ${freeTries}, 20)) end`;
    const next = '(case when a.last_at > $3 then a.failures else 0 end) + 1';
    await this.#db.query(
      `insert into login_attempt as a (key, failures, blocked_until, last_at) values ($1, 1, $2, $2)
       on conflict (key) do update set failures = ${next}, last_at = excluded.last_at,
         blocked_until = excluded.last_at + make_interval(secs => (${wait(`(${next})`)}) / 1000.0)`,
      [key, new Date(now), new Date(now - forgetAfterMs)],
    );
  }

  /** Removes what no longer limits anyone, by a trusted clock. */
  async sweep(now: number): Promise<void> {
    await this.#db.query(
      `delete from login_attempt where last_at < $1 and coalesce(opened_at < $2, true)
         or key in (select key from login_attempt order by last_at desc offset ${maxRows})`,
      [new Date(now - forgetAfterMs), new Date(now - knownMs)],
    );
    await this.#networks.sweep(now);
  }
}

// ---- Failed logins per network over all names, counted by the database for all servers: a burst, then one per interval.

/** An office behind one address mistypes less often than this. A list of names is longer. */
const triesAtOnce = 30;
const refillMs = 20_000;

/** Whole intervals since `at`. The machine's clock may be set back. */
const refilled = `floor(greatest(0, extract(epoch from $2::timestamptz - b.at)) * 1000 / ${refillMs})::int`;
/** Full: the next interval starts with the next attempt. */
const isFull = `b.tries + ${refilled} >= ${triesAtOnce}`;
const triesNow = `case when ${isFull} then ${triesAtOnce} else b.tries + ${refilled} end`;
const since = `case when ${isFull} then $2::timestamptz else least(b.at, $2::timestamptz) + ${refilled} * interval '${refillMs} milliseconds' end`;

class NetworkBudget {
  readonly #db: Query;

  constructor(db: Query) {
    this.#db = db;
  }

  /** Takes one attempt. Returns 0, or the seconds until the next. */
  async take(network: Buffer): Promise<number> {
    const now = clock.now();
    const values = [network, new Date(now)];
    const taken = await this.#db.query(
      `insert into login_budget as b (network, tries, at) values ($1, ${triesAtOnce - 1}, $2)
       on conflict (network) do update set tries = ${triesNow} - 1, at = ${since} where ${triesNow} >= 1 returning 1`,
      values,
    );
    if (taken.length > 0) return 0;
    const [left] = await this.#db.query<{ since: Date }>(
      `select ${since} as since from login_budget b where network = $1`,
      values,
    );
    return Math.max(1, Math.ceil(((left?.since.getTime() ?? now) + refillMs - now) / 1000));
  }

  /** The attempt was right, or was never made. */
  async giveBack(network: Buffer): Promise<void> {
    await this.#db.query(`update login_budget set tries = least(tries + 1, ${triesAtOnce}) where network = $1`, [
      network,
    ]);
  }

  /** Removes full budgets, and beyond a number of networks the oldest. */
  async sweep(nowMs: number): Promise<void> {
    const fullBy = new Date(nowMs - triesAtOnce * refillMs);
    await this.#db.query(
      `delete from login_budget where at < $1 or tries >= ${triesAtOnce}
         or network in (select network from login_budget order by at desc offset ${maxRows})`,
      [fullBy],
    );
  }
}
