/**
 * ADD-stationHealth: Admin and Parser see every station, everybody else those that he feeds (C68); with COMPANY_SCOPE=all a company's Parser
 * those of its feeders.
 * Must not: hold SQL or judge.
 */
import type { Api } from '../../contract/api.ts';
import type { Handler } from '../../contract/endpoint.ts';
import { clock } from '../clock.ts';
import type { Context } from '../guard.ts';
import type { Services } from '../services.ts';
import { StationsHealthReader } from '../station-health/station-health.ts';
import { stationScopeOf } from '../store/statistics/stations-asked.ts';

export function makeStationHealthHandler({ db }: Services): Handler<Api['station']['health'], Context> {
  const reader = new StationsHealthReader(db);
  return ({ query, ...context }) =>
    reader.read({ ...stationScopeOf(context), stationId: query.stationId?.trim() || null }, clock.now());
}
