/**
 * The calls of reference data: airports, airlines, aircraft, their types and flights. Must not: hold SQL, or decide who may call (guard.ts has, before).
 */
import { type Api, api } from '../../contract/api.ts';
import type { Endpoint, Handlers, Reads } from '../../contract/endpoint.ts';
import type { Context } from '../guard.ts';
import { Preserialised } from '../http/answer.ts';
import { HttpError } from '../http/api-error.ts';
import { aircraftByAddress, aircraftOfAirline, aircraftPage } from '../store/aircraft.ts';
import { typeCodesFor, typesFor } from '../store/aircraft-types.ts';
import { airlinePage } from '../store/airlines.ts';
import { airportById, airportPage, airportsInBounds, airportsVersion } from '../store/airports.ts';
import { flightsOfAircraft } from '../store/flights.ts';
import type { ReferencePage } from '../store/reference-page.ts';

/** The rows come as text out of the database and go out as they are. */
function answer<E extends Endpoint>(call: E, page: ReferencePage): Reads<E> {
  // The calls of the map are no lists of the contract, and are all of airports.
  const { rows, count } = call.list ?? { rows: 'airports', count: 'airportsCount' };
  return new Preserialised(`{"${rows}":${page.rowsJson},"${count}":${page.count}}`) as unknown as Reads<E>;
}

function idOf(text: string, whose: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new HttpError(400, `The id of ${whose} is a number.`);
  return Number(text);
}

export const airportHandlers: Handlers<Api['airport'], Context> = {
  list: async ({ query, db }) => answer(api.airport.list, await airportPage(db, query)),
  large: async ({ query, db }) => answer(api.airport.large, await airportsInBounds(db, 'large', query)),
  largeAndMedium: async ({ query, db }) =>
    answer(api.airport.largeAndMedium, await airportsInBounds(db, 'largeAndMedium', query)),
  all: async ({ query, db }) => answer(api.airport.all, await airportsInBounds(db, 'all', query)),
  byId: async ({ path, db }) => {
    const airport = await airportById(db, idOf(path.airportId, 'an airport'));
    return new Preserialised(`{"airport":${airport ?? 'null'}}`) as unknown as Reads<Api['airport']['byId']>;
  },
  version: async ({ db }) => ({ version: await airportsVersion(db) }),
};

export const airlineHandlers: Handlers<Api['airline'], Context> = {
  list: async ({ query, db }) => answer(api.airline.list, await airlinePage(db, query)),
};

export const aircraftHandlers: Handlers<Api['aircraft'], Context> = {
  list: async ({ query, db }) => answer(api.aircraft.list, await aircraftPage(db, query)),
  /** An airline that nobody knows has no aircraft; what is no number is no airline. */
  inAirline: async ({ query, path, db }) =>
    answer(api.aircraft.inAirline, await aircraftOfAirline(db, idOf(path.airlineId, 'an airline'), query)),
  byIcao: async ({ query, db }) => {
    const json = await aircraftByAddress(db, query.icao24 ?? '');
    return new Preserialised(json ?? 'null') as unknown as Reads<Api['aircraft']['byIcao']>;
  },
};

/** So many options a list of the app asks for (EXT-11). */
const usualOptions = 30;
export const aircraftTypeHandlers: Handlers<Api['aircraftType'], Context> = {
  full: async ({ query, db }) => ({
    aircraftTypes: await typesFor(db, query.aircraftType ?? '', query.limit ?? usualOptions),
  }),
  code: async ({ query, db }) => ({
    typeCodes: await typeCodesFor(db, query.typeCode ?? '', query.limit ?? usualOptions),
  }),
};

export const flightHandlers: Handlers<Api['flight'], Context> = {
  /** An aircraft that nobody knows has no flights; what is no number is no aircraft. */
  ofAircraft: async ({ query, path, db }) => {
    const { flights, count } = await flightsOfAircraft(db, idOf(path.aircraftId, 'an aircraft'), query);
    return { flights: [...flights], flightsCount: count };
  },
};
