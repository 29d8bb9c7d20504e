/** Failed logins per network over all names, counted by the database for all servers: a burst, then one per interval. */
import { clock } from '../base/clock.ts';
import type { Database } from '../database/pool.ts';

type Query = Pick<Database, 'query'>;

/** An office behind one address mistypes less often than this. A list of names is longer. */
const triesAtOnce = 30;
const refillMs = 20_000;
const maxRows = 50_000;

/** Whole intervals since `at`. The machine's clock may be set back. */
const refilled = `floor(greatest(0, extract(epoch from $2::timestamptz - b.at)) * 1000 / ${refillMs})::int`;
/** Full: the next interval starts with the next attempt. */
const isFull = `b.tries + ${refilled} >= ${triesAtOnce}`;
const triesNow = `case when ${isFull} then ${triesAtOnce} else b.tries + ${refilled} end`;
const since = `case when ${isFull} then $2::timestamptz else least(b.at, $2::timestamptz) + ${refilled} * interval '${refillMs} milliseconds' end`;

export class NetworkBudget {
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
  async sweep(): Promise<void> {
    const fullBy = new Date(clock.now() - triesAtOnce * refillMs);
    await this.#db.query(
      `delete from login_budget where at < $1 or tries >= ${triesAtOnce}
         or network in (select network from login_budget order by at desc offset ${maxRows})`,
      [fullBy],
    );
  }
}
