/** Range outlines of stations on the map (ADD-mapRanges), from the counts of decision 56. */
import { maxOutlines, type StationOutline } from '../../contract/entities/map.ts';
import { foldCase } from '../../contract/filters.ts';
import { clock } from '../base/clock.ts';
import { ShortCache } from '../base/short-cache.ts';
import type { Database } from '../database/pool.ts';
import { HttpError } from '../http/api-error.ts';
import { type StationScope, scopeSql, scopeValues } from '../statistics/station-query.ts';
import { stationSectors } from '../statistics/station-sectors.ts';

type Query = Pick<Database, 'query'>;
type Requested = {
  /** Station numbers, separated by commas. Blank = the stations that the caller feeds. */
  readonly stationId: string;
  readonly scope: StationScope;
  readonly callerId: string;
};
type Station = Omit<StationOutline, 'day' | 'month'> & { readonly receivers: readonly string[] };

const cachedMs = 10 * 60_000;

export class StationOutlines {
  readonly #db: Query;
  readonly #cache = new ShortCache<StationOutline[]>({ maxAgeMs: cachedMs, max: 100 });

  constructor(db: Query) {
    this.#db = db;
  }

  /** Stations outside the scope are missing. @throws HttpError 400 for too many */
  async read({ stationId, scope, callerId }: Requested): Promise<StationOutline[]> {
    const numbers = [...new Set(stationId.split(',').map((one) => foldCase(one.trim())))].filter((one) => one !== '');
    if (numbers.length > maxOutlines) {
      const sentence = `Request up to ${maxOutlines} stations.`;
      throw new HttpError(400, sentence, { stationId: [sentence] });
    }
    const feederId = numbers.length === 0 ? callerId : null;
    return this.#cache.respond(JSON.stringify([numbers.sort(), feederId, scope]), () =>
      this.#outlines(numbers, feederId, scope),
    );
  }

  async #outlines(numbers: readonly string[], feederId: string | null, scope: StationScope): Promise<StationOutline[]> {
    const stations = await this.#db.query<Station>(
      `select s.station_id as "stationId", s.city, s.latitude, s.longitude,
         array(select receiver from receiver_station where station_record_id = s.id) as receivers
       from stations s where ${scopeSql} and case when $4::text is null then s.station_id = any($3::text[])
         else s.feeder_user_id = $4 end
       order by length(s.station_id), s.station_id limit ${maxOutlines}`,
      [...scopeValues(scope), numbers, feederId],
    );
    const requested = { stations: stations.map((one) => ({ ...one, madeAtMs: 0 })), receivers: null };
    const ranges = new Map((await stationSectors(this.#db, requested, clock.now())).map((one) => [one.stationId, one]));
    return stations.map(({ receivers: _, ...station }) => {
      const { now = [], month = [] } = ranges.get(station.stationId) ?? {};
      return { ...station, day: now, month };
    });
  }
}
