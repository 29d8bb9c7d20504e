/** The page of one station, in parts that age differently: status each time, ranges and shared messages every ten minutes. */

import { outlineDeg, placeRows, type StationPage } from '../../contract/entities/places.ts';
import { foldCase } from '../../contract/filters.ts';
import { writeInstant } from '../../contract/params.ts';
import { clock } from '../base/clock.ts';
import { ShortCache } from '../base/short-cache.ts';
import { HttpError } from '../http/api-error.ts';
import type { View } from '../map/positions.ts';
import { linkOfStation } from '../messages/count-link-events.ts';
import { dayOf } from '../messages/day-partitions.ts';
import { readWire } from '../overview/wire.ts';
import { StationsHealthReader } from '../stations/health/station-health.ts';
import { directionalRanges } from '../statistics/ranges.ts';
import { allStationNames } from '../statistics/station-names.ts';
import { type StationScope, scopeSql, scopeValues } from '../statistics/station-query.ts';
import { aircraftAround, wireAircraft } from './near-aircraft.ts';
import { sharedMessages } from './shared-messages.ts';
import type { Sources } from './sources.ts';

const dayMs = 24 * 3_600_000;
const monthMs = 30 * dayMs;
const slowPartsMs = 10 * 60_000;
const pageMs = 10_000;
const maxStations = 500;

type Requested = { readonly stations: StationScope; readonly company: string | null };
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

export class StationPages {
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

  async #page(station: Station, { stations: scope, company }: Requested): Promise<StationPage> {
    const now = clock.now();
    const { messages } = this.#sources;
    const [{ stations }, { ranges, shared, link }, wire, visible] = await Promise.all([
      this.#health.read({ ...scope, stationId: station.stationId }, now),
      this.#slowParts.respond(String(station.id), () => this.#slow(station, now)),
      readWire(messages, { company: null, stationId: station.stationId }, now),
      company === null ? null : allStationNames(messages, company),
    ]);
    const [health] = stations;
    if (!health) throw new HttpError(404, 'This station does not exist, or your account may not see it.');
    const near = aircraftAround(this.#sources.positions, {
      place: station,
      withinNmi: null,
      view: viewOf(station),
      now,
    });
    const isVisible = (stationId: string): boolean =>
      visible === null || visible.some((one) => one.stationId === stationId || one.receivers.includes(stationId));
    return {
      asOf: writeInstant(now),
      station: health,
      lat: station.lat,
      lon: station.lon,
      createdAt: writeInstant(station.createdAt.getTime()),
      ranges,
      aircraft: await wireAircraft(messages, near.slice(0, maxAircraft)),
      aircraftCount: near.length,
      shared: { ...shared, with: shared.with.filter(({ stationId }) => isVisible(stationId)) },
      link,
      messages: wire.filter(({ kind }) => kind !== 'link').slice(0, placeRows),
    };
  }

  async #slow(station: Station, now: number): Promise<SlowParts> {
    const { messages } = this.#sources;
    const [day, month, shared, link] = await Promise.all([
      this.#dayRanges(station, now),
      this.#monthRanges(station, now),
      sharedMessages(messages, station, now),
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
