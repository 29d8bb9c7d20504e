/**
 * The range of stations over eight days, kept for a while: it is by far the most that is read for them, and changes by the hour.
 * Must not: keep anything that tells whether a station feeds now.
 */
import type { Database } from '../database/pool.ts';
import { type FarthestOfDay, farthestByDay } from '../store/station-health.ts';
import { byStation } from './by-station.ts';
import { sectorDeg } from './station-week.ts';

const keptForMs = 10 * 60_000;
const mostKept = 2000;
type Kept = { readonly at: number; readonly days: readonly FarthestOfDay[] };

export class KeptRanges {
  readonly #db: Database;
  readonly #kept = new Map<number, Kept>();

  constructor(db: Database) {
    this.#db = db;
  }

  /** By the station's record. */
  async of(ids: readonly number[], now: number): Promise<ReadonlyMap<number, readonly FarthestOfDay[]>> {
    const isDue = (id: number): boolean => Math.abs(now - (this.#kept.get(id)?.at ?? 0)) > keptForMs;
    const due = ids.filter(isDue);
    if (due.length > 0) {
      const found = byStation(await farthestByDay(this.#db, due, sectorDeg, now));
      if (this.#kept.size + due.length > mostKept) this.#kept.clear();
      for (const id of due) this.#kept.set(id, { at: now, days: found.get(id) ?? [] });
    }
    return new Map(ids.map((id) => [id, this.#kept.get(id)?.days ?? []]));
  }
}
