/** ADS-B frames of one aircraft, a few of each slot: the whole axis is covered, however many receivers there are. */
import { writeInstant } from '../../contract/params.ts';
import { placeOf } from '../../decoder/sightings.ts';
import type { TailFrames } from '../../decoder/tail-parts.ts';
import type { Database } from '../database/pool.ts';
import { type CompanyMarks, companySql } from '../messages/company-sql.ts';
import { Values } from '../query/filter-sql.ts';
import { adsbTable } from '../query/message-tables.ts';
import { altitudeFtSql, groundSql } from '../reference/flights/frame-sql.ts';

/** Limit of one response. */
export const mostFrames = 20_000;
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

type FramesRequest = {
  /** In lower case. */
  readonly address: string;
  readonly marks: CompanyMarks | null;
  readonly fromMs: number;
  readonly toMs: number;
};

type FrameRow = {
  readonly first: number;
  readonly last: number;
  readonly ground: boolean | null;
  readonly identification: string | null;
  readonly lat: number | null;
  readonly lon: number | null;
  readonly alt: number | null;
  readonly stations: readonly string[];
};

/** Shorter slots on a short axis: takeoff and landing are two minutes precise. */
const slotMsOf = (spanMs: number): number => (spanMs <= 1.1 * dayMs ? 2 * minuteMs : 10 * minuteMs);

/** Receivers write the address in upper or lower case. */
export function framesSql({ address, marks, fromMs, toMs }: FramesRequest): { sql: string; values: unknown[] } {
  const { name, time } = adsbTable;
  const slotMs = slotMsOf(toMs - fromMs);
  const perSlot = Math.floor(mostFrames / Math.ceil((toMs - fromMs) / slotMs));
  const endMs = fromMs + (Math.floor((toMs - fromMs) / slotMs) + 1) * slotMs;
  const values = new Values();
  const from = values.add(writeInstant(fromMs), 'timestamptz');
  const window = `${time} >= ${from} and ${time} < ${values.add(writeInstant(endMs), 'timestamptz')}`;
  const isItsAddress = `icao = any(${values.add([address.toUpperCase(), address], 'text[]')})`;
  const own = [isItsAddress, ...companySql(marks, name, values)].join(' and ');
  const slot = `floor(extract(epoch from ${time} - ${from}) / ${slotMs / 1000})`;
  return {
    sql: `with frames as materialized (
        select * from (
          select extract(epoch from ${time})::float8 as at, id, ${groundSql} as ground, station_id,
            upper(trim(identification)) as identification, lat, lon, ${altitudeFtSql} as alt_ft,
            row_number() over (partition by ${slot} order by ${time}, id) as place
          from ${name} where ${window} and ${own}) numbered
        where place <= ${perSlot})
      select min(at) as first, max(at) as last, ground, max(identification) as identification,
        ${['lat', 'lon', 'alt_ft'].map((field) => `(array_agg(${field} order by at, id) filter (where ${isPlaced}))[1] as ${field.replace('_ft', '')}`).join(', ')},
        array(select distinct unnest(array_agg(lower(station_id)) filter (where station_id <> ''))) as stations
      from frames group by floor(at / 60), ground`,
    values: values.list,
  };
}
const isPlaced = 'lat is not null and lon is not null';

export async function readFrames(db: Pick<Database, 'query'>, request: FramesRequest): Promise<TailFrames[]> {
  const { sql, values } = framesSql(request);
  const rows = await db.query<FrameRow>(sql, values);
  return rows.map((row) => ({
    sighting: {
      atMs: row.first * 1000,
      untilMs: row.last * 1000,
      flight: null,
      callSign: row.identification === '' ? null : row.identification,
      isOnGround: row.ground,
      place: placeOf(row.lat, row.lon, row.alt, row.ground === true),
      reported: null,
    },
    stations: row.stations,
  }));
}
