/**
 * SQL that creates and changes a station: all or nothing, without duplicates or overwriting newer data.
 * The database writes histories in the same transaction (trigger station_change).
 */
import { clock } from '../base/clock.ts';
import type { Database, Transaction } from '../database/pool.ts';
import { lockNames } from './receivers.ts';

/** A station to store. Times are epoch ms. */
export type StationInput = {
  readonly stationId: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly locationSinceMs: number;
  readonly city: string | null;
  readonly country: string | null;
  readonly address: string | null;
  readonly feederId: string;
  readonly feederSinceMs: number;
  readonly description: string | null;
  readonly notifiesFeeder: boolean;
};
/** Changes that others must act on. */
export type Changed = { readonly recordId: number; readonly isFeederNew: boolean; readonly isPlaceNew: boolean };
export type Refusal =
  | 'unknown'
  | 'no-such-user'
  | 'number-taken'
  | 'number-is-a-receiver'
  | 'number-fixed'
  /** Someone else saved after the caller had read. */
  | 'changed-meanwhile';

/** Within the transaction that wrote it. */
type AfterWrite = (tx: Transaction, changed: Changed) => Promise<void>;

type Stored = Omit<StationInput, 'locationSinceMs' | 'feederSinceMs' | 'feederId'> & {
  readonly id: number;
  readonly version: number;
  readonly feederId: string | null;
  readonly locationSince: Date;
  readonly feederSince: Date;
  readonly createdBy: string | null;
};
const storedColumns = `id, version, station_id as "stationId", latitude, longitude, location_since as "locationSince", city, country, address,
  feeder_user_id as "feederId", feeder_since as "feederSince", description, notifies_feeder as "notifiesFeeder", created_by as "createdBy"`;

/**
 * Creates a station. The same station sent again by the same user after a lost response is the one created before.
 */
export function createStation(
  db: Database,
  station: StationInput,
  userId: string,
  afterWrite: AfterWrite,
): Promise<Refusal | { readonly recordId: number }> {
  return db.transaction(async (tx) => {
    if (!(await isUser(tx, station.feederId, userId))) return 'no-such-user';
    await lockNames(tx);
    const claimed = await tx.query('select 1 from station_receiver_names where lower(receiver_name) = $1', [
      station.stationId,
    ]);
    if (claimed.length > 0) return 'number-is-a-receiver';
    const [made] = await tx.query<{ id: number }>(
      `insert into stations (station_id, latitude, longitude, location_since, city, country, address, feeder_user_id, feeder_since,
         description, notifies_feeder, created_by, changed_by, changed_at, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12, $13, $13) on conflict (station_id) do nothing returning id`,
      [station.stationId, ...valuesOf(station), userId, new Date(clock.now())],
    );
    if (made) {
      await afterWrite(tx, { recordId: made.id, isFeederNew: true, isPlaceNew: true });
      return { recordId: made.id };
    }
    const [there] = await tx.query<Stored>(`select ${storedColumns} from stations where station_id = $1`, [
      station.stationId,
    ]);
    const isTheSame = there?.version === 1 && there.createdBy === userId && isAs(there, station);
    return isTheSame ? { recordId: there.id } : 'number-taken';
  });
}

/** `version` = read by the caller. null = the caller has no version. */
export function updateStation(
  db: Database,
  { recordId, version, station }: { recordId: number; version: number | null; station: StationInput },
  userId: string,
  afterWrite: AfterWrite,
): Promise<Refusal | Changed> {
  return db.transaction(async (tx) => {
    // Before the station, as when an account is closed: its stations follow it.
    const isFeeder = await isUser(tx, station.feederId, userId);
    const [before] = await tx.query<Stored>(`select ${storedColumns} from stations where id = $1 for update`, [
      recordId,
    ]);
    if (!before) return 'unknown';
    if (before.stationId !== station.stationId) return 'number-fixed';
    // Also the retry of a save whose response was lost.
    if (isAs(before, station)) return { recordId, isFeederNew: false, isPlaceNew: false };
    if (version !== null && version !== before.version) return 'changed-meanwhile';
    if (!isFeeder) return 'no-such-user';
    const changed = {
      recordId,
      isFeederNew: before.feederId !== station.feederId,
      isPlaceNew: before.latitude !== station.latitude || before.longitude !== station.longitude,
    };
    await tx.query(
      `update stations set latitude = $2, longitude = $3, location_since = $4, city = $5, country = $6, address = $7, feeder_user_id = $8,
         feeder_since = $9, description = $10, notifies_feeder = $11, changed_by = $12, changed_at = $13, version = version + 1,
         first_told_feeder_at = case when feeder_user_id = $8 then first_told_feeder_at end
       where id = $1`,
      [recordId, ...valuesOf(station), userId, new Date(clock.now())],
    );
    await afterWrite(tx, changed);
    return changed;
  });
}

const valuesOf = (station: StationInput): unknown[] => [
  station.latitude,
  station.longitude,
  new Date(station.locationSinceMs),
  station.city,
  station.country,
  station.address,
  station.feederId,
  new Date(station.feederSinceMs),
  station.description,
  station.notifiesFeeder,
];

const compared = [
  'stationId',
  'latitude',
  'longitude',
  'city',
  'country',
  'address',
  'feederId',
  'description',
  'notifiesFeeder',
] as const;
const isAs = (stored: Stored, station: StationInput): boolean =>
  compared.every((field) => stored[field] === station[field]) &&
  stored.locationSince.getTime() === station.locationSinceMs &&
  stored.feederSince.getTime() === station.feederSinceMs;

/** Whether the feeder has an account. Feeder and caller are locked until the transaction ends: an account closed at the same time feeds nothing. */
async function isUser(tx: Transaction, feederId: string, callerId: string): Promise<boolean> {
  const known = await tx.query<{ id: string }>(
    'select id from users where id = any($1::text[]) order by id for key share',
    [[feederId, callerId]],
  );
  return known.some(({ id }) => id === feederId);
}
