/**
 * `npm run station-key -- --station N [--at LAT,LON] [--name TEXT] | --list [--station N] | --revoke ID`: manages station keys.
 * Only a new key is printed.
 */
import { writeInstant } from '../../contract/params.ts';
import { stationIdFault } from '../../contract/station-rules.ts';
import type { Database } from '../database/pool.ts';
import { makeStationKey, revokeStationKey, type StationKeyRow, stationKeysOf } from './station-keys.ts';

const usage = `Usage: npm run station-key -- --station N [--name TEXT]   creates a key for this station, shown once
       npm run station-key -- --station N --at LAT,LON    the same, and creates the station if it does not exist
       npm run station-key -- --list [--station N]        lists keys
       npm run station-key -- --revoke ID                 revokes a key`;

type Place = { readonly latitude: number; readonly longitude: number };
type Options = { station: string | null; place: Place | null; name: string; revoke: string | null; isList: boolean };
type Print = (line: string) => void;
type Station = { readonly recordId: number; readonly stationId: string };

/** Null for invalid arguments. */
export function readStationKeyArguments(args: readonly string[]): Options | null {
  const options: Options = { station: null, place: null, name: '', revoke: null, isList: false };
  for (let i = 0; i < args.length; i++) {
    const [option = '', inline] = (args[i] ?? '').split(/=(.*)/s);
    const value = (): string => inline ?? args[++i] ?? '';
    if (option === '--list') options.isList = true;
    else if (option === '--station') options.station = value().trim();
    else if (option === '--at') {
      options.place = readPlace(value());
      if (!options.place) return null;
    } else if (option === '--name') options.name = value().trim().slice(0, 100);
    else if (option === '--revoke') options.revoke = value();
    else return null;
  }
  const { station, revoke, isList } = options;
  if (station !== null && stationIdFault(station) !== null) return null;
  if (options.place && (station === null || isList)) return null;
  return (isList && revoke === null) || (!isList && (station === null) !== (revoke === null)) ? options : null;
}

/** `44.57,26.08`: degrees, north and east positive. Null if invalid. */
function readPlace(text: string): Place | null {
  const [latitude, longitude, ...more] = text
    .split(',')
    .map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  if (latitude === undefined || longitude === undefined || more.length > 0) return null;
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

/** Resolves to the exit code. */
export async function stationKeyCommand(db: Database, args: readonly string[], print: Print): Promise<number> {
  const options = readStationKeyArguments(args);
  if (!options) {
    print(usage);
    return 1;
  }
  if (options.revoke !== null) return revoke(db, options.revoke, print);
  if (options.station !== null && options.place && !(await makeStation(db, options.station, options.place, print)))
    return 1;
  const stations = await stationsOf(db, options.station);
  const [station] = stations;
  if (options.station !== null && !station) {
    print(`There is no station ${options.station}. To create it, add its position: --at LAT,LON`);
    return 1;
  }
  if (options.isList) return list(db, stations, print);
  return station ? make(db, station, options.name, print) : 1;
}

/** An existing station keeps its position. False if the number is a receiver name of another station: it would receive nothing. */
async function makeStation(db: Database, stationId: string, place: Place, print: Print): Promise<boolean> {
  const [owner] = await db.query<{ stationId: string }>(
    `select s.station_id as "stationId" from station_receiver_names n join stations s on s.id = n.station_record_id
     where lower(n.receiver_name) = $1 and s.station_id <> $1`,
    [stationId],
  );
  if (owner) {
    print(`${stationId} is already claimed as a receiver name by station ${owner.stationId}.`);
    return false;
  }
  const made = await db.query(
    `insert into stations (station_id, latitude, longitude) values ($1, $2, $3) on conflict do nothing returning id`,
    [stationId, place.latitude, place.longitude],
  );
  if (made.length) print(`Station ${stationId} created.`);
  return true;
}

async function make(db: Database, station: Station, name: string, print: Print): Promise<number> {
  const made = await makeStationKey(db, { recordId: station.recordId, name, userId: null });
  if (!made) {
    print(`Station ${station.stationId} no longer exists.`);
    return 1;
  }
  print(`Key for station ${station.stationId} (shown only once):`);
  print(`  ${made.key}`);
  print(`Revoke it with:  npm run station-key -- --revoke ${made.id}`);
  return 0;
}

async function list(db: Database, stations: readonly Station[], print: Print): Promise<number> {
  let count = 0;
  for (const { recordId, stationId } of stations)
    for (const key of (await stationKeysOf(db, recordId)) ?? []) {
      count++;
      print(`${key.id}  station ${stationId}  ${describe(key)}`);
    }
  if (count === 0) print('There are no keys.');
  return 0;
}

function describe({ name, createdAt, createdBy, lastUsedAt, revokedAt }: StationKeyRow): string {
  const at = (date: Date): string => writeInstant(date.getTime());
  const facts = [
    `created ${at(createdAt)} by ${createdBy ?? 'the command line'}`,
    lastUsedAt ? `last used ${at(lastUsedAt)}` : 'never used',
    ...(revokedAt ? [`revoked ${at(revokedAt)}`] : []),
  ];
  return (name ? [JSON.stringify(name), ...facts] : facts).join(', ');
}

async function revoke(db: Database, keyId: string, print: Print): Promise<number> {
  const isRevoked = await revokeStationKey(db, keyId, null);
  print(isRevoked ? `The key ${keyId} is revoked.` : `There is no key ${JSON.stringify(keyId)}.`);
  return isRevoked ? 0 : 1;
}

/** The station with these digits, or all of them. */
function stationsOf(db: Database, stationId: string | null): Promise<Station[]> {
  return db.query<Station>(
    `select id as "recordId", station_id as "stationId" from stations
     where $1::text is null or station_id = $1 order by station_id`,
    [stationId],
  );
}
