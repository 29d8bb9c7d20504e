/** SQL that reads a station and its histories. */
import type { station as calls } from '../../contract/calls/stations.ts';
import type { Reads } from '../../contract/endpoint.ts';
import { writeInstant } from '../../contract/params.ts';
import type { Query } from '../database/pool.ts';
import { lastReceptionOf } from './last-receptions.ts';

type StationDetails = Reads<(typeof calls)['byId']>;

export const instantOf = (date: Date): string => writeInstant(date.getTime());
const orNull = (date: Date | null): string | null => date && instantOf(date);

type Row = Omit<
  StationDetails,
  | 'locationStartDate'
  | 'startDate'
  | 'lastActiveTime'
  | 'feederNotificationEmail'
  | 'firstTimeSentToFeeder'
  | 'notificationEmail'
  | 'userStationStatus'
> & {
  readonly locationSince: Date;
  readonly feederSince: Date;
  readonly notifiesFeeder: boolean;
  readonly firstNotifiedAt: Date | null;
  readonly watchState: string | null;
  readonly watchSince: Date | null;
};

/** Null when there is no such station. */
export async function stationDetails(db: Query, recordId: number): Promise<StationDetails | null> {
  const [row] = await db.query<Row>(
    `select s.id, s.version, s.station_id as "stationId", s.latitude, s.longitude, s.location_since as "locationSince", s.city, s.country,
       s.address as "locationAddress", s.feeder_user_id as "userId", s.feeder_since as "feederSince", s.description,
       s.notifies_feeder as "notifiesFeeder", s.first_told_feeder_at as "firstNotifiedAt", w.state as "watchState", w.since as "watchSince",
       u.user_name as "feederUsername", nullif(u.email, '') as "feederEmail", nullif(u.name, '') as "feederName",
       nullif(u.surname, '') as "feederSurname", u.phone_number as "feederPhone"
     from stations s left join users u on u.id = s.feeder_user_id left join station_watch w on w.station_record_id = s.id
     where s.id = $1`,
    [recordId],
  );
  if (!row) return null;
  const { locationSince, feederSince, notifiesFeeder, firstNotifiedAt, watchState, watchSince, ...fields } = row;
  return {
    ...fields,
    locationStartDate: instantOf(locationSince),
    startDate: instantOf(feederSince),
    lastActiveTime: orNull(await lastReceptionOf(db, recordId)),
    notificationEmail: notifiesFeeder ? row.feederEmail : null,
    feederNotificationEmail: notifiesFeeder ? 'Send' : 'DoNothing',
    firstTimeSentToFeeder: orNull(firstNotifiedAt),
    userStationStatus: silenceText(watchState, watchSince),
  };
}

/** Its feeder. null = none, undefined = no such station. */
export async function feederOf(db: Query, recordId: number): Promise<string | null | undefined> {
  const [row] = await db.query<{ feeder: string | null }>(
    'select feeder_user_id as feeder from stations where id = $1',
    [recordId],
  );
  return row?.feeder;
}

/** Newest start first. */
export async function feederHistory(db: Query, recordId: number): Promise<Reads<(typeof calls)['feederHistory']>> {
  const rows = await db.query<{
    userName: string | null;
    since: Date;
    note: string | null;
    createdAt: Date;
    createdBy: string | null;
  }>(
    `select u.user_name as "userName", f.since, f.note, f.created_at as "createdAt", c.user_name as "createdBy"
     from station_feeders f left join users u on u.id = f.user_id left join users c on c.id = f.created_by
     where f.station_record_id = $1 order by f.since desc, f.id desc`,
    [recordId],
  );
  return rows.map(({ userName, since, note, createdAt, createdBy }) => ({
    userName,
    startDate: instantOf(since),
    note,
    createdOn: instantOf(createdAt),
    createdByUsername: createdBy,
  }));
}

/** Newest start first. */
export async function locationHistory(db: Query, recordId: number): Promise<Reads<(typeof calls)['locationHistory']>> {
  const rows = await db.query<{
    latitude: number;
    longitude: number;
    city: string | null;
    country: string | null;
    locationAddress: string | null;
    since: Date;
    createdAt: Date;
    createdBy: string | null;
  }>(
    `select p.latitude, p.longitude, p.city, p.country, p.address as "locationAddress", p.since, p.created_at as "createdAt",
       c.user_name as "createdBy"
     from station_places p left join users c on c.id = p.created_by
     where p.station_record_id = $1 order by p.since desc, p.id desc`,
    [recordId],
  );
  return rows.map(({ since, createdAt, createdBy, ...place }) => ({
    ...place,
    startDate: instantOf(since),
    createdOn: instantOf(createdAt),
    createdByUsername: createdBy,
  }));
}

type Place = { readonly latitude: number; readonly longitude: number };

/** Position of a station at an instant (epoch ms), by its history. null = no such station. */
export async function placeAt(db: Query, recordId: number, instantMs: number): Promise<Place | null> {
  const [place] = await db.query<Place>('select latitude, longitude from station_place_at($1, $2)', [
    recordId,
    new Date(instantMs),
  ]);
  return place ?? null;
}

/** Null = no data yet. */
function silenceText(state: string | null, since: Date | null): string | null {
  if (state === null || since === null) return null;
  const at = writeInstant(since.getTime()).slice(0, 16).replace('T', ' ');
  return state === 'silent' ? `Silent since ${at} UTC` : `Feeding since ${at} UTC`;
}
