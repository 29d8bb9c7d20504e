/** Stations of a caller with their last reception (API-42), and the number of active ones (API-43). */
import type * as z from 'zod/mini';
import type { stationListItem } from '../../contract/entities/stations.ts';
import { activeWithinS } from '../../contract/feeding.ts';
import { writeInstant } from '../../contract/params.ts';
import type { Database } from '../database/pool.ts';
import { type StationScope, scopeSql, scopeValues } from './station-query.ts';

type Query = Pick<Database, 'query'>;
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
