/**
 * The overview in one response (decision 51). Each part has the scope of the caller's own call: band and stations that of the
 * statistics (C68), messages that of the raw list (C38, C117).
 */
import { type Api, api } from '../../contract/api.ts';
import type { Handlers } from '../../contract/endpoint.ts';
import { type Overview, shownStations } from '../../contract/entities/overview.ts';
import { writeInstant } from '../../contract/params.ts';
import { clock } from '../base/clock.ts';
import { ShortCache } from '../base/short-cache.ts';
import { companyOfMessages } from '../http/company-scope.ts';
import { type Context, permissionOf } from '../http/guard.ts';
import type { Messages } from '../messages/messages.ts';
import { StationsHealthReader } from '../stations/health/station-health.ts';
import { messageBand } from '../statistics/band.ts';
import { queryStations, type StationScope, stationScopeOf } from '../statistics/station-query.ts';
import { briefStation } from './brief-station.ts';
import { readWire } from './wire.ts';

type Scope = { readonly stations: StationScope; readonly company: string | null };
const bandMs = 24 * 3_600_000;

function scopeOf(context: Context): Scope {
  return {
    stations: stationScopeOf({ ...context, permission: permissionOf(context, api.statistics.band.id) }),
    company: companyOfMessages(context),
  };
}

export function makeOverviewHandlers({
  messages,
}: {
  readonly messages: Messages;
}): Handlers<Api['overview'], Context> {
  const health = new StationsHealthReader(messages);
  /** Many callers have the same scope, and each requests it every minute. */
  const cached = new ShortCache<Overview>({ maxAgeMs: 10_000, max: 200 });
  return {
    mine: async (context) => {
      const scope = scopeOf(context);
      return cached.respond(JSON.stringify(scope), () => read(messages, health, scope));
    },
  };
}

async function read(messages: Messages, health: StationsHealthReader, scope: Scope): Promise<Overview> {
  const now = clock.now();
  const requested = await queryStations(messages, scope.stations);
  const [band, { counts, first }, wire] = await Promise.all([
    messageBand(messages, requested, { fromMs: now - bandMs, toMs: now }, now),
    health.readWorst(scope.stations, now, shownStations),
    readWire(messages, { company: scope.company }, now),
  ]);
  return { asOf: writeInstant(now), band, stations: { counts, first: first.flatMap(briefStation) }, wire };
}
