/**
 * The stations of a caller with when each was heard last (API-42), and how many are active (API-43). Must not: say who may ask.
 */
import type * as z from 'zod/mini';
import type { stationListItem } from '../../../contract/entities/stations.ts';
import { activeWithinS } from '../../../contract/feeding.ts';
import { writeInstant } from '../../../contract/params.ts';
import type { Database } from '../../database/pool.ts';
import { type StationScope, scopeSql, scopeValues } from './stations-asked.ts';

type Query = Pick<Database, 'query'>;
type StationListItem = z.output<typeof stationListItem>;

/** By the number of the station. Never heard = null (STAT-12); of clocks that are ahead as stations/last-heard.ts. */
export async function listStations(db: Query, scope: StationScope, nowMs: number): Promise<StationListItem[]> {
  type Row = Omit<StationListItem, 'lastActiveTime' | 'firstTimeSentToFeeder'> & {
    readonly lastActive: Date | null;
    readonly firstTold: Date | null;
  };
  const rows = await db.query<Row>(
    `select s.id, s.station_id as "stationId", s.latitude, s.longitude, s.city, s.country, s.address as "locationAddress",
       last.at as "lastActive", trim(u.name || ' ' || u.surname) as "feederName", u.email as "feederEmail", u.phone_number as "feederPhone",
       s.description, case when s.notifies_feeder then nullif(u.email, '') end as "notificationEmail",
       case when s.notifies_feeder then 'Send' else 'DoNothing' end as "feederNotificationEmail", s.first_told_feeder_at as "firstTold"
     from stations s left join users u on u.id = s.feeder_user_id
     left join (select r.station_record_id, max(least(h.last_at, $3)) as at from receiver_station r, lateral (
         select last_at from rx_hour k where k.receiver = r.receiver
           and k.hour = (select max(hour) from rx_hour l where l.receiver = r.receiver and l.hour <= $3::timestamptz)) h
       group by r.station_record_id) last on last.station_record_id = s.id
     where ${scopeSql} order by length(s.station_id), s.station_id`,
    [...scopeValues(scope), new Date(nowMs)],
  );
  return rows.map(({ lastActive, firstTold, ...station }) => ({
    ...station,
    lastActiveTime: lastActive && writeInstant(lastActive.getTime()),
    firstTimeSentToFeeder: firstTold && writeInstant(firstTold.getTime()),
  }));
}

/** Stations of which a message was received within the last four hours, to the second; receivers without a station are none. */
export async function countActiveStations(db: Query, scope: StationScope, nowMs: number): Promise<number> {
  const since = new Date((Math.floor(nowMs / 1000) - activeWithinS) * 1000);
  const [row] = await db.query<{ count: number }>('select count_active_stations($1, $2, $3, $4) as count', [
    ...scopeValues(scope),
    since,
    new Date(nowMs),
  ]);
  return row?.count ?? 0;
}
