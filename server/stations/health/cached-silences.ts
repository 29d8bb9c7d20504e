/**
 * Cached limit of silence by station, by the rule of stations/silence-rules.ts, which emails use too.
 * Few stations are calculated at once: after a server outage thousands are late.
 */
import { LRUCache } from 'lru-cache';
import type { Database } from '../../database/pool.ts';
import { longestPauses } from '../last-receptions.ts';
import { silenceLimits, silentAfterMs } from '../silence-rules.ts';

const slotMs = 10 * 60_000;
/** Per request. The others use the shortest limit until they are requested again. */
const mostAtOnce = 100;
const maxCached = 5000;
type Cached = { readonly slot: number; readonly afterMs: number };

export class CachedSilences {
  readonly #db: Database;
  readonly #cache = new LRUCache<number, Cached>({ max: maxCached });

  constructor(db: Database) {
    this.#db = db;
  }

  /** `lastReceptions` = last reception of each (epoch ms), by the station's record. */
  async of(lastReceptions: ReadonlyMap<number, number>): Promise<ReadonlyMap<number, number>> {
    const slotOf = (atMs: number): number => Math.floor(atMs / slotMs);
    const due = [...lastReceptions]
      .filter(([id, atMs]) => this.#cache.get(id)?.slot !== slotOf(atMs))
      .slice(0, mostAtOnce);
    if (due.length > 0) {
      const pauses = await longestPauses(this.#db, due);
      for (const [id, atMs] of due)
        this.#cache.set(id, { slot: slotOf(atMs), afterMs: silentAfterMs(pauses.get(id) ?? []) });
    }
    return new Map(
      [...lastReceptions.keys()].map((id) => [id, this.#cache.get(id)?.afterMs ?? silenceLimits.shortestPauseMs]),
    );
  }
}
