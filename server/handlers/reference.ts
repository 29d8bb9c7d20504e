/**
 * The calls of reference data: airports, airlines, aircraft, their types. Must not: hold SQL, or decide who may call (guard.ts has, before).
 */
import { type Api, api } from '../../contract/api.ts';
import type { Endpoint, Handlers, Reads } from '../../contract/endpoint.ts';
import type { Context } from '../guard.ts';
import { Preserialised } from '../http/answer.ts';
import { airportPage, airportsInBounds } from '../store/airports.ts';
import type { ReferencePage } from '../store/reference-page.ts';

/** The rows come as text out of the database and go out as they are. */
function answer<E extends Endpoint>(call: E, page: ReferencePage): Reads<E> {
  // The calls of the map are no lists of the contract, and are all of airports.
  const { rows, count } = call.list ?? { rows: 'airports', count: 'airportsCount' };
  return new Preserialised(`{"${rows}":${page.rowsJson},"${count}":${page.count}}`) as unknown as Reads<E>;
}

export const airportHandlers: Handlers<Api['airport'], Context> = {
  list: async ({ query, db }) => answer(api.airport.list, await airportPage(db, query)),
  large: async ({ query, db }) => answer(api.airport.large, await airportsInBounds(db, 'large', query)),
  largeAndMedium: async ({ query, db }) =>
    answer(api.airport.largeAndMedium, await airportsInBounds(db, 'largeAndMedium', query)),
  all: async ({ query, db }) => answer(api.airport.all, await airportsInBounds(db, 'all', query)),
};
