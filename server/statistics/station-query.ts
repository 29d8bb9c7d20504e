/** Stations of a query: those visible to the caller (C68), and of these the requested one (C83). */

import type * as z from 'zod/mini';
import type { stationListItem } from '../../contract/entities/stations.ts';
import { activeWithinS } from '../../contract/feeding.ts';
import { type Filter, foldCase } from '../../contract/filters.ts';
import { writeInstant } from '../../contract/params.ts';
import type { StationNames } from '../../contract/station-names.ts';
import type { Query } from '../database/pool.ts';
import { companyOf } from '../http/company-scope.ts';
import type { Context } from '../http/guard.ts';

/** Scope. Both null = all stations, and unclaimed receivers. */
export type StationScope = { readonly feederId: string | null; readonly company: string | null };

/** Callers limited to their own data get the stations that they feed, whatever they request. */
export function stationScopeOf({
  permission,
  caller,
  companyScope,
}: Pick<Context, 'permission' | 'caller' | 'companyScope'>): StationScope {
  if (permission === 'own') return { feederId: caller?.userId ?? '', company: null };
  return { feederId: null, company: companyOf(caller, undefined, false, companyScope) };
}

/** Conditions on `stations s`. $1 and $2 are `scopeValues`. `count_active_stations` in the database has the same. */
export const scopeSql = `($1::text is null or s.feeder_user_id = $1) and ($2::text is null or exists (
  select from users u where u.id = s.feeder_user_id and lower(trim(u.company)) = lower($2)))`;
export const scopeValues = ({ feederId, company }: StationScope): readonly (string | null)[] => [feederId, company];

type QueriedStation = {
  readonly stationId: string;
  readonly madeAtMs: number;
  /** In lower case. */
  readonly receivers: readonly string[];
};
/** `receivers` = of the stations, or the requested receiver. null = every receiver. */
export type StationQuery = {
  readonly stations: readonly QueriedStation[];
  readonly receivers: readonly string[] | null;
};

/** `stationId` = station digits, or a receiver name, claimed or not (C118). Blank = all. */
export async function queryStations(db: Query, scope: StationScope, stationId = ''): Promise<StationQuery> {
  const requestedId = foldCase(stationId.trim());
  const rows = await db.query<{ stationId: string; madeAt: Date; receivers: string[] }>(
    `select s.station_id as "stationId", s.created_at as "madeAt",
       array_remove(array_agg(r.receiver), null) as receivers
     from stations s left join receiver_station r on r.station_record_id = s.id
     where ${scopeSql} and ($3 = '' or s.station_id = $3) group by s.id order by length(s.station_id), s.station_id`,
    [...scopeValues(scope), requestedId],
  );
  const stations = rows.map(({ madeAt, ...station }) => ({ ...station, madeAtMs: madeAt.getTime() }));
  const isAll = scope.feederId === null && scope.company === null;
  if (isAll && requestedId === '') return { stations, receivers: null };
  const own = stations.flatMap(({ receivers }) => receivers);
  if (requestedId === '' || stations.length > 0) return { stations, receivers: own };
  return { stations, receivers: (await mayReadReceiver(db, scope, requestedId)) ? [requestedId] : [] };
}

/** A scoped caller reads receivers of stations in scope only. Unclaimed receivers belong to no one. */
async function mayReadReceiver(db: Query, scope: StationScope, receiver: string): Promise<boolean> {
  if (scope.feederId === null && scope.company === null) return true;
  const owned = await db.query(
    `select 1 from receiver_station r join stations s on s.id = r.station_record_id where ${scopeSql} and r.receiver = $3`,
    [...scopeValues(scope), receiver],
  );
  return owned.length > 0;
}

/** Receivers with the index of their station in `stations`, as two lists for SQL. */
export function placesOfReceivers({ stations }: StationQuery): readonly [receivers: string[], places: number[]] {
  const receivers: string[] = [];
  const places: number[] = [];
  for (const [place, station] of stations.entries())
    for (const receiver of station.receivers) {
      receivers.push(receiver);
      places.push(place);
    }
  return [receivers, places];
}

const inOrder = new Intl.Collator('en', { numeric: true });
/** Stations by number, then names. */
export const byStationId = (a: { stationId: string }, b: { stationId: string }): number =>
  inOrder.compare(a.stationId, b.stationId);

// ---- Receiver names of stations, for filters and for the copy on the device (decision 17).

type Names = StationNames & { receivers: string[] };

/** All stations with their receivers. `company` limits them to its stations. null = no limit. Receivers are in lower case. */
export const allStationNames = (db: Query, company: string | null): Promise<Names[]> => readNames(db, company, null);

/** Stations named by the filters of a query, for every caller: the company scope is a condition on the rows. */
export async function stationNamesFor(
  db: Query,
  filters: readonly Filter[],
  query: Readonly<Record<string, unknown>>,
): Promise<readonly StationNames[]> {
  const params = filters.flatMap((filter) => filter.params);
  const typed = params
    .filter(({ op, name }) => (op === 'receiver' || op === 'station') && query[name] !== undefined)
    .map(({ name }) => foldCase(String(query[name])));
  return typed.length > 0 ? readNames(db, null, typed) : [];
}

/** `typed` = station numbers or receiver names. null = all. */
function readNames(db: Query, company: string | null, typed: readonly string[] | null): Promise<Names[]> {
  return db.query<Names>(
    `select s.station_id as "stationId", array_agg(r.receiver order by r.receiver) as receivers
     from stations s join receiver_station r on r.station_record_id = s.id
     where ${scopeSql} and ($3::text[] is null or s.station_id = any($3)
       or s.id in (select station_record_id from receiver_station where receiver = any($3)))
     group by s.id order by length(s.station_id), s.station_id`,
    [...scopeValues({ feederId: null, company }), typed],
  );
}

// ---- Stations of a caller with their last reception (API-42), and the number of active ones (API-43).

type StationListItem = z.output<typeof stationListItem>;

/** By station number. No receptions = null (STAT-12). Clocks ahead as in stations/last-receptions.ts. */
export async function listStations(db: Query, scope: StationScope, nowMs: number): Promise<StationListItem[]> {
  type Row = Omit<StationListItem, 'lastActiveTime' | 'firstTimeSentToFeeder'> & {
    readonly lastActive: Date | null;
    readonly firstNotified: Date | null;
  };
  const rows = await db.query<Row>(
    `select s.id, s.station_id as "stationId", s.latitude, s.longitude, s.city, s.country, s.address as "locationAddress",
       last.at as "lastActive", trim(u.name || ' ' || u.surname) as "feederName", u.email as "feederEmail", u.phone_number as "feederPhone",
       s.description, case when s.notifies_feeder then nullif(u.email, '') end as "notificationEmail",
       case when s.notifies_feeder then 'Send' else 'DoNothing' end as "feederNotificationEmail", s.first_told_feeder_at as "firstNotified"
     from stations s left join users u on u.id = s.feeder_user_id
     left join (select r.station_record_id, max(least(h.last_at, $3)) as at from receiver_station r, lateral (
         select last_at from rx_hour k where k.receiver = r.receiver
           and k.hour = (select max(hour) from rx_hour l where l.receiver = r.receiver and l.hour <= $3::timestamptz)) h
       group by r.station_record_id) last on last.station_record_id = s.id
     where ${scopeSql} order by length(s.station_id), s.station_id`,
    [...scopeValues(scope), new Date(nowMs)],
  );
  return rows.map(({ lastActive, firstNotified, ...station }) => ({
    ...station,
    lastActiveTime: lastActive && writeInstant(lastActive.getTime()),
    firstTimeSentToFeeder: firstNotified && writeInstant(firstNotified.getTime()),
  }));
}

/** Stations with a reception within the last four hours, to the second. Receivers without a station do not count. */
export async function countActiveStations(db: Query, scope: StationScope, nowMs: number): Promise<number> {
  const since = new Date((Math.floor(nowMs / 1000) - activeWithinS) * 1000);
  const [row] = await db.query<{ count: number }>('select count_active_stations($1, $2, $3, $4) as count', [
    ...scopeValues(scope),
    since,
    new Date(nowMs),
  ]);
  return row?.count ?? 0;
}
