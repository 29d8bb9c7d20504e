/** Calls for positions and trails. */
import type { Api } from '../../contract/api.ts';
import type { Handlers, Reads } from '../../contract/endpoint.ts';
import { maxOutlines, type StationOutline } from '../../contract/entities/map.ts';
import { foldCase } from '../../contract/filters.ts';
import { columnsType } from '../../contract/position-columns.ts';
import { clock } from '../base/clock.ts';
import { boxOf } from '../base/geometry.ts';
import { ShortCache } from '../base/short-cache.ts';
import type { Database, Query } from '../database/pool.ts';
import { HttpError } from '../http/api-error.ts';
import { companyOf } from '../http/company-scope.ts';
import type { Context } from '../http/guard.ts';
import { TaggedResponse } from '../http/response.ts';
import { stationSectors } from '../statistics/ranges.ts';
import { type StationScope, scopeSql, scopeValues, stationScopeOf } from '../statistics/station-query.ts';
import { CompanyRules } from './company-view.ts';
import { MapCoverage } from './coverage.ts';
import { pastOf } from './past.ts';
import type { Positions } from './positions.ts';
import { receivedByOf } from './received-by.ts';
import { recentTrails, trailOf } from './trails.ts';

type PositionCalls = Pick<
  Api['map'],
  'currentLocation' | 'trail' | 'trails' | 'past' | 'heardBy' | 'ranges' | 'coverage'
>;

/** All are scoped calls: a company sees its aircraft and what its receivers received (C117). */
export function makePositionHandlers({
  positions,
  db,
}: {
  readonly positions: Positions;
  readonly db: Database;
}): Handlers<PositionCalls, Context> {
  const rules = new CompanyRules(db);
  const outlines = new StationOutlines(db);
  const coverage = new MapCoverage(db);
  const scopeOf = ({ caller, companyScope }: Context, requested: string | undefined): string | null =>
    companyOf(caller, requested, true, companyScope);
  return {
    currentLocation: async ({ query, ...context }) => {
      const company = scopeOf(context, query.company);
      const { etag, body, columns } = positions.respond(boxOf(query), await rules.viewOf(company));
      const scope = JSON.stringify(company);
      const changes = { type: columnsType, body: (known: readonly string[]) => columns(scope, known) };
      return new TaggedResponse(etag, body, changes) as unknown as Reads<PositionCalls['currentLocation']>;
    },
    trail: async ({ query, ...context }) => {
      const company = scopeOf(context, query.company);
      const rule = await rules.of(company);
      return { trail: await trailOf(db, positions, { icao: query.icao ?? '', company, rule }) };
    },
    past: async ({ query, ...context }) => ({
      aircraft: await pastOf(db, {
        fromMs: query.from ?? Number.NaN,
        toMs: query.to ?? Number.NaN,
        box: boxOf(query),
        company: scopeOf(context, query.company),
      }),
    }),
    heardBy: async ({ query, ...context }) => ({
      heardBy: await receivedByOf(db, {
        icao: query.icao ?? '',
        company: scopeOf(context, query.company),
        scope: stationsSeenBy(context),
      }),
    }),
    ranges: async ({ query, ...context }) => ({
      stations: await outlines.read({
        stationId: query.stationId ?? '',
        scope: stationScopeOf(context),
        callerId: context.caller?.userId ?? '',
      }),
    }),
    coverage: ({ query, ...context }) => coverage.of(scopeOf(context, query.company)),
    trails: async ({ query, ...context }) => ({
      trails: recentTrails(positions, boxOf(query), await rules.of(scopeOf(context, query.company))),
    }),
  };
}

/** Admins and Parsers see all stations in their scope, others those that they feed (C68). */
const stationsSeenBy = (context: Context): StationScope => {
  const { audience } = context.caller ?? {};
  const permission = audience === 'admin' || audience === 'parser' ? 'yes' : 'own';
  return stationScopeOf({ ...context, permission });
};

// ---- Range outlines of stations on the map (ADD-mapRanges), from the counts of decision 18.

type Requested = {
  /** Station numbers, separated by commas. Blank = the stations that the caller feeds. */
  readonly stationId: string;
  readonly scope: StationScope;
  readonly callerId: string;
};
type Station = Omit<StationOutline, 'day' | 'month'> & { readonly receivers: readonly string[] };

const cachedMs = 10 * 60_000;

class StationOutlines {
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
