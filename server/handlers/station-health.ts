/**
 * ADD-stationHealth: Admin and Parser see every station, everybody else those that he feeds (C68).
 * Must not: hold SQL or judge.
 */
import type { Api } from '../../contract/api.ts';
import type { Handler } from '../../contract/endpoint.ts';
import { clock } from '../clock.ts';
import { type Context, callerOf } from '../guard.ts';
import type { Services } from '../services.ts';
import { StationsHealthReader } from '../station-health/station-health.ts';

export function makeStationHealthHandler({ db }: Services): Handler<Api['station']['health'], Context> {
  const reader = new StationsHealthReader(db);
  return ({ query, ...context }) => {
    const feederId = context.permission === 'own' ? callerOf(context).userId : null;
    return reader.read({ feederId, stationId: query.stationId?.trim() || null }, clock.now());
  };
}
