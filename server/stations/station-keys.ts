/** Keys of stations: opaque 256-bit texts, shown once, stored as SHA-256, revocable one by one (C120). Never log a key. */
import { createHash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { clock } from '../base/clock.ts';
import type { Query } from '../database/pool.ts';
import type { KeyedStation } from '../http/guard.ts';

/** `id` is the public prefix. Creator: a user name, or null for the command. */
export type StationKeyRow = {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly createdBy: string | null;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
};

/** A revocation by another process (the command) takes effect after this time at the latest. */
const staleMs = 1000;
const maxCached = 10_000;
/** Minimum interval of writing `last_used_at`. */
const usedEveryMs = 60_000;
const keyPattern = /^sk[0-9a-f]{8}_[A-Za-z0-9_-]{43}$/;

const digest = (key: string): Buffer => createHash('sha256').update(key).digest();

/** Creates a key. `key` is not stored. Null if there is no such station. */
export async function makeStationKey(
  db: Query,
  of: { readonly recordId: number; readonly name: string; readonly userId: string | null },
): Promise<{ readonly id: string; readonly key: string; readonly createdAt: Date } | null> {
  const id = `sk${randomBytes(4).toString('hex')}`;
  const key = `${id}_${randomBytes(32).toString('base64url')}`;
  const createdAt = new Date(clock.now());
  const made = await db.query(
    `insert into station_keys (prefix, key_hash, station_record_id, name, created_at, created_by)
     select $1, $2, s.id, $4, $5, $6 from stations s where s.id = $3 returning prefix`,
    [id, digest(key), of.recordId, of.name, createdAt, of.userId],
  );
  return made.length ? { id, key, createdAt } : null;
}

/** All keys of a station including revoked ones, newest first. null if there is no such station. */
export async function stationKeysOf(db: Query, recordId: number): Promise<StationKeyRow[] | null> {
  const [station] = await db.query('select 1 from stations where id = $1', [recordId]);
  if (!station) return null;
  return db.query<StationKeyRow>(
    `select k.prefix as id, k.name, k.created_at as "createdAt", u.user_name as "createdBy",
       k.last_used_at as "lastUsedAt", k.revoked_at as "revokedAt"
     from station_keys k left join users u on u.id = k.created_by
     where k.station_record_id = $1 order by k.created_at desc, k.prefix`,
    [recordId],
  );
}

/** Revokes a key of a station (null = of any station). False if there is no such key. Repeated revocation is true. */
export async function revokeStationKey(db: Query, keyId: string, recordId: number | null): Promise<boolean> {
  const rows = await db.query(
    `update station_keys set revoked_at = coalesce(revoked_at, $3)
     where prefix = $1 and ($2::bigint is null or station_record_id = $2) returning prefix`,
    [keyId, recordId, new Date(clock.now())],
  );
  return rows.length > 0;
}

type Cached = { readonly station: KeyedStation; readonly readAtMs: number };

/** Station of a key, for a running server. */
export class StationKeys {
  readonly #db: Query;
  readonly #cache = new LRUCache<string, Cached>({ max: maxCached });
  /** Counts revocations: a read that began before one may be out of date. */
  #forgotten = 0;
  readonly #usedAtMs = new LRUCache<string, number>({ max: maxCached });

  constructor(db: Query) {
    this.#db = db;
  }

  /** Null for an invalid or revoked key. */
  async stationOf(key: string): Promise<KeyedStation | null> {
    if (!keyPattern.test(key)) return null;
    const known = this.#cache.get(key);
    if (known && performance.now() - known.readAtMs < staleMs) return known.station;
    const forgotten = this.#forgotten;
    const [station] = await this.#db.query<KeyedStation>(
      `select s.id as "recordId", s.station_id as "stationId", k.prefix as "keyId"
       from station_keys k join stations s on s.id = k.station_record_id where k.key_hash = $1 and k.revoked_at is null`,
      [digest(key)],
    );
    if (!station) {
      this.#cache.delete(key);
      return null;
    }
    if (forgotten === this.#forgotten) this.#cache.set(key, { station, readAtMs: performance.now() });
    await this.#noteUse(station.keyId);
    return station;
  }

  /** Id of a key that was valid recently, without a query: for counting, not for trust. */
  knownKey(key: string): string | null {
    return this.#cache.get(key)?.station.keyId ?? null;
  }

  /** A key was revoked: it is invalid from now on. */
  forget(keyId: string): void {
    this.#forgotten += 1;
    for (const [key, { station }] of [...this.#cache]) if (station.keyId === keyId) this.#cache.delete(key);
  }

  async #noteUse(keyId: string): Promise<void> {
    const nowMs = clock.now();
    // Either way: a clock may be set back.
    if (Math.abs(nowMs - (this.#usedAtMs.get(keyId) ?? 0)) < usedEveryMs) return;
    this.#usedAtMs.set(keyId, nowMs);
    await this.#db.query('update station_keys set last_used_at = $2 where prefix = $1', [keyId, new Date(nowMs)]);
  }
}
