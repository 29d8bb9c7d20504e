/**
 * The answer of ADD-stationHealth: reads what is known of some stations and judges it by station-reasons.ts. Few are told in full.
 * Must not: hold SQL (server/store/station-health.ts), or decide whose stations somebody may see.
 */
import {
  feedTypes,
  mostInFull,
  type StationFacts,
  type StationHealth,
  type StationsHealth,
} from '../../contract/entities/station-health.ts';
import { feedingSlotS } from '../../contract/feeding.ts';
import { writeInstant } from '../../contract/params.ts';
import type { Database } from '../database/pool.ts';
import { rhythm } from '../stations/watch-rules.ts';
import * as store from '../store/station-health.ts';
import { byStation } from './by-station.ts';
import { KeptRanges } from './kept-ranges.ts';
import { KeptSilences } from './kept-silences.ts';
import { instantOrNull, stationFactsOf, weekFromOf } from './station-facts.ts';
import {
  limitsOfStation,
  middleGapOf,
  type Seen,
  type TypeSeen,
  usualGapOf,
  type Verdict,
  verdictOf,
} from './station-reasons.ts';
import { decodedIn, periodsOf } from './status-periods.ts';

const slotMs = feedingSlotS * 1000;
/** What is usual for thousands of stations is reckoned so often; what was counted since is always looked up. */
const usualForMs = 10 * 60_000;
const hourMs = 3_600_000;

type Counted = { readonly fedOf: ReadonlyMap<number, readonly store.Fed[]> };
type Judged = {
  readonly station: store.KnownStation;
  readonly seen: Seen;
  readonly verdict: Verdict;
  readonly usualEveryS: number | null;
};

export class StationsHealthReader {
  readonly #db: Database;
  readonly #ranges: KeptRanges;
  readonly #silences: KeptSilences;
  #usual: { readonly at: number; readonly fed: Promise<store.Fed[]> } | null = null;

  constructor(db: Database) {
    this.#db = db;
    this.#ranges = new KeptRanges(db);
    this.#silences = new KeptSilences(db);
  }

  async read(asked: store.AskedHealth, now: number): Promise<StationsHealth> {
    const stations = await store.knownStations(this.#db, asked);
    const isInFull = stations.length <= mostInFull;
    const judged = await this.#judge(stations, isInFull, now);
    const facts = isInFull ? await stationFactsOf(this.#db, this.#ranges, judged, now) : null;
    return {
      asOf: writeInstant(now),
      stations: judged.map((one) => wireOf(one, facts?.get(one.station.id) ?? null)),
    };
  }

  async #judge(stations: readonly store.KnownStation[], isInFull: boolean, now: number): Promise<Judged[]> {
    const ids = stations.map(({ id }) => id);
    const { fedOf } = await this.#counted(isInFull ? ids : null, now);
    const counted = new Map(stations.map(({ id }) => [id, lastOf(fedOf.get(id) ?? [], now)]));
    // Of those that feed nobody asks why not; with few of them everything is told.
    const isFine = (id: number): boolean => {
      const seen = seenOf(fedOf.get(id) ?? [], { counted: counted.get(id) ?? null }, now);
      return ['feeding', 'partly'].includes(verdictOf(seen, now).state);
    };
    const looked = isInFull ? ids : ids.filter((id) => !isFine(id));
    const heard = new Map(looked.flatMap((id) => withNumber(id, counted.get(id))));
    const [reports, signs, stored, silences] = await Promise.all([
      store.newestReports(this.#db, looked),
      store.lastSigns(this.#db, looked),
      isInFull ? store.lastStored(this.#db, counted, now) : new Map<number, number | null>(),
      this.#silences.of(heard),
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
    const [usual, lately] = await Promise.all([
      this.#usual.fed,
      store.countedIn(this.#db, { from: this.#usual.at - hourMs, to: now }),
    ]);
    return { fedOf: byStation(withLatest(usual, lately)) };
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

/** What was reckoned a while ago, with when each was counted last as of now; a station that began since has no usual gap yet. */
function withLatest(usual: readonly store.Fed[], lately: readonly store.LastCounted[]): store.Fed[] {
  const keyOf = ({ id, type }: store.LastCounted): string => `${id} ${type}`;
  const found = new Map(usual.map((fed) => [keyOf(fed), fed]));
  for (const last of lately) {
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
  { counted, stored = null, reports = [], signs = null, silentAfterMs = rhythm.shortestPauseMs }: More,
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
  };
}

/** Several types together; of what is fed at the same time the usual gap comes out too short, which is the strict side. */
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
