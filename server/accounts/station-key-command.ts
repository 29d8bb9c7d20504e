/**
 * `npm run station-key -- --station N [--at LAT,LON] [--name TEXT] | --list [--station N] | --revoke ID`: keys of stations from the terminal.
 * Must not: print a key other than the one that it has just made.
 */
import { writeInstant } from '../../contract/params.ts';
import { stationIdFault } from '../../contract/station-rules.ts';
import type { Database } from '../database/pool.ts';
import { makeStationKey, revokeStationKey, type StationKeyRow, stationKeysOf } from './station-keys.ts';

const usage = `Usage: npm run station-key -- --station N [--name TEXT]   makes a key for the station with this number, shown once
       npm run station-key -- --station N --at LAT,LON    the same; makes the station at that place if there is none
       npm run station-key -- --list [--station N]        shows the keys that there are
       npm run station-key -- --revoke ID                 a key counts for nothing any more`;

type Place = { readonly latitude: number; readonly longitude: number };
type Wanted = { station: string | null; place: Place | null; name: string; revoke: string | null; isList: boolean };
type Print = (line: string) => void;
type Station = { readonly recordId: number; readonly stationId: string };

/** Null when the arguments are not understood. */
export function readStationKeyArguments(args: readonly string[]): Wanted | null {
  const wanted: Wanted = { station: null, place: null, name: '', revoke: null, isList: false };
  for (let i = 0; i < args.length; i++) {
    const [option = '', inline] = (args[i] ?? '').split(/=(.*)/s);
    const value = (): string => inline ?? args[++i] ?? '';
    if (option === '--list') wanted.isList = true;
    else if (option === '--station') wanted.station = value().trim();
    else if (option === '--at') {
      wanted.place = readPlace(value());
      if (!wanted.place) return null;
    } else if (option === '--name') wanted.name = value().trim().slice(0, 100);
    else if (option === '--revoke') wanted.revoke = value();
    else return null;
  }
  const { station, revoke, isList } = wanted;
  if (station !== null && stationIdFault(station) !== null) return null;
  if (wanted.place && (station === null || isList)) return null;
  return (isList && revoke === null) || (!isList && (station === null) !== (revoke === null)) ? wanted : null;
}

/** `44.57,26.08`: degrees, north and east positive. Null when it is no place on earth. */
function readPlace(text: string): Place | null {
  const [latitude, longitude, ...more] = text
    .split(',')
    .map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  if (latitude === undefined || longitude === undefined || more.length > 0) return null;
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

/** Resolves to the exit code. */
export async function stationKeyCommand(db: Database, args: readonly string[], print: Print): Promise<number> {
  const wanted = readStationKeyArguments(args);
  if (!wanted) {
    print(usage);
    return 1;
  }
  if (wanted.revoke !== null) return revoke(db, wanted.revoke, print);
  if (wanted.station !== null && wanted.place && !(await makeStation(db, wanted.station, wanted.place, print)))
    return 1;
  const stations = await stationsOf(db, wanted.station);
  const [station] = stations;
  if (wanted.station !== null && !station) {
    print(`There is no station ${wanted.station}. To make it, say where it stands: --at LAT,LON`);
    return 1;
  }
  if (wanted.isList) return list(db, stations, print);
  return station ? make(db, station, wanted.name, print) : 1;
}

/** A station that is there already keeps its place. False when the number is the name of another station's receiver: it would hear nothing. */
async function makeStation(db: Database, stationId: string, place: Place, print: Print): Promise<boolean> {
  const [owner] = await db.query<{ stationId: string }>(
    `select s.station_id as "stationId" from station_receiver_names n join stations s on s.id = n.station_record_id
     where lower(n.receiver_name) = $1 and s.station_id <> $1`,
    [stationId],
  );
  if (owner) {
    print(`Station ${owner.stationId} has claimed a receiver by the name of ${stationId}.`);
    return false;
  }
  const made = await db.query(
    `insert into stations (station_id, latitude, longitude) values ($1, $2, $3) on conflict do nothing returning id`,
    [stationId, place.latitude, place.longitude],
  );
  if (made.length) print(`Station ${stationId} is new.`);
  return true;
}

async function make(db: Database, station: Station, name: string, print: Print): Promise<number> {
  const made = await makeStationKey(db, { recordId: station.recordId, name, userId: null });
  if (!made) {
    print(`Station ${station.stationId} is gone.`);
    return 1;
  }
  print(`A key for station ${station.stationId} (shown only this once):`);
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
    `made ${at(createdAt)} by ${createdBy ?? 'the terminal'}`,
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
