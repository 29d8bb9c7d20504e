/** What a station adds: its messages of 24 hours by the number of other stations that received them, too. */
import { maxCompared, type StationPage } from '../../contract/entities/places.ts';
import { writeInstant } from '../../contract/params.ts';
import type { Database } from '../database/pool.ts';

type Shared = StationPage['shared'];
const dayMs = 24 * 3_600_000;
/** Receptions of one transmission are at most this far apart (decision 8). */
const sameBlock = `interval '5 seconds'`;
const maxNamed = 5;

type Row = {
  readonly alone: number;
  readonly one: number;
  readonly more: number;
  readonly since: Date | null;
  readonly with: readonly { readonly stationId: string; readonly city: string | null; readonly messages: number }[];
};

/**
 * The newest receptions of the station are read by its index, and each is looked up by its assembly key. Messages without
 * such a key cannot be recognised at another station: they are not counted.
 */
export async function sharedMessages(
  db: Pick<Database, 'query'>,
  station: { readonly receivers: readonly string[] },
  now: number,
): Promise<Shared> {
  const [row] = await db.query<Row>(
    `with own as materialized (
       select assembly_key as key, block_id, acars_date_time as at from acars
       where lower(station_id) = any($1::text[]) and acars_date_time > $2 and acars_date_time <= $3
       order by acars_date_time desc, id desc limit ${maxCompared}),
     sent as materialized (
       select row_number() over () as n, key, block_id, at from (
         select own.*, lag(at) over (partition by key, block_id order by at) as before from own where key is not null) o
       where before is null or at - before > ${sameBlock}),
     heard as materialized (
       select distinct sent.n, lower(a.station_id) as receiver from sent join acars a
         on a.assembly_key = sent.key and a.acars_date_time between sent.at - ${sameBlock} and sent.at + ${sameBlock}
           and a.block_id is not distinct from sent.block_id
       where a.acars_date_time between $2::timestamptz - ${sameBlock} and $3::timestamptz + ${sameBlock}
         and a.station_id <> '' and lower(a.station_id) <> all($1)),
     names as materialized (
       select r.receiver, s.station_id, s.city from receiver_station r join stations s on s.id = r.station_record_id),
     others as materialized (
       select distinct heard.n, coalesce(names.station_id, heard.receiver) as name, names.city
       from heard left join names using (receiver))
     select count(*) filter (where more = 0)::int as alone, count(*) filter (where more = 1)::int as one,
       count(*) filter (where more > 1)::int as more,
       (select min(at) from own having count(*) = ${maxCompared}) as since,
       coalesce((select json_agg(w) from (
         select name as "stationId", city, count(*)::int as messages from others
         group by 1, 2 order by 3 desc, 1 limit ${maxNamed}) w), '[]') as with
     from (select count(others.n) as more from sent left join others using (n) group by sent.n) counted`,
    [station.receivers, new Date(now - dayMs), new Date(now)],
  );
  return {
    alone: row?.alone ?? 0,
    withOne: row?.one ?? 0,
    withMore: row?.more ?? 0,
    since: row?.since ? writeInstant(row.since.getTime()) : null,
    with: [...(row?.with ?? [])],
  };
}
