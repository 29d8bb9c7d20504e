/**
 * The search index of the caller (ADD-findIndex, decision 39). Each part has the scope of the caller's own call: aircraft that of
 * the raw list (C38, C117), positions that of the map, stations that of their names, and their status that of the feeder (C68).
 */
import { createHash } from 'node:crypto';
import { airlineCode } from '../../contract/airline-code.ts';
import { type Api, api } from '../../contract/api.ts';
import type { Handlers, Reads } from '../../contract/endpoint.ts';
import {
  type Airborne,
  type FindIndex,
  type FindStation,
  maxFindAircraft,
  maxFindInAir,
} from '../../contract/entities/find.ts';
import { writeInstant } from '../../contract/params.ts';
import { clock } from '../base/clock.ts';
import { boxOf } from '../base/geometry.ts';
import { ShortCache } from '../base/short-cache.ts';
import type { Database, Query } from '../database/pool.ts';
import { companyOf, companyOfMessages } from '../http/company-scope.ts';
import { type Context, permissionOf } from '../http/guard.ts';
import { TaggedResponse } from '../http/response.ts';
import { CompanyRules } from '../map/company-view.ts';
import type { Positions } from '../map/positions.ts';
import { isUncertainSql, matchSql } from '../messages/aircraft-match-sql.ts';
import { companyMarks, companySql } from '../messages/company-sql.ts';
import { Values } from '../query/filter-sql.ts';
import { StationsHealthReader } from '../stations/health/station-health.ts';
import { allStationNames, type StationScope, stationScopeOf } from '../statistics/station-query.ts';

type Services = { readonly db: Database; readonly positions: Positions };
type Scope = {
  readonly company: string | null;
  readonly namesOf: string | null;
  readonly stations: StationScope;
  /** undefined = the caller has no map. */
  readonly positionsOf: string | null | undefined;
};

/** A transaction that began earlier may be committed later. */
const overlapMs = 60_000;
/** Reference data may change, and stored messages be removed: an older copy is replaced. */
const maxCopyMs = 24 * 3_600_000;
/** Older positions are not in the air now. */
const inAirMs = 60_000;

function scopeOf(context: Context): Scope {
  const { caller, companyScope } = context;
  return {
    company: companyOfMessages(context),
    namesOf: companyOf(caller, undefined, false, companyScope),
    stations: stationScopeOf({ ...context, permission: permissionOf(context, api.station.health.id) }),
    positionsOf:
      permissionOf(context, api.map.currentLocation.id) === 'yes'
        ? companyOf(caller, undefined, true, companyScope)
        : undefined,
  };
}

export function makeFindHandlers({ db, positions }: Services): Handlers<Api['find'], Context> {
  const rules = new CompanyRules(db);
  const health = new StationsHealthReader(db);
  /** Many callers have one scope. */
  const cached = new ShortCache<TaggedResponse>({ maxAgeMs: 5000, max: 50 });

  async function read(scope: Scope, sinceMs: number | null): Promise<TaggedResponse> {
    const now = clock.now();
    const writtenSince = sinceMs === null ? null : new Date(sinceMs - overlapMs);
    const [received, stations, inAir] = await Promise.all([
      receivedAircraft(db, scope.company, writtenSince),
      readStations(db, health, scope, now),
      scope.positionsOf === undefined
        ? []
        : rules.viewOf(scope.positionsOf).then((view) => airborne(positions, view, now)),
    ]);
    return tagged({ isComplete: writtenSince === null, ...received, inAir, stations }, now);
  }

  return {
    index: async ({ query, ...context }) => {
      const scope = scopeOf(context);
      const { since } = query;
      const now = clock.now();
      const isUsable = since !== undefined && since <= now && now - since < maxCopyMs;
      const sinceMs = isUsable ? since : null;
      const response = await cached.respond(JSON.stringify([scope, sinceMs]), () => read(scope, sinceMs));
      return response as unknown as Reads<Api['find']['index']>;
    },
  };
}

/** Unchanged data has the same tag at another time. */
function tagged(index: Omit<FindIndex, 'asOf'>, now: number): TaggedResponse {
  const text = JSON.stringify(index);
  const tag = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  return new TaggedResponse(`W/"${tag}"`, () => Buffer.from(`{"asOf":"${writeInstant(now)}",${text.slice(1)}`));
}

async function readStations(
  db: Database,
  health: StationsHealthReader,
  scope: Scope,
  now: number,
): Promise<FindStation[]> {
  const [names, states] = await Promise.all([
    allStationNames(db, scope.namesOf),
    health.readStates(scope.stations, now),
  ]);
  const stateOf = new Map(states.map((state) => [state.stationId, state]));
  const blank = { city: null, state: null, lastMessageAt: null };
  return names.map(({ stationId, receivers }) => {
    const { city, state, lastMessageAt } = stateOf.get(stationId) ?? blank;
    return { stationId, receivers, city, state, lastMessageAt };
  });
}

function airborne(positions: Positions, view: Parameters<Positions['trackedIn']>[1], now: number): Airborne[] {
  return positions
    .trackedIn(boxOf({}), view)
    .flatMap((tracked): Airborne[] => {
      const state = view(tracked);
      const seenMs = state?.placedAtMs ?? 0;
      if (!state || now - seenMs > inAirMs) return [];
      const { callsign, altitudeFt, isOnGround } = state.location();
      if (isOnGround) return [];
      return [{ address: tracked.icao, callsign, altitudeFt, seenS: Math.round(seenMs / 1000) }];
    })
    .sort((a, b) => b.seenS - a.seenS)
    .slice(0, maxFindInAir);
}

// ---- Aircraft of stored messages, one row each, with the reference data that matches (decision 12).

type Columns = Pick<FindIndex, 'types' | 'airlines' | 'codes' | 'aircraft'>;
type Row = {
  readonly tail: string;
  readonly address: string;
  readonly flight: string | null;
  readonly minute: number;
  readonly type: string | null;
  readonly airline: string | null;
};

/** `company` = only from its messages (C38b), null = from all. `writtenSince` null = all aircraft. In order of tail and address. */
async function receivedAircraft(db: Query, company: string | null, writtenSince: Date | null): Promise<Columns> {
  const values = new Values();
  const own = companySql(await companyMarks(db, company), 'tail_last', values);
  const scope = own.length > 0 ? `where ${own.join(' and ')}` : '';
  // One row with an address is enough for its tail: rows without one join the newest row of their tail that has one.
  const rows = await db.query<Row>(
    `with own as materialized (select tail, address, flight, last_at, written_at from tail_last ${scope}),
     known as (
       select tail, (array_agg(address order by last_at desc) filter (where address <> ''))[1] as address,
         (array_agg(flight order by last_at desc) filter (where flight <> ''))[1] as flight,
         max(last_at) as last_at, max(written_at) as written_at
       from own group by tail, case when tail = '' then address end),
     newest as (
       select * from known where ${values.add(writtenSince, 'timestamptz')} is null or written_at >= ${values.add(writtenSince, 'timestamptz')}
       order by last_at desc limit ${values.add(maxFindAircraft, 'bigint')})
     select n.tail, coalesce(n.address, a.mode_s, '') as address, n.flight, floor(extract(epoch from n.last_at) / 60)::float8 as minute,
       coalesce(nullif(a.aircraft_type, ''), a.type_code) as type, coalesce(l.airline_name || case when ${isUncertainSql} then ' (uncertain)' else '' end, a.operator_name) as airline
     from newest n ${matchSql({ address: 'n.address', tail: 'n.tail', flight: 'n.flight' })}
     order by n.tail, n.address`,
    values.list,
  );
  return { ...columnsOf(rows), codes: await codesOf(db, rows) };
}

async function codesOf(db: Query, rows: readonly Row[]): Promise<[string, string][]> {
  const used = new Set(rows.flatMap(({ flight }) => airlineCode(flight) ?? []));
  const airlines = await db.query<{ iata: string; icao: string }>(
    `select distinct code as iata, icao from airlines, unnest(array[iata, acars_code]) as code
     where is_active and code is not null and icao is not null and (lower(code) = any($1) or lower(icao) = any($1)) order by 1, 2`,
    [[...used]],
  );
  return airlines.map(({ iata, icao }) => [iata, icao]);
}

function columnsOf(rows: readonly Row[]): Omit<Columns, 'codes'> {
  const [types, airlines] = [new Numbered(), new Numbered()];
  return {
    aircraft: {
      tail: rows.map(({ tail }) => tail),
      address: rows.map(({ address }) => address),
      flight: rows.map(({ flight }) => flight ?? ''),
      type: rows.map(({ type }) => types.numberOf(type)),
      airline: rows.map(({ airline }) => airlines.numberOf(airline)),
      lastMinute: rows.map(({ minute }) => minute),
    },
    types: types.texts,
    airlines: airlines.texts,
  };
}

/** Texts by number, each once. */
class Numbered {
  readonly #numbers = new Map<string, number>();

  numberOf(text: string | null): number {
    if (!text) return -1;
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.#numbers.size);
    return this.#numbers.size - 1;
  }

  get texts(): string[] {
    return [...this.#numbers.keys()];
  }
}
