/** Statistics at first sight, from counts only (ADD-firstSight, decision 18). */

import type { Api } from '../../contract/api.ts';
import { dayMs, hourMs } from '../../contract/durations.ts';
import type { Handler } from '../../contract/endpoint.ts';
import {
  calendarDays,
  type FirstSight,
  type FrequencyLevels,
  type LostRange,
  maxHourDays,
  minLevels,
  type NamedCount,
  type SightDays,
  type SightReason,
  type StationDays,
  type StationHours,
  type StationRanges,
  shownInSight,
  sightDays,
  sightSectorDeg,
} from '../../contract/entities/first-sight.ts';
import { type FeedType, feedTypes } from '../../contract/entities/station-health.ts';
import { writeInstant } from '../../contract/params.ts';
import { clock } from '../base/clock.ts';
import { ShortCache } from '../base/short-cache.ts';
import type { Query } from '../database/pool.ts';
import type { Reads } from '../database/reads.ts';
import { HttpError } from '../http/api-error.ts';
import type { Context } from '../http/guard.ts';
import { atOnce, maxCountsAgeMs } from '../statistics/at-once.ts';
import { firstCounted } from '../statistics/band.ts';
import type { MessageType } from '../statistics/count-receptions.ts';
import { bucketDb, levelBuckets, lowestDb } from '../statistics/count-texts.ts';
import { firstReceptions } from '../statistics/feeding.ts';
import { hourBegin, slotMs } from '../statistics/period.ts';
import { stationSectors } from '../statistics/ranges.ts';
import { placesOfReceivers, queryStations, type StationQuery, stationScopeOf } from '../statistics/station-query.ts';

/** ADD-firstSight: stations as in the other statistics (C68). */
export function makeFirstSightHandler({
  reads,
}: {
  readonly reads: Reads;
}): Handler<Api['statistics']['firstSight'], Context> {
  const cached = new ShortCache<FirstSight>({ maxAgeMs: 600_000, max: 100 });
  return async ({ query, ...context }) => {
    const days = sightDaysOf(query.days);
    const scope = stationScopeOf(context);
    return cached.respond(JSON.stringify([scope, days, query.stationId]), () =>
      atOnce(async () => {
        const stations = await queryStations(context.db, scope, query.stationId);
        return reads.within(maxCountsAgeMs, (db, ageMs) => readFirstSight(db, stations, days, clock.now() - ageMs));
      }),
    );
  };
}

/** Absent = 1. @throws HttpError 400 for another number of days */
function sightDaysOf(days: number = sightDays[0]): SightDays {
  const known = sightDays.find((one) => one === days);
  if (known) return known;
  const sentence = `Request ${sightDays.slice(0, -1).join(', ')} or ${sightDays.at(-1)} days.`;
  throw new HttpError(400, sentence, { days: [sentence] });
}

export async function readFirstSight(
  db: Query,
  requested: StationQuery,
  days: SightDays,
  nowMs: number,
): Promise<FirstSight> {
  const hours = await hoursOfStations(db, requested, days, nowMs);
  // The same stations everywhere: those that need attention first.
  const first = (count: number): StationQuery => ({
    ...requested,
    stations: hours.order.slice(0, count).flatMap((place) => requested.stations[place] ?? []),
  });
  const cities = await citiesOf(db, requested);
  const [messages, ranges, calendar, levels, tops, countedSince] = await Promise.all([
    messagesPerStep(db, requested.receivers, days, nowMs),
    rangesOf(db, first(shownInSight.ranges), nowMs),
    calendarOf(db, first(shownInSight.calendar), nowMs),
    frequencyLevels(db, requested.receivers, days, nowMs),
    mostFrequent(db, requested.receivers, days, nowMs),
    firstCounted(db, requested.receivers),
  ]);
  const withCity = <T extends { readonly stationId: string }>(row: T) => ({
    ...row,
    city: cities.get(row.stationId) ?? null,
  });
  return {
    asOf: writeInstant(nowMs),
    countedSince: countedSince === null ? null : writeInstant(countedSince),
    stations: requested.stations.length,
    messages,
    hours: { from: hours.from, rows: hours.rows.slice(0, shownInSight.hours).map(withCity) },
    ranges: ranges.map(withCity),
    calendar: { from: calendar.from, rows: calendar.rows.map(withCity) },
    levels,
    tops,
  };
}

async function citiesOf(db: Query, { stations }: StationQuery): Promise<Map<string, string | null>> {
  const rows = await db.query<{ stationId: string; city: string | null }>(
    'select station_id as "stationId", city from stations where station_id = any($1)',
    [stations.map(({ stationId }) => stationId)],
  );
  return new Map(rows.map(({ stationId, city }) => [stationId, city]));
}

// ---- Feeding days of stations by type: the share of ten-minute slots, and why hours were silent.

type Fed = { readonly place: number; readonly day: number; readonly type: FeedType; readonly slots: number };
type Silent = {
  readonly stationId: string;
  readonly day: number;
  readonly type: FeedType;
  readonly reason: SightReason;
  readonly hours: number;
};
type Calendar = { readonly from: string; readonly rows: Omit<StationDays, 'city'>[] };

async function calendarOf(db: Query, requested: StationQuery, nowMs: number): Promise<Calendar> {
  const from = Math.floor(nowMs / dayMs) * dayMs - (calendarDays - 1) * dayMs;
  const [fed, silent, firsts] = await Promise.all([
    fedDays(db, requested, from, nowMs),
    silentDays(db, requested, from),
    firstReceptions(
      db,
      requested.stations.flatMap(({ receivers }) => receivers),
    ),
  ]);
  const slots = new Map(fed.map((one) => [`${one.place} ${one.type} ${one.day}`, one.slots]));
  const reasons = new Map<string, Silent>();
  for (const one of silent) {
    const key = `${one.stationId} ${one.type} ${one.day}`;
    if ((reasons.get(key)?.hours ?? 0) < one.hours) reasons.set(key, one);
  }
  const days = Array.from({ length: calendarDays }, (_, at) => from + at * dayMs);
  const rows = requested.stations.flatMap(({ stationId, receivers }, place) => {
    const first = Math.min(...receivers.map((receiver) => firsts.get(receiver) ?? Number.POSITIVE_INFINITY));
    const types = feedTypes.filter((type) => fed.some((one) => one.place === place && one.type === type));
    return types.map((type) => ({
      stationId,
      type,
      shares: days.map((day) => {
        const possible = Math.ceil((Math.min(day + dayMs, nowMs) - Math.max(day, first)) / slotMs);
        if (possible <= 0) return null;
        return Math.min(1, Math.round(((slots.get(`${place} ${type} ${day}`) ?? 0) / possible) * 1000) / 1000);
      }),
      reasons: days.map((day) => {
        const found = reasons.get(`${stationId} ${type} ${day}`);
        return found ? { reason: found.reason, hours: found.hours } : null;
      }),
    }));
  });
  return { from: new Date(from).toISOString().slice(0, 10), rows };
}

const utcDayMs = (hour: string): string => `(extract(epoch from date_trunc('day', ${hour}, 'UTC')) * 1000)::float8`;

/** Slots of several receivers of a station are combined. HFDL is ACARS over another radio link (contract/feeding.ts). */
const fedDays = (db: Query, requested: StationQuery, from: number, nowMs: number): Promise<Fed[]> =>
  db.query(
    `select place, ${utcDayMs('hour')} as day, type, sum(bit_count(slots::int::bit(6)))::int as slots from (
       select m.place, h.hour, case h.message_type when 'HFDL' then 'ACARS' else h.message_type end as type, bit_or(h.slots) as slots
       from unnest($1::text[], $2::int[]) as m (receiver, place) join rx_hour h on h.receiver = m.receiver collate "C"
       where h.hour >= $3 and h.hour <= $4 group by 1, 2, 3) hourly
     group by 1, 2, 3`,
    [...placesOfReceivers(requested), new Date(from), new Date(nowMs)],
  );

const silentDays = (db: Query, { stations }: StationQuery, from: number): Promise<Silent[]> =>
  db.query(
    `select s.station_id as "stationId", ${utcDayMs('h.hour')} as day, h.message_type as type, h.reason, count(*)::int as hours
     from silent_hour h join stations s on s.id = h.station_record_id
     where s.station_id = any($1) and h.hour >= $2 group by 1, 2, 3, 4`,
    [stations.map(({ stationId }) => stationId), new Date(from)],
  );

// ---- Levels of text messages by frequency.

const shares = [0.05, 0.25, 0.5, 0.75, 0.95];
const sums = Array.from({ length: levelBuckets }, (_, at) => `sum(b${at})`).join(', ');

async function frequencyLevels(
  db: Query,
  receivers: readonly string[] | null,
  days: SightDays,
  nowMs: number,
): Promise<FrequencyLevels[]> {
  const rows = await db.query<{ khz: number; type: string; buckets: number[] }>(
    `select khz, message_type as type, array[${sums}]::float8[] as buckets from level_hour
     where ($1::text[] is null or receiver = any($1)) and hour > $2 and hour <= $3 group by 1, 2 order by 1, 2`,
    [receivers, new Date(nowMs - days * 24 * hourMs), new Date(nowMs)],
  );
  return rows.flatMap(({ khz, type, buckets }) => {
    const messages = buckets.reduce((sum, count) => sum + count, 0);
    return messages < minLevels
      ? []
      : [{ khz, type, messages, quantiles: shares.map((share) => quantileOf(buckets, share)) }];
  });
}

/** dB. Levels are spread evenly within a bucket. `buckets` must contain a message. */
export function quantileOf(buckets: readonly number[], share: number): number {
  const target = share * buckets.reduce((sum, count) => sum + count, 0);
  let passed = 0;
  for (const [at, count] of buckets.entries()) {
    if (count > 0 && passed + count >= target) {
      const db = lowestDb + (at + (target - passed) / count) * bucketDb;
      return Math.round(db * 10) / 10;
    }
    passed += count;
  }
  return lowestDb + buckets.length * bucketDb;
}

// ---- Finds directions that a station lost against its month. Pure.

/** A bearing of the comparison, in degrees. */
const bearingDeg = 10;
const bearings = 360 / bearingDeg;
const lostBelow = 0.6;
/** Fewer neighbouring bearings are chance. */
const minNeighbours = 3;
/** Days on which a bearing reached its usual range, so that a single far reception is not usual. */
const minUsualDays = 3;
/** A shorter range is not significant. */
const minNmi = 40;

/** `now` and each day have one value a sector, 0 = nothing received. A station without receptions has lost nothing: it is silent. */
export function lostRanges(
  now: readonly number[],
  days: ReadonlyMap<string, readonly number[]>,
  today: string,
): LostRange[] {
  const ofNow = perBearing(now);
  if (ofNow.every((nmi) => nmi === 0)) return [];
  const ofDays = [...days].map(([day, sectors]) => ({ day, nmi: perBearing(sectors) })).sort(byDay);
  const month = ofNow.map((_, at) => Math.max(0, ...ofDays.map(({ nmi }) => nmi[at] ?? 0)));
  const usualDays = month.map((farthest, at) =>
    ofDays.filter(({ day, nmi }) => day < today && (nmi[at] ?? 0) >= lostBelow * farthest).map(({ day }) => day),
  );
  const isLost = month.map(
    (farthest, at) =>
      farthest >= minNmi && (ofNow[at] ?? 0) < lostBelow * farthest && (usualDays[at]?.length ?? 0) >= minUsualDays,
  );
  return runsOf(isLost)
    .filter(({ length }) => length >= minNeighbours)
    .map(({ first, length }) => {
      const places = Array.from({ length }, (_, at) => (first + at) % bearings);
      const lastUsual =
        places
          .map((at) => usualDays[at]?.at(-1) ?? today)
          .sort()
          .at(-1) ?? today;
      return {
        fromDeg: first * bearingDeg,
        toDeg: ((first + length) * bearingDeg) % 360,
        nowNmi: Math.max(...places.map((at) => ofNow[at] ?? 0)),
        monthNmi: Math.max(...places.map((at) => month[at] ?? 0)),
        since: new Date(Date.parse(`${lastUsual}T00:00:00Z`) + dayMs).toISOString().slice(0, 10),
      };
    });
}

const byDay = (a: { readonly day: string }, b: { readonly day: string }): number => (a.day < b.day ? -1 : 1);

const perBearing = (sectors: readonly number[]): number[] => {
  const each = bearingDeg / sightSectorDeg;
  return Array.from({ length: bearings }, (_, at) => Math.max(0, ...sectors.slice(at * each, at * each + each)));
};

/** Runs of true around the circle. */
function runsOf(flags: readonly boolean[]): { readonly first: number; readonly length: number }[] {
  const gap = flags.indexOf(false);
  if (gap === -1) return [{ first: 0, length: flags.length }];
  const runs: { first: number; length: number }[] = [];
  for (let step = 1; step <= flags.length; step++) {
    const at = (gap + step) % flags.length;
    if (!flags[at]) continue;
    const last = runs.at(-1);
    if (last && (last.first + last.length) % flags.length === at) last.length++;
    else runs.push({ first: at, length: 1 });
  }
  return runs;
}

// ---- Messages by type, per hour, or per day for a month.

async function messagesPerStep(
  db: Query,
  receivers: readonly string[] | null,
  days: SightDays,
  nowMs: number,
): Promise<FirstSight['messages']> {
  const stepMs = days > maxHourDays ? dayMs : hourMs;
  const length = (days * dayMs) / stepMs;
  const from = Math.floor(nowMs / stepMs) * stepMs - (length - 1) * stepMs;
  const rows = await db.query<{ step: number; type: MessageType; messages: number }>(
    `select floor((extract(epoch from hour) * 1000 - $2::float8) / $3::float8)::int as step, message_type as type, sum(messages)::float8 as messages
     from rx_hour where ($1::text[] is null or receiver = any($1)) and hour >= $4 and hour <= $5 group by 1, 2`,
    [receivers, from, stepMs, new Date(from), new Date(nowMs)],
  );
  const countsOf = (type: MessageType): number[] => {
    const counts = new Array<number>(length).fill(0);
    for (const row of rows) if (row.type === type) counts[row.step] = row.messages;
    return counts;
  };
  return {
    from: writeInstant(from),
    stepS: stepMs / 1000,
    acars: countsOf('ACARS'),
    vdlm2: countsOf('VDLM2'),
    hfdl: countsOf('HFDL'),
    adsb: countsOf('ADSB'),
    frameFactor: await widestInterval(db, from),
  };
}

/** ADS-B counts contain every frame, its lists those that were stored. */
async function widestInterval(db: Query, fromMs: number): Promise<number> {
  const [row] = await db.query<{ factor: number | null }>(
    'select max(factor)::int as factor from adsb_keep where day >= $1::date',
    [writeInstant(fromMs).slice(0, 10)],
  );
  return row?.factor ?? 1;
}

// ---- Most frequent labels, aircraft and airlines of text messages, in whole days.

const shown = 10;
type Row = NamedCount & { readonly kind: 'label' | 'tail' | 'airline' };

async function mostFrequent(
  db: Query,
  receivers: readonly string[] | null,
  days: SightDays,
  nowMs: number,
): Promise<FirstSight['tops']> {
  const from = new Date(nowMs - days * 24 * hourMs).toISOString().slice(0, 10);
  const rows = await db.query<Row>(
    `select kind, name, messages::float8 as messages, case kind when 'airline' then (
         select l.airline_name || case when k.is_certain then '' else ' (uncertain)' end
         from airline_codes k join airlines l using (airline_id) where k.code = name) end as title
     from (
       select kind, name, sum(messages) as messages, row_number() over (partition by kind order by sum(messages) desc, name) as place
       from text_day where day >= $2::date and day <= $3::date and ($1::text[] is null or receiver = any($1)) group by 1, 2) t
     where place <= ${shown} order by place`,
    [receivers, from, new Date(nowMs).toISOString().slice(0, 10)],
  );
  const of = (kind: Row['kind']): NamedCount[] =>
    rows
      .filter((row) => row.kind === kind)
      .map(({ name, title, messages }) => ({
        name: kind === 'airline' ? name.toUpperCase() : name,
        title,
        messages,
      }));
  return { from, labels: of('label'), aircraft: of('tail'), airlines: of('airline') };
}

// ---- Ranges of stations in 24 hours against 30 days.

async function rangesOf(db: Query, requested: StationQuery, nowMs: number): Promise<Omit<StationRanges, 'city'>[]> {
  const today = new Date(nowMs).toISOString().slice(0, 10);
  const sectors = await stationSectors(db, requested, nowMs);
  return sectors.map(({ byDay, ...station }) => ({ ...station, lost: lostRanges(station.now, byDay, today) }));
}

// ---- Messages of stations per hour, relative to the median of the same hour of the seven days before.

const comparedDays = 7;
/** Fewer days have no median. */
const minDays = 3;
/** A station without a message in so many hours, the current one included, is silent. */
const silentHours = 2;

type HoursOfStations = {
  readonly from: string;
  /** Places of all stations in the query: silent ones first, those without counts last. */
  readonly order: readonly number[];
  /** In this order. */
  readonly rows: readonly Omit<StationHours, 'city'>[];
};

async function hoursOfStations(
  db: Query,
  requested: StationQuery,
  days: SightDays,
  nowMs: number,
): Promise<HoursOfStations> {
  const length = Math.min(days, maxHourDays) * 24;
  const from = hourBegin(nowMs) - (length - 1) * hourMs;
  const readFrom = from - comparedDays * dayMs;
  const counted = await db.query<{ place: number; hour: number; messages: number }>(
    `select m.place, (extract(epoch from h.hour) * 1000)::float8 as hour, sum(h.messages)::float8 as messages
     from unnest($1::text[], $2::int[]) as m (receiver, place) join rx_hour h on h.receiver = m.receiver collate "C"
     where h.hour >= $3 and h.hour <= $4 group by 1, 2`,
    [...placesOfReceivers(requested), new Date(readFrom), new Date(nowMs)],
  );
  const byPlace = new Map<number, Map<number, number>>();
  for (const { place, hour, messages } of counted) {
    const hours = byPlace.get(place) ?? new Map<number, number>();
    byPlace.set(place, hours.set(hour, messages));
  }
  const uncounted = requested.stations.flatMap(({ receivers }, place) => (byPlace.has(place) ? [] : receivers));
  const countedBefore = await firstReceptions(db, uncounted);
  const rows = requested.stations.map(({ stationId, receivers }, place) => {
    const messages = byPlace.get(place) ?? new Map<number, number>();
    const isCounted = messages.size > 0 || receivers.some((receiver) => countedBefore.has(receiver));
    return { place, isCounted, row: stationHoursOf(stationId, messages, { from, length, nowMs, isCounted }) };
  });
  const rank = ({ isCounted, row }: (typeof rows)[number]): number => (isCounted ? (row.isSilent ? 0 : 1) : 2);
  const ordered = rows.toSorted((a, b) => rank(a) - rank(b));
  return {
    from: writeInstant(from),
    order: ordered.map(({ place }) => place),
    rows: ordered.map(({ row }) => row),
  };
}

/** `isCounted` = it has counts, possibly older ones. */
type Hours = {
  readonly from: number;
  readonly length: number;
  readonly nowMs: number;
  readonly isCounted: boolean;
};

export function stationHoursOf(
  stationId: string,
  messages: ReadonlyMap<number, number>,
  { from, length, nowMs, isCounted }: Hours,
): Omit<StationHours, 'city'> {
  const first = Math.min(...messages.keys());
  const hours = Array.from({ length }, (_, at) => from + at * hourMs);
  const counts = hours.map((hour) => messages.get(hour) ?? 0);
  return {
    stationId,
    isSilent: isCounted && counts.slice(-silentHours).every((count) => count === 0),
    counts,
    usual: hours.map((hour, at) => {
      const before = Array.from({ length: comparedDays }, (_, day) => hour - (day + 1) * dayMs).filter(
        (one) => one >= first,
      );
      if (before.length < minDays) return null;
      const median = medianOf(before.map((one) => messages.get(one) ?? 0));
      if (median === 0) return null;
      // The current hour is compared with its part.
      const part = Math.min(1, Math.max(0.05, (nowMs - hour) / hourMs));
      return Math.round(((counts[at] ?? 0) / (median * part)) * 100) / 100;
    }),
  };
}

/** The list must not be empty. */
function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}
