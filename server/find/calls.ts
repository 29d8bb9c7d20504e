/**
 * The search index of the caller (ADD-findIndex, decision 53). Each part has the scope of the caller's own call: aircraft that of
 * the raw list (C38, C117), positions that of the map, stations that of their names, and their status that of the feeder (C68).
 */
import { createHash } from 'node:crypto';
import { type Api, api } from '../../contract/api.ts';
import type { Handlers, Reads } from '../../contract/endpoint.ts';
import { type Airborne, type FindIndex, type FindStation, maxFindInAir } from '../../contract/entities/find.ts';
import { writeInstant } from '../../contract/params.ts';
import { boxOf } from '../base/bounds.ts';
import { clock } from '../base/clock.ts';
import { ShortCache } from '../base/short-cache.ts';
import type { Database } from '../database/pool.ts';
import { companyOf, companyOfMessages } from '../http/company-scope.ts';
import { type Context, permissionOf } from '../http/guard.ts';
import { TaggedResponse } from '../http/response.ts';
import { CompanyRules } from '../map/company-view.ts';
import type { Positions } from '../map/positions.ts';
import { StationsHealthReader } from '../stations/health/station-health.ts';
import { allStationNames } from '../statistics/station-names.ts';
import { type StationScope, stationScopeOf } from '../statistics/station-query.ts';
import { receivedAircraft } from './heard-aircraft.ts';

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
