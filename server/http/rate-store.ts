/**
 * Requests of each caller in a minute, counted here, and together with other servers every few seconds (decision 108). Only busy callers are
 * exchanged: no request writes, and a caller exceeds the limit by what it sends in that interval at most.
 */
import { LRUCache } from 'lru-cache';
import type { Database } from '../database/pool.ts';

type Count = { own: number; others: number; startMs: number };
type Current = { readonly current: number; readonly ttl: number };
type SharedBy = {
  readonly db: Pick<Database, 'query'>;
  /** Number of this server. null = it is not connected. */
  readonly server: () => number | null;
  readonly others: () => number;
  readonly maxPerMinute: number;
};

const windowMs = 60_000;
const maxCallers = 10_000;
export const exchangeMs = 3000;
/** Part of the limit from which on a caller is exchanged. */
const busyPart = 1 / 20;

/** The caller's number of requests on all servers. As the store of @fastify/rate-limit. */
export class RateStore {
  readonly #counts = new LRUCache<string, Count>({ max: maxCallers });

  incr(caller: string, done: (error: Error | null, result: Current) => void): void {
    const nowMs = Date.now();
    let count = this.#counts.get(caller);
    if (!count || nowMs - count.startMs >= windowMs) {
      count = { own: 0, others: 0, startMs: nowMs };
      this.#counts.set(caller, count);
    }
    count.own++;
    done(null, { current: count.own + count.others, ttl: windowMs - (nowMs - count.startMs) });
  }

  child(): RateStore {
    return this;
  }

  /** Writes own counts of busy callers, and reads those of other servers. Nothing while there are none. */
  async exchange({ db, server, others, maxPerMinute }: SharedBy): Promise<void> {
    const number = server();
    if (number === null || others() === 0) return;
    const nowMs = Date.now();
    const busy = [...this.#counts].filter(
      ([, { own, startMs }]) => own >= maxPerMinute * busyPart && nowMs - startMs < windowMs,
    );
    const rows = await db.query<{ caller: string; count: number }>(
      `with gone as (delete from request_count where ends_at < $5 and not (server = $1 and caller = any($2::text[]))),
         own as (insert into request_count (caller, server, count, ends_at)
           select caller, $1, count, ends_at from unnest($2::text[], $3::int[], $4::timestamptz[]) u (caller, count, ends_at)
           order by caller on conflict (caller, server) do update set count = excluded.count, ends_at = excluded.ends_at)
       select caller, sum(count)::int as count from request_count where server <> $1 and ends_at >= $5 group by caller`,
      [
        number,
        busy.map(([caller]) => caller),
        busy.map(([, { own }]) => own),
        busy.map(([, { startMs }]) => new Date(startMs + windowMs)),
        new Date(nowMs),
      ],
    );
    this.#add(new Map(rows.map(({ caller, count }) => [caller, count])), nowMs);
  }

  #add(elsewhere: ReadonlyMap<string, number>, nowMs: number): void {
    for (const [caller, count] of this.#counts) count.others = elsewhere.get(caller) ?? 0;
    for (const [caller, others] of elsewhere)
      if (!this.#counts.has(caller)) this.#counts.set(caller, { own: 0, others, startMs: nowMs });
  }
}
