/** Link events on the pages of one aircraft and one station (decision 61). */
import {
  type StationLink,
  stationLinkRows,
  type TailLink,
  tailLinkEvents,
} from '../../contract/entities/link-events.ts';
import { writeInstant } from '../../contract/params.ts';
import type { Database } from '../database/pool.ts';
import { Values } from '../query/filter-sql.ts';
import { type CompanyMarks, companySql } from './company-sql.ts';

type Query = Pick<Database, 'query'>;
type OfAircraft = {
  /** 24-bit address in lower case. */
  readonly address: string;
  readonly marks: CompanyMarks | null;
  readonly fromMs: number;
  readonly toMs: number;
};
type Row = Omit<TailLink['events'][number], 'at' | 'lastAt'> & {
  readonly at: Date;
  readonly lastAt: Date;
  readonly total: number;
};

export async function linkOfAircraft(db: Query, { address, marks, fromMs, toMs }: OfAircraft): Promise<TailLink> {
  const values = new Values();
  const conditions = [
    `icao = ${values.add(address.toUpperCase(), 'text')}`,
    `at >= ${values.add(writeInstant(fromMs), 'timestamptz')}`,
    `at <= ${values.add(writeInstant(toMs), 'timestamptz')}`,
    ...companySql(marks, 'link_event', values),
  ];
  const rows = await db.query<Row>(
    `select id::text as id, at, last_at as "lastAt", frames, nullif(station_id, '') as "stationId", link, kind,
       ground_station as "groundStation", freq_mhz as freq, count(*) over ()::int as total
     from link_event where ${conditions.join(' and ')} order by at desc, id desc limit ${tailLinkEvents}`,
    values.list,
  );
  return {
    events: rows.map(({ total: _total, at, lastAt, ...row }) => ({
      ...row,
      at: writeInstant(at.getTime()),
      lastAt: writeInstant(lastAt.getTime()),
    })),
    total: rows[0]?.total ?? 0,
  };
}

type Group = {
  /** Which of the sets: 3 = kind, 5 = ground station, 6 = frequency. */
  readonly part: number;
  readonly link: string;
  readonly kind: string | null;
  readonly groundStation: string | null;
  readonly freq: number | null;
  readonly frames: number;
};

/** `receivers` in lower case. Frames that were joined count by their number. */
export async function linkOfStation(db: Query, receivers: readonly string[], fromMs: number): Promise<StationLink> {
  const groups = await db.query<Group>(
    `select grouping(kind, ground_station, freq_mhz) as part, max(link) as link, kind, ground_station as "groundStation",
       freq_mhz as freq, sum(frames)::int as frames
     from link_event where lower(station_id) = any($1::text[]) and at >= $2::timestamptz
     group by grouping sets ((kind), (link, ground_station), (link, freq_mhz))
     order by frames desc, kind, ground_station, freq_mhz`,
    [receivers, writeInstant(fromMs)],
  );
  const of = (requested: number): Group[] => groups.filter(({ part }) => part === requested);
  const kinds = of(3).flatMap(({ kind, frames }) => (kind === null ? [] : [{ kind, frames }]));
  return {
    frames: kinds.reduce((sum, { frames }) => sum + frames, 0),
    kinds,
    groundStations: of(5)
      .flatMap(({ link, groundStation, frames }) => (groundStation === null ? [] : [{ link, groundStation, frames }]))
      .slice(0, stationLinkRows),
    frequencies: of(6).flatMap(({ link, freq, frames }) => (freq === null ? [] : [{ link, freq, frames }])),
  };
}
