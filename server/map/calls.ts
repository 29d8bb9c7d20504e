/** Calls for positions and trails. */

import type { Api } from '../../contract/api.ts';
import type { Handlers, Reads } from '../../contract/endpoint.ts';
import { boxOf } from '../base/bounds.ts';
import type { Database } from '../database/pool.ts';
import { companyOf } from '../http/company-scope.ts';
import type { Context } from '../http/guard.ts';
import { TaggedResponse } from '../http/response.ts';
import { type StationScope, stationScopeOf } from '../statistics/station-query.ts';
import { CompanyRules } from './company-view.ts';
import { receivedByOf } from './heard-by.ts';
import { pastOf } from './past.ts';
import type { Positions } from './positions.ts';
import { recentTrails } from './recent-trails.ts';
import { StationOutlines } from './station-outlines.ts';
import { trailOf } from './trail.ts';

type PositionCalls = Pick<Api['map'], 'currentLocation' | 'trail' | 'trails' | 'past' | 'heardBy' | 'ranges'>;

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
  const scopeOf = ({ caller, companyScope }: Context, requested: string | undefined): string | null =>
    companyOf(caller, requested, true, companyScope);
  return {
    currentLocation: async ({ query, ...context }) => {
      const view = await rules.viewOf(scopeOf(context, query.company));
      const { etag, body } = positions.respond(boxOf(query), view);
      return new TaggedResponse(etag, body) as unknown as Reads<PositionCalls['currentLocation']>;
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
