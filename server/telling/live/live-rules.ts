/** Rules about live positions: squawk, emergency state, area. An event is written when it begins, by whichever server sees it first (decision 45). */
import { LRUCache } from 'lru-cache';
import { minuteMs } from '../../../contract/durations.ts';
import { writeInstant } from '../../../contract/params.ts';
import { aging, clock } from '../../base/clock.ts';
import { boxOf } from '../../base/geometry.ts';
import type { Database, Query, Transaction } from '../../database/pool.ts';
import type { CompanyScope } from '../../http/company-scope.ts';
import { maxAircraft, type Positions, type Tracked, viewOfAll } from '../../map/positions.ts';
import { eventKeyOf } from '../event-key.ts';
import type { CompiledRule } from '../rules/compiled-rule.ts';
import type { RuleIndex } from '../rules/rule-index.ts';
import type { Rules } from '../rules/rules.ts';
import { type Draft, tell } from '../tell.ts';
import { LiveEvent } from './live-event.ts';

const everyMs = 1000;
/** An aircraft that matches is noted so often, and ... */
const noteEveryMs = minuteMs;
/** ... after this time without a note the next one is another event. */
const eventMs = 10 * minuteMs;
/** A server that starts receives aircraft that have been in an area for long. */
const settleMs = minuteMs;
/** A registration is read again. */
const tailForMs = 10 * minuteMs;

type Matched = {
  readonly rule: CompiledRule['rule'];
  readonly event: LiveEvent;
  readonly what: string;
  /** An area: as in `watch_live`. */
  readonly entered: boolean | null;
};
type Noted = { readonly what: string; readonly atMs: number };
type Begun = {
  readonly ruleId: string;
  readonly icao: string;
  readonly what: string;
  readonly since: Date;
  readonly flight: string | null;
  readonly entered: boolean | null;
};

export class LiveRules {
  #pending = new Map<string, Tracked>();
  /** Of the last look, and its conditions by id of the rule. */
  #index: RuleIndex | null = null;
  #known: ReadonlyMap<string, string> = new Map();
  #startedMs: number | null = null;
  /** Addresses with a position in an earlier look. */
  readonly #seen = new LRUCache<string, true>({ max: maxAircraft, ttl: eventMs, ...aging });
  /** Matches of this server by address and rule. */
  readonly #noted = new LRUCache<string, Map<string, Noted>>({ max: maxAircraft, ttl: eventMs, ...aging });
  readonly #tails = new LRUCache<string, { readonly tail: string | null }>({
    max: maxAircraft,
    ttl: tailForMs,
    ...aging,
  });
  #hasRules = false;

  constructor(
    private readonly db: Database,
    private readonly rules: Rules,
    private readonly companyScope: CompanyScope,
    private readonly positions: Pick<Positions, 'trackedIn'>,
  ) {}

  /** An aircraft with a new value. */
  note(tracked: Tracked): void {
    if (this.#hasRules) this.#pending.set(tracked.icao, tracked);
  }

  /** Returns a function that stops it. */
  follow(logFault: (error: unknown) => void): () => Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    let isEnding = false;
    const round = async (): Promise<void> => {
      await this.look().catch(logFault);
      if (isEnding) return;
      timer = setTimeout(() => {
        running = round();
      }, everyMs);
      timer.unref();
    };
    let running = round();
    return async () => {
      isEnding = true;
      clearTimeout(timer);
      await running;
    };
  }

  /** One look at what changed since the last one. */
  async look(): Promise<void> {
    const index = await this.rules.live(this.db);
    this.#hasRules = index.size > 0;
    const nowMs = clock.now();
    this.#startedMs ??= nowMs;
    const known =
      index === this.#index
        ? this.#known
        : new Map(index.rules.map(({ rule }) => [rule.id, JSON.stringify(rule.body)]));
    const begun = new Set(
      known === this.#known ? [] : [...known].flatMap(([id, body]) => (this.#known.get(id) === body ? [] : [id])),
    );
    // Aircraft that are in the area of a new rule by now are known, also those without a new value.
    if (begun.size > 0)
      for (const tracked of this.positions.trackedIn(boxOf({}), viewOfAll)) this.#pending.set(tracked.icao, tracked);
    const changed = [...this.#pending.values()];
    this.#pending = new Map();
    if (!this.#hasRules || changed.length === 0) {
      this.#known = known;
      this.#index = index;
      return;
    }
    try {
      const tails = await this.#tailsOf(changed);
      const events = changed.map((tracked, at) => new LiveEvent(tracked, tails[at] ?? null, nowMs));
      const matches = await this.rules.match(this.db, index, events);
      const matched = matches.map(({ rule: { rule }, event }): Matched => {
        const what = whatOf(rule, event);
        return { rule, event, what, entered: what === '' ? this.#entered(rule.id, event, begun, nowMs) : null };
      });
      this.#end(changed, matched);
      const due = matched.filter((one) => this.#isDue(one, nowMs));
      if (due.length > 0) await this.db.transaction((tx) => this.#write(tx, due, nowMs));
      for (const one of due) this.#setNoted(one, nowMs);
      for (const { icao, place } of events) if (place !== null) this.#seen.set(icao, true);
      this.#known = known;
      this.#index = index;
    } catch (error) {
      for (const tracked of changed) if (!this.#pending.has(tracked.icao)) this.#pending.set(tracked.icao, tracked);
      throw error;
    }
  }

  /** Outside before = it enters. At the begin of the rule, or of this server, it may have been inside for long. */
  #entered(ruleId: string, { icao }: LiveEvent, begun: ReadonlySet<string>, nowMs: number): boolean | null {
    if (begun.has(ruleId)) return false;
    if (this.#noted.get(icao)?.has(ruleId)) return null;
    if (this.#seen.has(icao)) return true;
    return nowMs - (this.#startedMs ?? nowMs) < settleMs ? false : null;
  }

  #isDue({ rule, event, what }: Matched, nowMs: number): boolean {
    const noted = this.#noted.get(event.icao)?.get(rule.id);
    return !noted || noted.what !== what || Math.abs(nowMs - noted.atMs) >= noteEveryMs;
  }
  #setNoted({ rule, event, what }: Matched, atMs: number): void {
    const ofAircraft = this.#noted.get(event.icao) ?? new Map<string, Noted>();
    this.#noted.set(event.icao, ofAircraft.set(rule.id, { what, atMs }));
  }
  #end(changed: readonly Tracked[], matched: readonly Matched[]): void {
    const still = new Set(matched.map(({ rule, event }) => `${event.icao} ${rule.id}`));
    for (const { icao } of changed) {
      const ofAircraft = this.#noted.get(icao);
      if (!ofAircraft) continue;
      for (const ruleId of ofAircraft.keys()) if (!still.has(`${icao} ${ruleId}`)) ofAircraft.delete(ruleId);
      if (ofAircraft.size === 0) this.#noted.delete(icao);
    }
  }

  /** Notes what matches, and writes the hits of what begins. In the order of the keys, so that servers never deadlock. */
  async #write(tx: Transaction, due: readonly Matched[], nowMs: number): Promise<void> {
    const column = (read: (one: Matched) => string | null): (string | null)[] => due.map(read);
    const begun = await tx.query<Begun>(
      `insert into watch_live as l (rule_id, icao, what, since, flight, seen_at, entered)
       select r.id, g.icao, g.what, $5, g.flight, $5, g.entered
       from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $6::boolean[]) g (rule_id, icao, what, flight, entered)
         join watch_rules r on r.id = g.rule_id
       order by 1, g.icao collate "C", g.what collate "C"
       on conflict (rule_id, icao, what) do update set seen_at = excluded.seen_at,
         since = case when ${isAnotherSql} then excluded.since else l.since end,
         flight = case when ${isAnotherSql} then excluded.flight else l.flight end,
         entered = case when ${isAnotherSql} then excluded.entered else l.entered end
       returning rule_id::text as "ruleId", icao, what, since, flight, entered`,
      [
        column(({ rule }) => rule.id),
        column(({ event }) => event.icao),
        column(({ what }) => what),
        column(({ event }) => event.flight),
        new Date(nowMs),
        due.map(({ entered }) => entered),
      ],
    );
    const byKey = new Map(begun.map((one) => [`${one.ruleId} ${one.icao} ${one.what}`, one]));
    const drafts = due.flatMap((one) => {
      const known = byKey.get(`${one.rule.id} ${one.event.icao} ${one.what}`);
      return known && known.entered !== false ? [draftOf(one, known)] : [];
    });
    await tell(tx, drafts, { companyScope: this.companyScope, nowMs });
  }

  /** Registrations, as far as receivers or reference data state them. */
  async #tailsOf(changed: readonly Tracked[]): Promise<(string | null)[]> {
    const missing = changed.filter(({ icao, all }) => all.registration === null && !this.#tails.has(icao));
    if (missing.length > 0) {
      const found = await readTails(
        this.db,
        missing.map(({ icao }) => icao),
      );
      for (const { icao } of missing) this.#tails.set(icao, { tail: found.get(icao) ?? null });
    }
    return changed.map(({ icao, all }) => all.registration ?? this.#tails.get(icao)?.tail ?? null);
  }
}

/** Another event. One that enters had left the area, or another server saw it outside. */
const isAnotherSql = `(l.seen_at < excluded.seen_at - make_interval(secs => ${eventMs / 1000}) or (l.entered = false and excluded.entered))`;

/** By address. */
async function readTails(db: Query, addresses: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query<{ icao: string; tail: string }>(
    `select upper(mode_s) as icao, registration as tail from aircraft where lower(mode_s) = any($1::text[]) and registration is not null`,
    [addresses.map((address) => address.toLowerCase())],
  );
  return new Map(rows.map(({ icao, tail }) => [icao, tail]));
}

/** What of a position the rule is about: only a change of it is another event. */
function whatOf({ body }: CompiledRule['rule'], { emergency, squawk }: LiveEvent): string {
  const asks = (field: 'squawk' | 'emergency'): boolean => body.all.some((one) => one.field === field);
  if (asks('emergency')) return emergency ?? '';
  return asks('squawk') ? (squawk ?? '') : '';
}

function draftOf({ rule, event, what }: Matched, { since, flight }: Begun): Draft {
  const { tail, icao } = event;
  const isEmergency = what !== '' && what === event.emergency;
  const receivers = event.stations.length > 0 ? event.stations : [''];
  const begin = writeInstant(since.getTime());
  const about = { tail: null, icao, flight };
  return {
    rule,
    eventKey: `live ${what} ${eventKeyOf(rule.body.scope, about, since.getTime(), `${icao} ${begin}`)}`,
    event: { name: `live ${what} ${icao} ${begin}`, seconds: 0 },
    kind: isEmergency ? 'emergency' : 'area',
    isEmergency,
    at: begin,
    title: event.titleOf(what),
    words: event.wordsOf(what),
    path: event.path,
    stationNumber: null,
    isLate: false,
    isPosition: true,
    receptions: receivers.map((stationId) => ({ tail, icao, flight: event.flight, stationId })),
  };
}
