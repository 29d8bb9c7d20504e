/**
 * Stations that received the newest message of aircraft, as far as the caller may see stations and messages. Own file: SQL with the
 * scope of stations and messages.
 */
import type { HeardBy } from '../../contract/entities/map.ts';
import { writeInstant } from '../../contract/params.ts';
import { clock } from '../base/clock.ts';
import type { Query } from '../database/pool.ts';
import { acarsColumns } from '../messages/acars-columns.ts';
import { type CompanyMarks, companyMarks, companySql } from '../messages/company-sql.ts';
import { isTextSql, Values } from '../query/filter-sql.ts';
import { type StationScope, scopeSql, scopeValues } from '../statistics/station-query.ts';

/** Maximum of one call: a map shows up to 12 new messages at a time. */
const maxAircraft = 12;
const windowMs = 24 * 3_600_000;
/** Receptions of one message are at most this far apart. */
const joinedMs = 60_000;
/** Maximum receptions read per aircraft: fewer stations receive one message. */
const maxReceptions = 40;

type ReceivedByRequest = {
  /** Addresses, separated by commas. */
  readonly icao: string;
  /** null = all messages. */
  readonly company: string | null;
  readonly scope: StationScope;
};
type Reception = {
  readonly atMs: number;
  readonly receiver: string | null;
  readonly label: string | null;
  readonly msgno: string | null;
  readonly blockId: string | null;
};

/** Aircraft without a visible message are missing. */
export async function receivedByOf(db: Query, request: ReceivedByRequest): Promise<HeardBy[]> {
  const requested = request.icao
    .toUpperCase()
    .split(',')
    .map((icao) => icao.trim());
  const addresses = [...new Set(requested)].filter((icao) => /^[0-9A-F]{6}$/.test(icao)).slice(0, maxAircraft);
  if (addresses.length === 0) return [];
  const marks = await companyMarks(db, request.company);
  const found = await Promise.all(addresses.map((icao) => newestOf(db, icao, marks)));
  const receivers = [...new Set(found.flatMap((one) => one?.receivers ?? []))];
  const stations = await stationsOf(db, receivers, request.scope);
  return addresses.flatMap((icao, at) => {
    const newest = found[at];
    if (!newest) return [];
    const seen = new Map(
      newest.receivers.flatMap((name) => stations.get(name) ?? []).map((one) => [one.stationId, one]),
    );
    const others = newest.receivers.filter((name) => !stations.has(name)).length;
    return [{ icao, at: writeInstant(newest.atMs), stations: [...seen.values()], others }];
  });
}

async function newestOf(
  db: Query,
  icao: string,
  marks: CompanyMarks | null,
): Promise<{ readonly atMs: number; readonly receivers: readonly string[] } | null> {
  const values = new Values();
  const registered = await db.query<{ tail: string }>(
    `select registration as tail from aircraft where lower(mode_s) = $1 and registration <> '' limit 4`,
    [icao.toLowerCase()],
  );
  // Most messages have a tail and no address (decision 12), with or without the leading dot of the air interface.
  const tails = registered.flatMap(({ tail }) => [tail, `.${tail}`]);
  const sent = [
    isTextSql(acarsColumns.icao, icao, values),
    ...tails.map((tail) => isTextSql(acarsColumns.tail, tail, values)),
  ];
  const conditions = [
    `acars_date_time >= ${values.add(writeInstant(clock.now() - windowMs), 'timestamptz')}`,
    `(${sent.join(' or ')})`,
    ...companySql(marks, 'acars', values),
  ];
  const rows = await db.query<Reception>(
    `select extract(epoch from acars_date_time)::float8 * 1000 as "atMs", lower(station_id) as receiver, label, msgno, block_id as "blockId"
     from acars where ${conditions.join(' and ')} order by acars_date_time desc, id desc limit ${maxReceptions}`,
    values.list,
  );
  const [newest] = rows;
  if (!newest) return null;
  const same = rows.filter(
    (one) =>
      one === newest ||
      (newest.atMs - one.atMs <= joinedMs &&
        one.label === newest.label &&
        one.msgno === newest.msgno &&
        one.blockId === newest.blockId),
  );
  return { atMs: newest.atMs, receivers: [...new Set(same.flatMap(({ receiver }) => receiver ?? []))] };
}

type Station = HeardBy['stations'][number];

/** By receiver, in lower case. */
async function stationsOf(db: Query, receivers: readonly string[], scope: StationScope): Promise<Map<string, Station>> {
  if (receivers.length === 0) return new Map();
  const rows = await db.query<Station & { receiver: string }>(
    `select r.receiver, s.station_id as "stationId", s.latitude, s.longitude
     from receiver_station r join stations s on s.id = r.station_record_id
     where ${scopeSql} and r.receiver = any($3::text[])`,
    [...scopeValues(scope), receivers],
  );
  return new Map(rows.map(({ receiver, ...station }) => [receiver, station]));
}
