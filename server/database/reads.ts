/** Where long reads go: to the replica of DATABASE_READ_URL while its data is new enough, otherwise to the primary (decision 28). */
import { clock, withDeadline } from '../base/clock.ts';
import { type ConnectionPlace, type Database, isDatabaseAway, openDatabase, sqlState } from './pool.ts';
import { pause } from './postmaster.ts';

/** 'behind' = it responds with old data. 'wrong' = it is no replica of this database. */
export const replicaConditions = ['ready', 'behind', 'away', 'wrong'] as const;
type ReplicaCondition = (typeof replicaConditions)[number];
export type ReplicaState = {
  readonly condition: ReplicaCondition;
  /** Age of its data. null = unknown. */
  readonly lagMs: number | null;
  /** Reads since the start: of the replica, and those that the primary took over. */
  readonly reads: { readonly replica: number; readonly primary: number };
};
export type Reads = {
  /** `read` of data up to `maxAgeMs` old. It runs again on the primary if the replica fails. */
  within<T>(maxAgeMs: number, read: (db: Database, ageMs: number) => Promise<T>): Promise<T>;
  /** The replica with everything that the primary contains now. null = read the primary. */
  current(): Promise<Database | null>;
  /** The replica failed during a read of `current`: until it responds again, it gets no reads. */
  fail(): void;
  /** null = none is set. */
  state(): ReplicaState | null;
};

export const primaryOnly = (db: Database): Reads => ({
  within: (_maxAgeMs, read) => read(db, 0),
  current: async () => null,
  fail: () => {},
  state: () => null,
});

/** Errors of a replica that the primary does not have: it is away, or its replay cancelled the query. */
export const isReplicaFailure = (error: unknown): boolean => isDatabaseAway(error) || sqlState(error) === '40001';

const probeEveryMs = 1000;
const probeDeadlineMs = 3000;
/** No response permits a greater age. */
const behindMs = 60_000;
/** An older replica does not catch up within `catchUpMs`. */
const nearlyCurrentMs = 5000;
const catchUpMs = 500;

const nowMs = (): number => performance.now() + clock.offsetMs;
const identitySql =
  'select (select system_identifier from pg_control_system())::text as system, current_database() as name';
const positionSql = (name: string): string => `pg_wal_lsn_diff(${name}(), '0/0')::float8`;
const primarySql = `select ${positionSql('pg_current_wal_flush_lsn')} as flushed, ${positionSql('pg_current_wal_insert_lsn')} as inserted`;
const replicaSql = `select pg_is_in_recovery() as "isReplica", ${positionSql('pg_last_wal_replay_lsn')} as replayed`;

export class ReplicaReads implements Reads {
  readonly #primary: Database;
  readonly #replica: Database;
  /** Its own connection: a busy pool must not look like an absent replica. */
  readonly #probing: Database;
  readonly #age = new ReplayAge();
  readonly #counts = { replica: 0, primary: 0 };
  #condition: 'ready' | 'away' | 'wrong' = 'away';
  #isKnown = false;
  #replayed = 0;
  #timer: NodeJS.Timeout | null = null;
  #probe: Promise<void> | null = null;
  #isClosed = false;

  constructor(primary: Database, place: ConnectionPlace, statementTimeoutMs: number) {
    this.#primary = primary;
    this.#replica = openDatabase(place, { max: 8, statementTimeoutMs });
    this.#probing = openDatabase(place, { max: 1, statementTimeoutMs: probeDeadlineMs });
  }

  /** Resolves after the first probe. An absent replica prevents no start. */
  async start(): Promise<void> {
    await this.probe();
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => void this.start(), probeEveryMs);
    this.#timer.unref();
  }

  async within<T>(maxAgeMs: number, read: (db: Database, ageMs: number) => Promise<T>): Promise<T> {
    const ageMs = this.#ageMs();
    if (ageMs <= maxAgeMs) {
      try {
        const result = await read(this.#replica, ageMs);
        this.#counts.replica += 1;
        return result;
      } catch (error) {
        if (!isReplicaFailure(error)) throw error;
        this.fail();
      }
    }
    this.#counts.primary += 1;
    return read(this.#primary, 0);
  }

  async current(): Promise<Database | null> {
    const isCurrent = this.#ageMs() <= nearlyCurrentMs && (await this.#catchUp());
    this.#counts[isCurrent ? 'replica' : 'primary'] += 1;
    return isCurrent ? this.#replica : null;
  }

  fail(): void {
    if (this.#condition === 'ready') this.#condition = 'away';
  }

  state(): ReplicaState {
    const age = this.#age.ageMs(nowMs());
    const isBehind = this.#condition === 'ready' && age > behindMs;
    return {
      condition: isBehind ? 'behind' : this.#condition,
      lagMs: Number.isFinite(age) && this.#condition !== 'wrong' ? age : null,
      reads: { ...this.#counts },
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer) clearTimeout(this.#timer);
    await Promise.allSettled([this.#replica.close(), this.#probing.close()]);
  }

  /** One at a time. Never throws. */
  probe(): Promise<void> {
    this.#probe ??= withDeadline(this.#look(), probeDeadlineMs)
      .catch(() => {
        this.#condition = 'away';
        this.#isKnown = false;
      })
      .finally(() => {
        this.#probe = null;
      });
    return this.#probe;
  }

  #ageMs(): number {
    return this.#condition === 'ready' ? this.#age.ageMs(nowMs()) : Number.POSITIVE_INFINITY;
  }

  async #look(): Promise<void> {
    if (!this.#isKnown) this.#isKnown = await this.#isSameDatabase();
    const atMs = nowMs();
    const [primary] = await this.#primary.query<{ flushed: number; inserted: number }>(primarySql);
    const [replica] = await this.#probing.query<{ isReplica: boolean; replayed: number | null }>(replicaSql);
    // A replica cannot be ahead of what the primary had after it: it follows another one.
    const isAhead = this.#replayed > (primary?.inserted ?? 0);
    this.#replayed = replica?.replayed ?? 0;
    if (!this.#isKnown || !replica?.isReplica || isAhead) {
      this.#condition = 'wrong';
      this.#isKnown = false;
      this.#age.clear();
      return;
    }
    this.#age.notePrimary(atMs, primary?.flushed ?? 0);
    this.#age.noteReplica(this.#replayed);
    this.#condition = 'ready';
  }

  /** Another database would show its data to the wrong users. */
  async #isSameDatabase(): Promise<boolean> {
    const [primary, replica] = await Promise.all(
      [this.#primary, this.#probing].map((db) => db.query<{ system: string; name: string }>(identitySql)),
    );
    return JSON.stringify(primary) === JSON.stringify(replica);
  }

  /** The pages of an export never go back in time, whichever database and server reads each: no row is missed between them. */
  async #catchUp(): Promise<boolean> {
    const [primary] = await this.#primary.query<{ inserted: number }>(primarySql);
    const untilMs = nowMs() + catchUpMs;
    try {
      for (let waitMs = 5; ; waitMs *= 2) {
        const [replica] = await this.#replica.query<{ isReplica: boolean; replayed: number | null }>(replicaSql);
        if (!replica?.isReplica) return false;
        if ((replica.replayed ?? 0) >= (primary?.inserted ?? Number.POSITIVE_INFINITY)) return true;
        if (nowMs() + waitMs > untilMs) return false;
        await pause(waitMs);
      }
    } catch (error) {
      if (!isReplicaFailure(error)) throw error;
      this.fail();
      return false;
    }
  }
}

const texts: Readonly<Record<ReplicaCondition, string | null>> = {
  ready: null,
  behind: 'The replica for reading is behind. The primary database reads in its place.',
  away: 'The replica for reading is unavailable. The primary database reads in its place.',
  wrong: 'The replica for reading is not a replica of this database. It is not used.',
};

/** The sentence of /health. null = no replica, or it is used. */
export const replicaText = (reads: Pick<Reads, 'state'>): string | null => {
  const state = reads.state();
  return state && texts[state.condition];
};

// Age of a replica's data. The primary's log positions are noted with their times: the replica is as old as the newest of them that it has
// replayed. Independent of clocks of other machines, and exact for an idle primary, a paused replay and a frozen receiver.

/** Replayed positions are looked up so far back. An older replica counts as unknown. */
const maxNotes = 1000;

type Note = { readonly atMs: number; readonly position: number };

export class ReplayAge {
  /** Ascending. The first is the newest that is replayed, once one is. */
  #notes: Note[] = [];
  #replayed = Number.NEGATIVE_INFINITY;

  /** `position` = end of the primary's flushed log, bytes. */
  notePrimary(atMs: number, position: number): void {
    this.#notes.push({ atMs, position });
    if (this.#notes.length > maxNotes) this.#notes.splice(1, 1);
    this.#drop();
  }

  noteReplica(position: number): void {
    this.#replayed = position;
    this.#drop();
  }

  /** After a change of the replica or its primary. */
  clear(): void {
    this.#notes = [];
    this.#replayed = Number.NEGATIVE_INFINITY;
  }

  /** Infinity = unknown. */
  ageMs(nowMs: number): number {
    const [oldest] = this.#notes;
    if (!oldest || oldest.position > this.#replayed) return Number.POSITIVE_INFINITY;
    return Math.max(0, nowMs - oldest.atMs);
  }

  #drop(): void {
    const newest = this.#notes.findLastIndex(({ position }) => position <= this.#replayed);
    if (newest > 0) this.#notes.splice(0, newest);
  }
}
