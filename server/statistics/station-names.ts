/** Receiver names of stations, for filters and for the copy on the device (decision 40). */
import { type Filter, foldCase } from '../../contract/filters.ts';
import type { StationNames } from '../../contract/station-names.ts';
import type { Database } from '../database/pool.ts';
import { scopeSql, scopeValues } from './station-query.ts';

type Query = Pick<Database, 'query'>;
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
