/** The page of one station (decision 16), in parts that age differently: status each time, ranges and shared messages every ten minutes. */
import { type Api, api } from '../../contract/api.ts';
import { dayMs } from '../../contract/durations.ts';
import type { Handlers } from '../../contract/endpoint.ts';
import { maxCompared, outlineDeg, placeRows, type StationPage } from '../../contract/entities/places.ts';
import { foldCase } from '../../contract/filters.ts';
import { writeInstant } from '../../contract/params.ts';
import { clock } from '../base/clock.ts';
import { ShortCache } from '../base/short-cache.ts';
import type { Query } from '../database/pool.ts';
import { HttpError } from '../http/api-error.ts';
import { companyOfMessages } from '../http/company-scope.ts';
import { type Context, permissionOf } from '../http/guard.ts';
import type { View } from '../map/positions.ts';
import { dayOf } from '../messages/day-partitions.ts';
import { linkOfStation } from '../messages/link-events.ts';
import { StationsHealthReader } from '../stations/health/station-health.ts';
import { directionalRanges } from '../statistics/ranges.ts';
import {
  allStationNames,
  type StationScope,
  scopeSql,
  scopeValues,
  stationScopeOf,
} from '../statistics/station-query.ts';
import { aircraftAround, type Sources, wireAircraft } from './near-aircraft.ts';
import { readWire } from './overview.ts';

const monthMs = 30 * dayMs;
const slowPartsMs = 10 * 60_000;
const pageMs = 10_000;
const maxStations = 500;

type Requested = {
  readonly stations: StationScope;
  readonly company: string | null;
  /** The caller's role includes messages and aircraft. Without them the page has the status and ranges of the station. */
  readonly readsMessages: boolean;
};
type Station = {
  readonly id: number;
  readonly stationId: string;
  readonly lat: number;
  readonly lon: number;
  readonly createdAt: Date;
  /** In lower case. */
  readonly receivers: readonly string[];
};
type SlowParts = Pick<StationPage, 'ranges' | 'shared' | 'link'>;

export function makeStationPageHandler(sources: Sources): Handlers<Api['places'], Context>['station'] {
  const pages = new StationPages(sources);
  return ({ path, ...context }) =>
    pages.read(path.stationId, {
      stations: stationScopeOf(context),
      company: companyOfMessages(context),
      // A feeder without a role that reads messages elsewhere reads none here.
      readsMessages: permissionOf(context, api.acarsMessage.company.id) === 'yes',
    });
}

class StationPages {
  readonly #sources: Sources;
  readonly #health: StationsHealthReader;
  readonly #slowParts = new ShortCache<SlowParts>({ maxAgeMs: slowPartsMs, max: maxStations });
  readonly #pages = new ShortCache<StationPage>({ maxAgeMs: pageMs, max: maxStations });

  constructor(sources: Sources) {
    this.#sources = sources;
    this.#health = new StationsHealthReader(sources.messages);
  }

  /** `name` = station number, or the name of a receiver of the station. @throws HttpError 404 */
  async read(name: string, requested: Requested): Promise<StationPage> {
    const station = await this.#find(foldCase(name.trim()), requested.stations);
    if (!station) throw new HttpError(404, 'This station does not exist, or your account may not see it.');
    return this.#pages.respond(JSON.stringify([station.id, requested]), () => this.#page(station, requested));
  }

  async #find(name: string, scope: StationScope): Promise<Station | undefined> {
    const [station] = await this.#sources.messages.query<Station>(
      `select s.id, s.station_id as "stationId", s.latitude as lat, s.longitude as lon, s.created_at as "createdAt",
         array(select receiver from receiver_station where station_record_id = s.id) as receivers
       from stations s where ${scopeSql} and (s.station_id = $3
         or s.id in (select station_record_id from receiver_station where receiver = $3))
       order by s.station_id = $3 desc limit 1`,
      [...scopeValues(scope), name],
    );
    return station;
  }

  async #page(station: Station, { stations: scope, company, readsMessages }: Requested): Promise<StationPage> {
    const now = clock.now();
    const { messages } = this.#sources;
    const [{ stations }, { ranges, shared, link }, wire] = await Promise.all([
      this.#health.read({ ...scope, stationId: station.stationId }, now),
      this.#slowParts.respond(JSON.stringify([station.id, company]), () => this.#slow(station, company, now)),
      readsMessages ? readWire(messages, { company: null, stationId: station.stationId }, now) : [],
    ]);
    const [health] = stations;
    if (!health) throw new HttpError(404, 'This station does not exist, or your account may not see it.');
    const around = { place: station, withinNmi: null, view: viewOf(station), now };
    const near = readsMessages ? aircraftAround(this.#sources.positions, around) : [];
    return {
      asOf: writeInstant(now),
      station: health,
      lat: station.lat,
      lon: station.lon,
      createdAt: writeInstant(station.createdAt.getTime()),
      ranges,
      aircraft: await wireAircraft(messages, near.slice(0, maxAircraft)),
      aircraftCount: near.length,
      shared: readsMessages ? shared : { alone: 0, withOne: 0, withMore: 0, since: null, with: [], isLimited: true },
      ...(readsMessages ? { link } : {}),
      messages: wire.filter(({ kind }) => kind !== 'link').slice(0, placeRows),
    };
  }

  async #slow(station: Station, company: string | null, now: number): Promise<SlowParts> {
    const { messages } = this.#sources;
    const names = company === null ? null : await allStationNames(messages, company);
    const visible = names?.flatMap(({ receivers }) => receivers) ?? null;
    const [day, month, shared, link] = await Promise.all([
      this.#dayRanges(station, now),
      this.#monthRanges(station, now),
      sharedMessages(messages, station, now, visible),
      linkOfStation(messages, station.receivers, now - dayMs),
    ]);
    return { ranges: { day, ...month }, shared, link };
  }

  async #dayRanges({ receivers }: Station, now: number): Promise<Outline> {
    const period = { fromMs: now - dayMs, toMs: now };
    const farthest = await directionalRanges(this.#sources.messages, { stations: [], receivers }, period, outlineDeg);
    return outlineOf(
      farthest.map(({ angle, distance }) => ({ sector: Math.round(angle / outlineDeg), nmi: distance })),
    );
  }

  /** Of whole days, which outlive the messages. */
  async #monthRanges({ receivers }: Station, now: number): Promise<{ month: Outline; since: string | null }> {
    const rows = await this.#sources.messages.query<{ sector: number; nmi: number; since: Date }>(
      `select bearing_deg / ${outlineDeg} as sector, max(farthest_nmi) as nmi, min(day)::timestamp at time zone 'UTC' as since
       from range_day where receiver = any($1::text[]) and day > $2::date and day <= $3::date group by 1`,
      [receivers, dayOf(now - monthMs), dayOf(now)],
    );
    const since = Math.min(...rows.map((row) => row.since.getTime()));
    return { month: outlineOf(rows), since: rows.length > 0 ? writeInstant(since) : null };
  }
}

type Outline = StationPage['ranges']['day'];

function outlineOf(sectors: readonly { readonly sector: number; readonly nmi: number }[]): Outline {
  const bySector = new Map(sectors.map(({ sector, nmi }) => [sector, Math.round(nmi)]));
  return Array.from({ length: 360 / outlineDeg }, (_, at) => bySector.get(at) ?? null);
}

/** Nearest aircraft in a response. */
const maxAircraft = 60;

/** Aircraft as received by the station. */
function viewOf({ receivers }: Station): View {
  const own = new Set(receivers);
  return ({ byStation }) => {
    let newest: ReturnType<View> = null;
    for (const [receiver, state] of byStation)
      if (own.has(receiver) && (state.placedAtMs ?? 0) > (newest?.placedAtMs ?? 0)) newest = state;
    return newest;
  };
}

// ---- Shared messages: those of the station in 24 hours by the number of other stations that received them, too.

type Shared = StationPage['shared'];
/** Receptions of one transmission are at most this far apart (decision 11). */
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
 * such a key cannot be recognised at another station: they are not counted. `visible` = receivers that the caller may see, in lower case: others
 * are no station for this caller. null = all.
 */
async function sharedMessages(
  db: Query,
  station: { readonly receivers: readonly string[] },
  now: number,
  visible: readonly string[] | null,
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
         and a.station_id <> '' and lower(a.station_id) <> all($1)
         and ($4::text[] is null or lower(a.station_id) = any($4))),
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
    [station.receivers, new Date(now - dayMs), new Date(now), visible],
  );
  return {
    alone: row?.alone ?? 0,
    withOne: row?.one ?? 0,
    withMore: row?.more ?? 0,
    since: row?.since ? writeInstant(row.since.getTime()) : null,
    with: [...(row?.with ?? [])],
    ...(visible === null ? {} : { isLimited: true }),
  };
}
