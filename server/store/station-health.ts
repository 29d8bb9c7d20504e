/**
 * What is known of stations, for the question whether they feed: counts of what was received, status reports, sizes of frames, uses of keys.
 * Must not: judge (server/station-health/ does), or decide whose stations they are. Instants are epoch ms.
 */
import type { FeedType } from '../../contract/entities/station-health.ts';
import type { Database } from '../database/pool.ts';
import { type StationScope, scopeSql, scopeValues } from './statistics/stations-asked.ts';

type Query = Pick<Database, 'query'>;
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
export type AskedHealth = StationScope & { readonly stationId: string | null };

export function knownStations(db: Query, { stationId, ...scope }: AskedHealth): Promise<KnownStation[]> {
  return db.query(
    `select s.id, s.station_id as "stationId", s.city, s.country, ${epochMs('s.created_at')} as "madeAt" from stations s
     where ${scopeSql} and ($3::text is null or s.station_id = $3) order by length(s.station_id), s.station_id`,
    [...scopeValues(scope), stationId],
  );
}

/** The planner cannot guess how few receivers these stations ($1) have: told first, they are looked up by the key. */
const isOfReceivers = `h.receiver = any(array(select receiver from receiver_station where station_record_id = any($1::bigint[])))`;
/** HFDL is ACARS by another radio (contract/feeding.ts). */
const feedType = `case h.message_type when 'HFDL' then 'ACARS' else h.message_type end`;

/** `firstAt` = ever, as far as it is held; `weekFirstAt`, `fedSlots` and `messages` of the week, each receiver's counted. */
export type Fed = {
  readonly id: number;
  readonly type: FeedType;
  readonly firstAt: number;
  readonly lastAt: number;
  readonly weekFirstAt: number | null;
  readonly fedSlots: number;
  readonly messages: number;
};

/** Hours that have not begun are of a clock that is wrong: they say nothing of now. */
type Span = { readonly from: number; readonly to: number };

/** What was counted of these stations (null = of all), by type; `week` = its begin, and now. */
export function fedBy(db: Query, ids: Ids | null, week: Span): Promise<Fed[]> {
  return db.query(
    `select r.station_record_id as id, ${feedType} as type, ${epochMs('min(h.hour)')} as "firstAt", ${epochMs('max(h.last_at)')} as "lastAt",
       ${epochMs('min(h.hour) filter (where h.hour >= $2)')} as "weekFirstAt",
       coalesce(sum(bit_count(h.slots::int::bit(6))) filter (where h.hour >= $2), 0)::int as "fedSlots",
       coalesce(sum(h.messages) filter (where h.hour >= $2), 0)::bigint as messages
     from receiver_station r join rx_hour h using (receiver)
     where ($1::bigint[] is null or r.station_record_id = any($1)) and h.hour <= $3 group by 1, 2`,
    [ids, new Date(week.from), new Date(week.to)],
  );
}

export type LastCounted = Pick<Fed, 'id' | 'type' | 'lastAt'>;
/** When each station was last counted, of those that were in the span. */
export function countedIn(db: Query, { from, to }: Span): Promise<LastCounted[]> {
  return db.query(
    `select r.station_record_id as id, ${feedType} as type, ${epochMs('max(h.last_at)')} as "lastAt"
     from receiver_station r join rx_hour h using (receiver)
     where h.hour >= date_trunc('hour', $1::timestamptz, 'UTC') and h.hour <= $2 group by 1, 2`,
    [new Date(from), new Date(to)],
  );
}

/** The newest stored message of each station, looked for from an hour before what was counted last. */
export async function lastStored(db: Query, counted: ReadonlyMap<number, number | null>, now: number) {
  const rows = await db.query<{ id: number; at: number | null }>(
    `select c.id, ${epochMs(`greatest(
       (select max(acars_date_time) from acars a join receiver_station r on r.receiver = lower(a.station_id)
        where r.station_record_id = c.id and a.acars_date_time >= c.since and a.acars_date_time <= $3),
       (select max(adsb_date_time) from adsb a join receiver_station r on r.receiver = lower(a.station_id)
        where r.station_record_id = c.id and a.adsb_date_time >= c.since and a.adsb_date_time <= $3))`)} as at
     from unnest($1::bigint[], $2::timestamptz[]) as c (id, since)`,
    [[...counted.keys()], [...counted.values()].map((at) => new Date((at ?? now) - 3_600_000)), new Date(now)],
  );
  return new Map(rows.map(({ id, at }) => [id, at]));
}

/** Counts as the report says them; `startS` epoch seconds, null = it does not say. */
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
/** So many of the newest reports tell how often they come. */
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

export type LastSigns = { readonly id: number; readonly frameSizeAt: number | null; readonly keyUsedAt: number | null };
/** When each station last told sizes of frames, and when one of its keys was last used. */
export function lastSigns(db: Query, ids: Ids): Promise<LastSigns[]> {
  return db.query(
    `select i.id, ${epochMs(`(select max(f.created_on) from receiver_station r cross join lateral (
         select created_on from station_frame_sizes where lower(station_id) = r.receiver order by created_on desc limit 1) f
       where r.station_record_id = i.id)`)} as "frameSizeAt",
       ${epochMs('(select max(last_used_at) from station_keys k where k.station_record_id = i.id)')} as "keyUsedAt"
     from unnest($1::bigint[]) as i (id)`,
    [ids],
  );
}

/** `slots` = in which of the hour's six slots there was a message, a bit each. */
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

/** Hours in which a station told sizes of frames of a type (as it wrote it, in capitals). */
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

/** Names of versions on the wire and in the table. */
const versionNames = {
  acars: 'acars',
  vdlm2: 'vdlm2',
  adsb: 'adsb',
  gnss: 'gnss',
  mqtt: 'mqtt',
  locationApp: 'location_app',
  mainSystem: 'main_system',
  fotaService: 'fota_service',
  appImage: 'app_image',
} as const;
const versionColumns = Object.entries(versionNames)
  .map(([name, column]) => `concat_ws('.', ${['major', 'minor', 'build'].map((p) => `${column}_${p}`)}) as "${name}"`)
  .join(', ');

/** The versions of the last report of each hour, oldest first; '' = it does not say. */
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
/** The farthest of the last 24 hours (`daysAgo` 0) and of each of the seven days before, by sector of so many degrees. */
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
