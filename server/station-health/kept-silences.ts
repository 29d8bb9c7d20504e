/**
 * After how long a station counts as silent, by the one rule that mails go by, too (server/stations/watch-rules.ts), kept while it was heard last
 * in the same ten minutes.
 * Must not: judge, or look at more than a few stations in one go: after an outage of the server thousands are late at once.
 */
import type { Database } from '../database/pool.ts';
import { longestPauses } from '../stations/last-heard.ts';
import { rhythm, silentAfterMs } from '../stations/watch-rules.ts';

const slotMs = 10 * 60_000;
/** In one question; the others count by the shortest until they are asked of again. */
const mostAtOnce = 100;
const mostKept = 5000;
type Kept = { readonly slot: number; readonly afterMs: number };

export class KeptSilences {
  readonly #db: Database;
  readonly #kept = new Map<number, Kept>();

  constructor(db: Database) {
    this.#db = db;
  }

  /** `heard` = when each was heard last (epoch ms), by the station's record. */
  async of(heard: ReadonlyMap<number, number>): Promise<ReadonlyMap<number, number>> {
    const slotOf = (atMs: number): number => Math.floor(atMs / slotMs);
    const due = [...heard].filter(([id, atMs]) => this.#kept.get(id)?.slot !== slotOf(atMs)).slice(0, mostAtOnce);
    if (due.length > 0) {
      const pauses = await longestPauses(this.#db, due);
      if (this.#kept.size + due.length > mostKept) this.#kept.clear();
      for (const [id, atMs] of due)
        this.#kept.set(id, { slot: slotOf(atMs), afterMs: silentAfterMs(pauses.get(id) ?? []) });
    }
    return new Map([...heard.keys()].map((id) => [id, this.#kept.get(id)?.afterMs ?? rhythm.shortestPauseMs]));
  }
}
