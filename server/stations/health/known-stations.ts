/** Evidence about stations: reception counts, status reports, frame sizes, key uses. Instants are epoch ms. */
import { hourMs } from '../../../contract/durations.ts';
import type { FeedType } from '../../../contract/entities/station-health.ts';
import type { Query } from '../../database/pool.ts';
import { messageTables } from '../../query/message-tables.ts';
import { type StationScope, scopeSql, scopeValues } from '../../statistics/station-query.ts';
import { versionNames } from '../station-records.ts';

type Ids = readonly number[];
const epochMs = (sql: string): string => `(extract(epoch from ${sql}) * 1000)::float8`;
export type KnownStation = {
  readonly id: number;
  readonly stationId: string;
  readonly city: string | null;
  readonly country: string | null;
  readonly madeAt: number;
};

/** `stationId` null = all. */
export type HealthQuery = StationScope & { readonly stationId: string | null };

export function knownStations(db: Query, { stationId, ...scope }: HealthQuery): Promise<KnownStation[]> {
  return db.query(
    `select s.id, s.station_id as "stationId", s.city, s.country, ${epochMs('s.created_at')} as "madeAt" from stations s
     where ${scopeSql} and ($3::text is null or s.station_id = $3) order by length(s.station_id), s.station_id`,
    [...scopeValues(scope), stationId],
  );
}

/** The planner cannot estimate how few receivers these stations ($1) have: resolved first, they are looked up by key. */
const isOfReceivers = `h.receiver = any(array(select receiver from receiver_station where station_record_id = any($1::bigint[])))`;
/** HFDL is ACARS over another radio link (contract/feeding.ts). */
const feedType = `case h.message_type when 'HFDL' then 'ACARS' else h.message_type end`;

/** `firstAt` = first stored. `weekFirstAt`, `fedSlots` and `messages` are of the week, counted per receiver. */
export type Fed = {
  readonly id: number;
  readonly type: FeedType;
  readonly firstAt: number;
  readonly lastAt: number;
  readonly weekFirstAt: number | null;
  readonly fedSlots: number;
  readonly messages: number;
};

/** A wrong clock causes future hours: they are ignored. */
type Span = { readonly from: number; readonly to: number };

/**
 * Counts of these stations (null = all) by type. `week` = its start, and now. Of earlier counts only the first and the last hour are
 * read, by key: counts of a year stay.
 */
export function fedBy(db: Query, ids: Ids | null, week: Span): Promise<Fed[]> {
  return db.query(
    `with mine as materialized (
       select receiver, station_record_id as id from receiver_station where $1::bigint[] is null or station_record_id = any($1)),
     week as (
       select m.id, h.message_type, min(h.hour) as first_hour, max(h.last_at) as last_at, min(h.hour) as week_hour,
         sum(bit_count(h.slots::int::bit(6))) as slots, sum(h.messages) as messages
       from mine m join rx_hour h using (receiver) where h.hour >= $2 and h.hour <= $3 group by 1, 2),
     ends as (
       select m.id, l.message_type, f.hour as first_hour, l.last_at, null::timestamptz as week_hour, 0 as slots, 0 as messages
       from mine m, lateral (select min(hour) as hour from rx_hour h where h.receiver = m.receiver and h.hour <= $3) f,
         lateral (select message_type, last_at from rx_hour h where h.receiver = m.receiver
           and h.hour = (select max(hour) from rx_hour k where k.receiver = m.receiver and k.hour <= $3)) l)
     select id, ${feedType} as type, ${epochMs('min(h.first_hour)')} as "firstAt", ${epochMs('max(h.last_at)')} as "lastAt",
       ${epochMs('min(h.week_hour)')} as "weekFirstAt", sum(h.slots)::int as "fedSlots", sum(h.messages)::bigint as messages
     from (select * from week union all select * from ends) h group by 1, 2`,
    [ids, new Date(week.from), new Date(week.to)],
  );
}

export type LastCounted = Pick<Fed, 'id' | 'type' | 'lastAt'>;
/** Last count of each station, of those within the span. */
export function countedIn(db: Query, { from, to }: Span): Promise<LastCounted[]> {
  return db.query(
    `select r.station_record_id as id, ${feedType} as type, ${epochMs('max(h.last_at)')} as "lastAt"
     from receiver_station r join rx_hour h using (receiver)
     where h.hour >= date_trunc('hour', $1::timestamptz, 'UTC') and h.hour <= $2 group by 1, 2`,
    [new Date(from), new Date(to)],
  );
}

/** The newest stored message of each station, from an hour before the last count. One query for each table, for all receivers. */
export async function lastStored(db: Query, counted: ReadonlyMap<number, number | null>, now: number) {
  const receivers = await db.query<{ id: number; receiver: string }>(
    'select station_record_id as id, receiver from receiver_station where station_record_id = any($1::bigint[])',
    [[...counted.keys()]],
  );
  const last = new Map<number, number | null>([...counted.keys()].map((id) => [id, null]));
  if (receivers.length === 0) return last;
  const stationOf = new Map(receivers.map(({ id, receiver }) => [receiver, id]));
  const since = receivers.map(({ id }) => (counted.get(id) ?? now) - hourMs);
  const values = [
    receivers.map(({ receiver }) => receiver),
    since.map((at) => new Date(at)),
    new Date(since.reduce((a, b) => Math.min(a, b))),
    new Date(now),
  ];
  for (const { name, time } of messageTables) {
    const rows = await db.query<{ receiver: string; at: number }>(
      `select lower(m.station_id) as receiver, ${epochMs(`max(m.${time})`)} as at from ${name} m
       join unnest($1::text[], $2::timestamptz[]) as w (receiver, since) on lower(m.station_id) = w.receiver and m.${time} >= w.since
       where m.${time} between $3 and $4 group by 1`,
      values,
    );
    for (const { receiver, at } of rows) {
      const id = stationOf.get(receiver);
      if (id !== undefined) last.set(id, Math.max(last.get(id) ?? at, at));
    }
  }
  return last;
}

/** Counts in the report. `startS` epoch seconds, null = missing. */
export type Report = {
  readonly id: number;
  readonly at: number;
  readonly startS: number | null;
  readonly frames: number | null;
  readonly ACARS: number | null;
  readonly VDLM2: number | null;
  readonly ADSB: number | null;
  readonly temperature: number | null;
  readonly wifi: number | null;
};
const reportColumns = `${epochMs('created_on')} as at, stats_start_epoch_seconds as "startS", frames_stats as frames,
  acars_msg_stats as "ACARS", vdlm2_msg_stats as "VDLM2", adsb_msg_stats as "ADSB",
  cpu_temperature_celsius as temperature, wifi_signal_level_dbm as wifi`;
/** Number of newest reports that determine their gap. */
const newestReportCount = 6;

/** The newest reports of each station, newest first. */
export function newestReports(db: Query, ids: Ids): Promise<Report[]> {
  return db.query(
    `select r.station_record_id as id, s.* from receiver_station r cross join lateral (
       select ${reportColumns} from station_statuses where lower(station_id) = r.receiver
       order by created_on desc, station_statuses.id desc limit ${newestReportCount}) s
     where r.station_record_id = any($1::bigint[]) order by 1, s.at desc`,
    [ids],
  );
}

/** All reports of a span, oldest first. */
export function reportsSince(db: Query, ids: Ids, from: number): Promise<Report[]> {
  return db.query(
    `select r.station_record_id as id, ${reportColumns} from receiver_station r join station_statuses s on lower(s.station_id) = r.receiver
     where r.station_record_id = any($1::bigint[]) and s.created_on >= $2 order by 1, s.created_on`,
    [ids, new Date(from)],
  );
}

export type LastSigns = {
  readonly id: number;
  readonly frameSizeAt: number | null;
  readonly keyUsedAt: number | null;
  readonly keyLostAt: number | null;
};
/** Last frame sizes of each station, last use of a key, and when the last of its keys was revoked. A key that was never used is none. */
export function lastSigns(db: Query, ids: Ids): Promise<LastSigns[]> {
  return db.query(
    `select i.id, ${epochMs(`(select max(f.created_on) from receiver_station r cross join lateral (
         select created_on from station_frame_sizes where lower(station_id) = r.receiver order by created_on desc limit 1) f
       where r.station_record_id = i.id)`)} as "frameSizeAt",
       ${epochMs('k.used_at')} as "keyUsedAt", ${epochMs('k.lost_at')} as "keyLostAt"
     from unnest($1::bigint[]) as i (id) cross join lateral (
       select max(last_used_at) as used_at, case when bool_and(revoked_at is not null) and max(last_used_at) is not null then max(revoked_at) end as lost_at
       from station_keys where station_record_id = i.id) k`,
    [ids],
  );
}

/** `slots` = slots of the hour with a message, one bit each. */
export type FedHour = {
  readonly id: number;
  readonly type: FeedType;
  readonly hour: number;
  readonly slots: number;
};
export function fedHours(db: Query, ids: Ids, from: number): Promise<FedHour[]> {
  return db.query(
    `select r.station_record_id as id, ${feedType} as type, ${epochMs('h.hour')} as hour, bit_or(h.slots)::int as slots
     from receiver_station r join rx_hour h using (receiver)
     where r.station_record_id = any($1::bigint[]) and ${isOfReceivers} and h.hour >= $2 group by 1, 2, h.hour`,
    [ids, new Date(from)],
  );
}

/** Messages of all types by slot of ten minutes. */
export type HourCounts = { readonly id: number; readonly hour: number; readonly counts: readonly number[] };
export function hourCounts(db: Query, ids: Ids, { from, to }: Span): Promise<HourCounts[]> {
  return db.query(
    `select r.station_record_id as id, ${epochMs('h.hour')} as hour,
       array[sum(m0), sum(m1), sum(m2), sum(m3), sum(m4), sum(m5)]::float8[] as counts
     from receiver_station r join rx_hour h using (receiver)
     where r.station_record_id = any($1::bigint[]) and ${isOfReceivers} and h.hour >= $2 and h.hour <= $3 group by 1, h.hour`,
    [ids, new Date(from), new Date(to)],
  );
}

/** Types that a station fed in a span, with the first hour. */
export function typesSince(
  db: Query,
  ids: Ids,
  { from, to }: Span,
): Promise<{ id: number; type: FeedType; firstAt: number }[]> {
  return db.query(
    `select r.station_record_id as id, ${feedType} as type, ${epochMs('min(h.hour)')} as "firstAt"
     from receiver_station r join rx_hour h using (receiver)
     where r.station_record_id = any($1::bigint[]) and ${isOfReceivers} and h.hour >= $2 and h.hour <= $3 group by 1, 2`,
    [ids, new Date(from), new Date(to)],
  );
}

/** Hours with frame sizes of a type (as written by the station, in upper case). */
export function frameSizeHours(
  db: Query,
  ids: Ids,
  from: number,
): Promise<{ id: number; type: string; hour: number }[]> {
  return db.query(
    `select distinct r.station_record_id as id, upper(f.msg_type) as type, ${epochMs(`date_trunc('hour', f.created_on, 'UTC')`)} as hour
     from receiver_station r join station_frame_sizes f on lower(f.station_id) = r.receiver
     where r.station_record_id = any($1::bigint[]) and f.created_on >= $2 and f.msg_type is not null and f.frame_size_max_bytes > 0`,
    [ids, new Date(from)],
  );
}

const versionColumns = Object.entries(versionNames)
  .map(([name, column]) => `concat_ws('.', ${['major', 'minor', 'build'].map((p) => `${column}_${p}`)}) as "${name}"`)
  .join(', ');

/** Versions of the last report of each hour, oldest first. '' = missing. */
export function versionHours(
  db: Query,
  ids: Ids,
  from: number,
): Promise<({ id: number; at: number } & Record<string, string>)[]> {
  return db.query(
    `select distinct on (id, date_trunc('hour', created_on)) * from (
       select r.station_record_id as id, s.created_on, ${epochMs('s.created_on')} as at, ${versionColumns},
         concat_ws('.', hw_revision_major, hw_revision_build) as hardware
       from receiver_station r join station_statuses s on lower(s.station_id) = r.receiver
       where r.station_record_id = any($1::bigint[]) and s.created_on >= $2) one
     order by id, date_trunc('hour', created_on), created_on desc`,
    [ids, new Date(from)],
  );
}

export type FarthestOfDay = {
  readonly id: number;
  readonly daysAgo: number;
  readonly sector: number;
  readonly nmi: number;
};
/** The farthest of the last 24 hours (`daysAgo` 0) and of each of the seven days before, by sector. */
export function farthestByDay(db: Query, ids: Ids, sectorDeg: number, now: number): Promise<FarthestOfDay[]> {
  return db.query(
    `select r.station_record_id as id, floor(extract(epoch from $2::timestamptz - h.hour) / 86400)::int as "daysAgo",
       h.bearing_deg / $3::int as sector, max(h.farthest_nmi) as nmi
     from receiver_station r join range_hour h using (receiver)
     where r.station_record_id = any($1::bigint[]) and ${isOfReceivers} and h.hour > $2::timestamptz - interval '8 days' and h.hour <= $2::timestamptz
     group by 1, 2, 3`,
    [ids, new Date(now), sectorDeg],
  );
}

export async function receiversOf(db: Query, ids: Ids): Promise<Map<number, string[]>> {
  const rows = await db.query<{ id: number; names: string[] }>(
    `select station_record_id as id, array_agg(receiver_name order by receiver_name) as names
     from station_receiver_names where station_record_id = any($1::bigint[]) group by 1`,
    [ids],
  );
  return new Map(rows.map(({ id, names }) => [id, names]));
}

/** Rows by the record of their station, in their order. */
export function byStation<T extends { readonly id: number }>(rows: readonly T[]): Map<number, T[]> {
  const found = new Map<number, T[]>();
  for (const row of rows) {
    const others = found.get(row.id);
    if (others) others.push(row);
    else found.set(row.id, [row]);
  }
  return found;
}
