/**
 * ADD-stationHealth: Admin and Parser see every station, others those that they feed (C68). With COMPANY_SCOPE=all a Parser with a
 * company sees those of its feeders.
 */

import type { Api } from '../../../contract/api.ts';
import type { Handler } from '../../../contract/endpoint.ts';
import { clock } from '../../base/clock.ts';
import type { Database } from '../../database/pool.ts';
import type { Context } from '../../http/guard.ts';
import { stationScopeOf } from '../../statistics/station-query.ts';
import { StationsHealthReader } from './station-health.ts';

export function makeStationHealthHandler({
  db,
}: {
  readonly db: Database;
}): Handler<Api['station']['health'], Context> {
  const reader = new StationsHealthReader(db);
  return ({ query, ...context }) =>
    reader.read({ ...stationScopeOf(context), stationId: query.stationId?.trim() || null }, clock.now());
}
