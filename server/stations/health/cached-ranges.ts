/** Cache of station ranges over eight days: the largest query, and it changes hourly. Never cache current feeding. */
import { LRUCache } from 'lru-cache';
import type { Database } from '../../database/pool.ts';
import { byStation } from './by-station.ts';
import { type FarthestOfDay, farthestByDay } from './known-stations.ts';
import { sectorDeg } from './station-week.ts';

const cachedForMs = 10 * 60_000;
const maxCached = 2000;
type Cached = { readonly at: number; readonly days: readonly FarthestOfDay[] };

export class CachedRanges {
  readonly #db: Database;
  readonly #cache = new LRUCache<number, Cached>({ max: maxCached });

  constructor(db: Database) {
    this.#db = db;
  }

  /** By the station's record. */
  async of(ids: readonly number[], now: number): Promise<ReadonlyMap<number, readonly FarthestOfDay[]>> {
    const ranges = new Map<number, readonly FarthestOfDay[]>();
    for (const id of ids) {
      const cached = this.#cache.get(id);
      if (cached && Math.abs(now - cached.at) <= cachedForMs) ranges.set(id, cached.days);
    }
    const due = ids.filter((id) => !ranges.has(id));
    if (due.length === 0) return ranges;
    const found = byStation(await farthestByDay(this.#db, due, sectorDeg, now));
    for (const id of due) {
      const days = found.get(id) ?? [];
      ranges.set(id, days);
      this.#cache.set(id, { at: now, days });
    }
    return ranges;
  }
}
