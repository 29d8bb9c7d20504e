/** Calls of reference data. */
import { type Api, api } from '../../contract/api.ts';
import type { Handlers, ListEndpoint, Reads } from '../../contract/endpoint.ts';
import type { Database } from '../database/pool.ts';
import { HttpError } from '../http/api-error.ts';
import type { Context } from '../http/guard.ts';
import { listResponse, Preserialised } from '../http/response.ts';
import { type ListPage, type PageRequest, pageText } from '../query/list-page.ts';
import { aircraftByAddress, aircraftOfAirline, aircraftRows, typeCodesFor, typesFor } from './aircraft.ts';
import { airlineRows } from './airlines.ts';
import { airportById, airportRows, airportsInBounds, airportsVersion } from './airports.ts';

const respond = <E extends ListEndpoint>(db: Database, call: E, request: PageRequest): Promise<Reads<E>> =>
  listResponse<E>(async () => ({ db, names: call.list, request }));

/** Map calls, which are not lists of the contract. */
const onMap = (page: ListPage): Reads<Api['airport']['all']> =>
  new Preserialised(pageText(api.airport.list.list, page)) as unknown as Reads<Api['airport']['all']>;

/** @throws HttpError 400 */
export function idOf(text: string, whose: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new HttpError(400, `The id of ${whose} is a number.`);
  return Number(text);
}

export const airportHandlers: Handlers<Api['airport'], Context> = {
  list: async ({ query, db }) => respond(db, api.airport.list, airportRows(query)),
  large: async ({ query, db }) => onMap(await airportsInBounds(db, 'large', query)),
  largeAndMedium: async ({ query, db }) => onMap(await airportsInBounds(db, 'largeAndMedium', query)),
  all: async ({ query, db }) => onMap(await airportsInBounds(db, 'all', query)),
  byId: async ({ path, db }) => {
    const airport = await airportById(db, idOf(path.airportId, 'an airport'));
    return new Preserialised(`{"airport":${airport ?? 'null'}}`) as unknown as Reads<Api['airport']['byId']>;
  },
  version: async ({ db }) => ({ version: await airportsVersion(db) }),
};

export const airlineHandlers: Handlers<Api['airline'], Context> = {
  list: async ({ query, db }) => respond(db, api.airline.list, airlineRows(query)),
};

export const aircraftHandlers: Handlers<Api['aircraft'], Context> = {
  list: async ({ query, db }) => respond(db, api.aircraft.list, aircraftRows(query)),
  /** An unknown airline, or an invalid id, has no aircraft. */
  inAirline: async ({ query, path, db }) =>
    respond(db, api.aircraft.inAirline, aircraftOfAirline(idOf(path.airlineId, 'an airline'), query)),
  byIcao: async ({ query, db }) => {
    const json = await aircraftByAddress(db, query.icao24 ?? '');
    return new Preserialised(json ?? 'null') as unknown as Reads<Api['aircraft']['byIcao']>;
  },
};

/** Number of options in a list of the app (EXT-11). */
const usualOptions = 30;
export const aircraftTypeHandlers: Handlers<Api['aircraftType'], Context> = {
  full: async ({ query, db }) => ({
    aircraftTypes: await typesFor(db, query.aircraftType ?? '', query.limit ?? usualOptions),
  }),
  code: async ({ query, db }) => ({
    typeCodes: await typeCodesFor(db, query.typeCode ?? '', query.limit ?? usualOptions),
  }),
};
