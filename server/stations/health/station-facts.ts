/** Last week of a station: path, hours with causes, readings, range, versions. */

import { LRUCache } from 'lru-cache';
import { hourMs } from '../../../contract/durations.ts';
import {
  type FeedType,
  feedTypes,
  recentHours,
  type StationFacts,
  stripHours,
} from '../../../contract/entities/station-health.ts';
import { feedingSlotS } from '../../../contract/feeding.ts';
import { writeInstant } from '../../../contract/params.ts';
import type { Database } from '../../database/pool.ts';
import * as store from './known-stations.ts';
import { byStation, type FarthestOfDay, farthestByDay } from './known-stations.ts';
import { type HourSeen, hourReasonOf, limitsOf, pathOf, type Seen, type Verdict } from './station-reasons.ts';
import {
  type Measured,
  periodsOf,
  type ReportedHour,
  rangeOf,
  readingOf,
  reportedHours,
  sectorDeg,
  temperatureWatch,
  versionsOf,
  wifiWatch,
} from './station-week.ts';

const slotMs = feedingSlotS * 1000;
export const instantOrNull = (at: number | null): string | null => (at === null ? null : writeInstant(at));
const hourOf = (at: number): number => Math.floor(at / hourMs) * hourMs;
/** The hour in which the week before `now` starts. */
export const weekFromOf = (now: number): number => hourOf(now - stripHours * hourMs);

type Judged = { readonly station: store.KnownStation; readonly seen: Seen; readonly verdict: Verdict };
/** Stored data of a station. */
type Read = {
  readonly fed: readonly store.FedHour[];
  readonly reports: readonly store.Report[];
  readonly sizes: readonly { type: string; hour: number }[];
  readonly versions: readonly ({ at: number } & Record<string, string>)[];
  readonly farthest: readonly store.FarthestOfDay[];
  readonly receivers: readonly string[];
};

export async function stationFactsOf(
  db: Database,
  ranges: CachedRanges,
  judged: readonly Judged[],
  now: number,
): Promise<Map<number, StationFacts>> {
  const ids = judged.map(({ station }) => station.id);
  const from = weekFromOf(now);
  const [fed, reports, sizes, versions, farthest, receivers] = await Promise.all([
    store.fedHours(db, ids, from),
    store.reportsSince(db, ids, from),
    store.frameSizeHours(db, ids, from),
    store.versionHours(db, ids, from),
    ranges.of(ids, now),
    store.receiversOf(db, ids),
  ]);
  const by = <T extends { id: number }>(rows: readonly T[]) => {
    const found = byStation(rows);
    return (id: number): readonly T[] => found.get(id) ?? [];
  };
  const [fedBy, reportsBy, sizesBy, versionsBy, farthestBy] = [
    by(fed),
    by(reports),
    by(sizes),
    by(versions),
    (id: number) => farthest.get(id) ?? [],
  ];
  return new Map(
    judged.map((one) => {
      const { id } = one.station;
      const read: Read = {
        fed: fedBy(id),
        reports: reportsBy(id),
        sizes: sizesBy(id),
        versions: versionsBy(id),
        farthest: farthestBy(id),
        receivers: receivers.get(id) ?? [],
      };
      return [id, factsOf(one, read, now)];
    }),
  );
}

function factsOf({ station, seen, verdict }: Judged, read: Read, now: number): StationFacts {
  const beginsAt = Math.min(station.madeAt, seen.firstAt ?? now);
  const periods = periodsOf(read.reports);
  const reported = reportedHours(periods);
  const hoursFrom = hourOf(now) - (stripHours - 1) * hourMs;
  const hours = Array.from({ length: stripHours }, (_, at) => hoursFrom + at * hourMs);
  const reading = (field: 'temperature' | 'wifi', watch: typeof temperatureWatch) => {
    const newest = periods.findLast((period) => period[field] !== null);
    const value = newest?.[field] ?? null;
    return wireReading(
      readingOf(
        newest && value !== null ? { value, at: Math.min(newest.at, now) } : null,
        hours.map((hour) => reported.get(hour)?.[field] ?? null),
        watch,
      ),
    );
  };
  return {
    receivers: [...read.receivers],
    path: pathOf(seen, verdict.reason, now).map((step) => ({ ...step, at: instantOrNull(step.at) })),
    hoursFrom: writeInstant(hoursFrom),
    types: typesOf(seen, read, { hours, reported, hasReports: periods.length > 0, beginsAt }, now),
    lastReportAt: instantOrNull(seen.report?.at ?? null),
    temperature: reading('temperature', temperatureWatch),
    wifi: reading('wifi', wifiWatch),
    range: rangeOf(read.farthest),
    versions: versionsOf(
      read.versions.map(({ at, id: _, created_on: __, ...names }) => ({ at, versions: versionTexts(names) })),
    ).map(({ changedOn, ...version }) => ({ ...version, changedOn: instantOrNull(changedOn) })),
  };
}

const wireReading = (measured: Measured | null): StationFacts['temperature'] =>
  measured && { ...measured, at: writeInstant(measured.at), hours: [...measured.hours] };
const versionTexts = (names: Readonly<Record<string, string>>): Record<string, string | null> =>
  Object.fromEntries(Object.entries(names).map(([name, text]) => [name, text === '' ? null : text]));

const bitsOf = (slots: number): number => slots.toString(2).replaceAll('0', '').length;

const slotsByHour = (fed: readonly store.FedHour[]): ((type: FeedType, hour: number) => number) => {
  const found = new Map(fed.map(({ type, hour, slots }) => [`${type} ${hour}`, slots]));
  return (type, hour) => found.get(`${type} ${hour}`) ?? 0;
};

/** What is known of an hour. `keyLostAt` as in `Seen`. */
export function hoursSeen(
  { fed, sizes, keyLostAt }: Pick<Read, 'fed' | 'sizes'> & Pick<Seen, 'keyLostAt'>,
  reported: ReadonlyMap<number, ReportedHour>,
  isOpen: (hour: number) => boolean,
): (hour: number) => HourSeen {
  // What arrives afterwards arrives without a key.
  const lastHour = Math.max(...fed.map(({ hour }) => hour), ...sizes.map(({ hour }) => hour), ...reported.keys());
  const lostAt = keyLostAt === null || lastHour > keyLostAt ? Number.POSITIVE_INFINITY : keyLostAt;
  const slotsAt = slotsByHour(fed);
  const withSizes = new Set(sizes.map(({ type, hour }) => `${type} ${hour}`));
  const each = <T>(value: (type: FeedType) => T) =>
    Object.fromEntries(feedTypes.map((type) => [type, value(type)])) as Record<FeedType, T>;
  return (hour) => {
    const report = reported.get(hour);
    return {
      reports: report?.reports ?? 0,
      frames: report?.frames ?? null,
      decoded: each((type) => report?.[type] ?? null),
      framesOf: each((type) => withSizes.has(`${type} ${hour}`)),
      slots: each((type) => bitsOf(slotsAt(type, hour))),
      isOpen: isOpen(hour),
      isKeyLost: hour + hourMs > lostAt,
    };
  };
}

type Week = {
  readonly hours: readonly number[];
  readonly reported: ReadonlyMap<number, ReportedHour>;
  readonly hasReports: boolean;
  /** Creation of the station, or its first stored message, whichever is earlier (decision 18). */
  readonly beginsAt: number;
};

function typesOf(
  seen: Seen,
  read: Read,
  { hours, reported, hasReports, beginsAt }: Week,
  now: number,
): StationFacts['types'] {
  const slotsAt = slotsByHour(read.fed);
  // The first report of an hour may still be due.
  const hourSeen = hoursSeen(
    { ...read, keyLostAt: seen.keyLostAt },
    reported,
    (hour) => now - hour < limitsOf(seen.reportGapMs).fineMs,
  );
  const seenHours = hours.map((hour) => (hour < hourOf(beginsAt) ? null : hourSeen(hour)));
  /** As defined in contract/feeding.ts: a partial slot counts with its part of the period. */
  const share = (type: FeedType, spanHours: number): number | null => {
    const from = Math.max(now - spanHours * hourMs, beginsAt);
    if (from >= now) return null;
    let fedMs = 0;
    for (let at = Math.floor(from / slotMs) * slotMs; at < now; at += slotMs) {
      const isFed = slotsAt(type, hourOf(at)) & (1 << ((at - hourOf(at)) / slotMs));
      if (isFed) fedMs += Math.min(at + slotMs, now) - Math.max(at, from);
    }
    return Math.round((fedMs / (now - from)) * 1000) / 10;
  };
  return seen.types.map(({ type, lastAt }) => ({
    type,
    lastAt: instantOrNull(lastAt),
    share24h: share(type, recentHours),
    share7d: share(type, stripHours),
    slots: seenHours.map((hour) => hour?.slots[type] ?? null),
    reasons: seenHours.map((hour) => hour && hourReasonOf(hour, type, hasReports)),
  }));
}

// ---- Cache of station ranges over eight days: the largest query, and it changes hourly. Never cache current feeding.

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
