/**
 * ADD-stationHealth: Admin and Parser see every station, others those that they feed (C68). With COMPANY_SCOPE=all a Parser with a
 * company sees those of its feeders. Few stations are returned in full.
 */

import { LRUCache } from 'lru-cache';
import type { Api } from '../../../contract/api.ts';
import { hourMs } from '../../../contract/durations.ts';
import type { Handler } from '../../../contract/endpoint.ts';
import {
  feedTypes,
  type HealthState,
  healthStates,
  maxBrief,
  maxInFull,
  type StationFacts,
  type StationHealth,
  type StationsHealth,
} from '../../../contract/entities/station-health.ts';
import { feedingSlotS } from '../../../contract/feeding.ts';
import { writeInstant } from '../../../contract/params.ts';
import { clock } from '../../base/clock.ts';
import type { Database } from '../../database/pool.ts';
import type { Context } from '../../http/guard.ts';
import { type StationScope, stationScopeOf } from '../../statistics/station-query.ts';
import { longestPauses } from '../last-receptions.ts';
import { silenceLimits, silentAfterMs } from '../silence-rules.ts';
import * as store from './known-stations.ts';
import { byStation } from './known-stations.ts';
import { stationBriefsOf } from './station-brief.ts';
import { CachedRanges, instantOrNull, stationFactsOf, weekFromOf } from './station-facts.ts';
import {
  limitsOfStation,
  middleGapOf,
  type Seen,
  type TypeSeen,
  usualGapOf,
  type Verdict,
  verdictOf,
} from './station-reasons.ts';
import { decodedIn, periodsOf } from './station-week.ts';

export function makeStationHealthHandler({
  db,
}: {
  readonly db: Database;
}): Handler<Api['station']['health'], Context> {
  const reader = new StationsHealthReader(db);
  return ({ query, ...context }) =>
    reader.read({ ...stationScopeOf(context), stationId: query.stationId?.trim() || null }, clock.now());
}

const slotMs = feedingSlotS * 1000;
/** Interval of recalculating usual values of thousands of stations. Newer counts are always read. */
const usualForMs = 10 * 60_000;

type Counted = { readonly fedOf: ReadonlyMap<number, readonly store.Fed[]> };
type Judged = {
  readonly station: store.KnownStation;
  readonly seen: Seen;
  readonly verdict: Verdict;
  readonly usualEveryS: number | null;
};

type WorstStations = {
  readonly counts: Record<HealthState, number>;
  readonly first: readonly StationHealth[];
};

/** Stations without a message have no silence to compare. */
function byNeed(a: Judged, b: Judged): number {
  const byState = healthStates.indexOf(a.verdict.state) - healthStates.indexOf(b.verdict.state);
  if (byState !== 0 || a.verdict.state === 'feeding') return byState;
  return (a.seen.messageAt ?? 0) - (b.seen.messageAt ?? 0);
}

export class StationsHealthReader {
  readonly #db: Database;
  readonly #ranges: CachedRanges;
  readonly #silences: CachedSilences;
  #usual: { readonly at: number; readonly fed: Promise<store.Fed[]> } | null = null;

  constructor(db: Database) {
    this.#db = db;
    this.#ranges = new CachedRanges(db);
    this.#silences = new CachedSilences(db);
  }

  async read(requested: store.HealthQuery, now: number): Promise<StationsHealth> {
    const stations = await store.knownStations(this.#db, requested);
    const isInFull = stations.length <= maxInFull;
    const judged = await this.#judge(stations, isInFull, now);
    const facts = isInFull ? await stationFactsOf(this.#db, this.#ranges, judged, now) : null;
    const typesOf = ({ station, seen }: Judged) => ({ station, types: seen.types.map(({ type }) => type) });
    const briefs =
      stations.length <= maxBrief ? await stationBriefsOf(this.#db, this.#ranges, judged.map(typesOf), now) : null;
    return {
      asOf: writeInstant(now),
      stations: judged.map((one) => ({
        ...wireOf(one, facts?.get(one.station.id) ?? null),
        brief: briefs?.get(one.station.id) ?? null,
      })),
    };
  }

  /** Every station of the scope without its facts. */
  async readStates(scope: StationScope, now: number): Promise<StationHealth[]> {
    const stations = await store.knownStations(this.#db, { ...scope, stationId: null });
    const judged = await this.#judge(stations, stations.length <= maxInFull, now);
    return judged.map((one) => wireOf(one, null));
  }

  /** Worst first, then the longest silence: the first `count` in full, the others only counted. */
  async readWorst(scope: StationScope, now: number, count: number): Promise<WorstStations> {
    const stations = await store.knownStations(this.#db, { ...scope, stationId: null });
    const judged = await this.#judge(stations, stations.length <= maxInFull, now);
    const counts = { silent: 0, late: 0, partly: 0, never: 0, feeding: 0 };
    for (const { verdict } of judged) counts[verdict.state]++;
    const first = judged.toSorted(byNeed).slice(0, count);
    // Of many stations, evidence was read for silent ones only.
    const full =
      stations.length <= maxInFull
        ? first
        : await this.#judge(
            first.map(({ station }) => station),
            true,
            now,
          );
    const facts = await stationFactsOf(this.#db, this.#ranges, full, now);
    return { counts, first: full.map((one) => wireOf(one, facts.get(one.station.id) ?? null)) };
  }

  async #judge(stations: readonly store.KnownStation[], isInFull: boolean, now: number): Promise<Judged[]> {
    const ids = stations.map(({ id }) => id);
    const { fedOf } = await this.#counted(isInFull ? ids : null, now);
    const counted = new Map(stations.map(({ id }) => [id, lastOf(fedOf.get(id) ?? [], now)]));
    // Feeding stations need no cause. With few of them everything is returned.
    const isFine = (id: number): boolean => {
      const seen = seenOf(fedOf.get(id) ?? [], { counted: counted.get(id) ?? null }, now);
      return ['feeding', 'partly'].includes(verdictOf(seen, now).state);
    };
    const looked = isInFull ? ids : ids.filter((id) => !isFine(id));
    const lastReceptions = new Map(looked.flatMap((id) => withNumber(id, counted.get(id))));
    const [reports, signs, stored, silences] = await Promise.all([
      store.newestReports(this.#db, looked),
      store.lastSigns(this.#db, looked),
      isInFull ? store.lastStored(this.#db, counted, now) : new Map<number, number | null>(),
      this.#silences.of(lastReceptions),
    ]);
    const reportsOf = byStation(reports);
    const signsOf = new Map(signs.map((sign) => [sign.id, sign]));
    return stations.map((station) => {
      const { id } = station;
      const more = {
        counted: counted.get(id) ?? null,
        stored: stored.get(id) ?? null,
        reports: reportsOf.get(id) ?? [],
        signs: signsOf.get(id) ?? null,
        silentAfterMs: silences.get(id),
      };
      const seen = seenOf(fedOf.get(id) ?? [], more, now);
      return { station, seen, verdict: verdictOf(seen, now), usualEveryS: usualEveryOf(fedOf.get(id) ?? []) };
    });
  }

  async #counted(ids: readonly number[] | null, now: number): Promise<Counted> {
    const week = { from: weekFromOf(now), to: now };
    if (ids) return { fedOf: byStation(await store.fedBy(this.#db, ids, week)) };
    if (!this.#usual || Math.abs(now - this.#usual.at) > usualForMs) {
      const fed = store.fedBy(this.#db, null, week);
      this.#usual = { at: now, fed };
      fed.catch(() => {
        this.#usual = null;
      });
    }
    const [usual, recent] = await Promise.all([
      this.#usual.fed,
      store.countedIn(this.#db, { from: this.#usual.at - hourMs, to: now }),
    ]);
    return { fedOf: byStation(withLatest(usual, recent)) };
  }
}

function wireOf({ station, seen, verdict, usualEveryS }: Judged, facts: StationFacts | null): StationHealth {
  const { id, stationId, city, country } = station;
  const { fineMs, lateMs } = limitsOfStation(seen);
  return {
    id,
    stationId,
    city,
    country,
    ...verdict,
    silentTypes: [...verdict.silentTypes],
    lastMessageAt: instantOrNull(seen.messageAt),
    usualEveryS,
    fineS: Math.round(fineMs / 1000),
    lateS: Math.round(lateMs / 1000),
    facts,
  };
}

const withNumber = (id: number, value: number | null | undefined): (readonly [number, number])[] =>
  typeof value === 'number' ? [[id, value]] : [];

const lastOf = (fed: readonly store.Fed[], now: number): number | null =>
  fed.length > 0 ? Math.min(now, Math.max(...fed.map(({ lastAt }) => lastAt))) : null;

/** Cached values, with current last counts. A station that started since has no usual gap yet. */
function withLatest(usual: readonly store.Fed[], recent: readonly store.LastCounted[]): store.Fed[] {
  const keyOf = ({ id, type }: store.LastCounted): string => `${id} ${type}`;
  const found = new Map(usual.map((fed) => [keyOf(fed), fed]));
  for (const last of recent) {
    const { lastAt } = last;
    const known = found.get(keyOf(last));
    const blank = { ...last, firstAt: lastAt, weekFirstAt: lastAt, fedSlots: 1, messages: 1 };
    found.set(keyOf(last), known ? { ...known, lastAt: Math.max(known.lastAt, lastAt) } : blank);
  }
  return [...found.values()];
}

type More = {
  readonly counted: number | null;
  readonly stored?: number | null;
  readonly reports?: readonly store.Report[];
  readonly signs?: store.LastSigns | null;
  readonly silentAfterMs?: number | undefined;
};

function seenOf(
  fed: readonly store.Fed[],
  { counted, stored = null, reports = [], signs = null, silentAfterMs = silenceLimits.shortestPauseMs }: More,
  now: number,
): Seen {
  const past = (at: number | null | undefined): number | null =>
    at === null || at === undefined ? null : Math.min(at, now);
  const types = feedTypes.flatMap((type): TypeSeen[] => {
    const one = fed.find((other) => other.type === type);
    return one && one.weekFirstAt !== null ? [{ type, lastAt: past(one.lastAt), usualGapMs: gapOf([one]) }] : [];
  });
  const periods = periodsOf(reports.toReversed()).reverse();
  const [newest] = periods;
  const latest = Math.max(counted ?? 0, stored ?? 0);
  return {
    firstAt: fed.length > 0 ? Math.min(...fed.map(({ firstAt }) => firstAt)) : null,
    messageAt: latest > 0 ? past(latest) : null,
    countedAt: counted,
    messageGapMs: gapOf(fed),
    silentAfterMs,
    types,
    report: newest
      ? { at: Math.min(newest.at, now), from: newest.from, frames: newest.frames, decoded: decodedIn(newest) }
      : null,
    reportGapMs: middleGapOf(reports.map(({ at }) => at)),
    framesAt: past(periods.find(({ frames }) => (frames ?? 0) > 0)?.at),
    decodedAt: past(periods.find((period) => (decodedIn(period) ?? 0) > 0)?.at),
    frameSizeAt: past(signs?.frameSizeAt),
    keyUsedAt: past(signs?.keyUsedAt),
    keyLostAt: past(signs?.keyLostAt),
  };
}

/** Several types together: for types fed at the same time the usual gap is too short, which is the strict side. */
function gapOf(fed: readonly store.Fed[]): number | null {
  const week = weekOf(fed);
  return week && usualGapOf(week, slotMs);
}
function usualEveryOf(fed: readonly store.Fed[]): number | null {
  const week = weekOf(fed);
  return week && week.messages > 0 ? Math.round((week.lastAt - week.firstAt) / 100 / week.messages) / 10 : null;
}
function weekOf(fed: readonly store.Fed[]) {
  const inWeek = fed.filter(({ weekFirstAt }) => weekFirstAt !== null);
  if (inWeek.length === 0) return null;
  const sum = (field: 'fedSlots' | 'messages'): number => inWeek.reduce((total, one) => total + one[field], 0);
  return {
    fedSlots: sum('fedSlots'),
    messages: sum('messages'),
    firstAt: Math.min(...inWeek.map(({ weekFirstAt }) => weekFirstAt as number)),
    lastAt: Math.max(...inWeek.map(({ lastAt }) => lastAt)),
  };
}

// ---- Cached limit of silence by station, by the rule of stations/silence-rules.ts, which emails use too.
// Few stations are calculated at once: after a server outage thousands are late.

const slotSpanMs = 10 * 60_000;
/** Per request. The others use the shortest limit until they are requested again. */
const maxAtOnce = 100;
const maxCached = 5000;
type Cached = { readonly slot: number; readonly afterMs: number };

class CachedSilences {
  readonly #db: Database;
  readonly #cache = new LRUCache<number, Cached>({ max: maxCached });

  constructor(db: Database) {
    this.#db = db;
  }

  /** `lastReceptions` = last reception of each (epoch ms), by the station's record. */
  async of(lastReceptions: ReadonlyMap<number, number>): Promise<ReadonlyMap<number, number>> {
    const slotOf = (atMs: number): number => Math.floor(atMs / slotSpanMs);
    const due = [...lastReceptions]
      .filter(([id, atMs]) => this.#cache.get(id)?.slot !== slotOf(atMs))
      .slice(0, maxAtOnce);
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
