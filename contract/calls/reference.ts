/**
 * Reference data: aircraft types, airlines, aircraft, airports, flights.
 * Letter case, typos and parameter names are the wire's (C27 to C29). Must not: say who may call (audience.ts).
 */
import * as z from 'zod/mini';
import { get, list } from '../endpoint.ts';
import * as entity from '../entities.ts';
import { contains, equals, filterParams, range } from '../filters.ts';
import { rowSchema } from '../kinds.ts';
import { dayParam, flagParam, integerParam, numberParam, textParam } from '../params.ts';

const optionLimit = integerParam(1, 1000);
export const aircraftType = {
  full: get(
    'API-17',
    '/AircraftTypeFull/GetAircraftTypesFullAll',
    z.object({ aircraftTypes: z.array(z.object({ aircraftType: z.string() })) }),
    {
      query: { aircraftType: textParam, limit: optionLimit },
      summary: 'Aircraft types that hold the text',
    },
  ),
  code: get(
    'API-18',
    '/AircraftTypeCode/GetAircraftTypeCodesAll',
    z.object({ typeCodes: z.array(z.object({ typeCode: z.string() })) }),
    {
      query: { typeCode: textParam, limit: optionLimit },
      token: 'cookie',
      summary: 'Type codes that begin with the text',
    },
  ),
};

const airlineFilters = [contains('airlineName'), equals('iata'), equals('icao'), range('fleet')] as const;
export const airline = {
  list: list(
    'API-20',
    '/airline',
    { rows: 'airlines', count: 'airlinesCount', entity: entity.airline, filters: airlineFilters },
    {
      query: {
        ...filterParams(airlineFilters),
        airlineNameDesc: flagParam,
        airlineNameAsc: flagParam,
        iataDesc: flagParam,
        iataAsc: flagParam,
        icaoDesc: flagParam,
        icaoAsc: flagParam,
        fleetDesc: flagParam,
        fleetAsc: flagParam,
      },
      summary: 'Airlines',
    },
  ),
};

const aircraftRows = { rows: 'aircraft', count: 'aircraftCount', entity: entity.aircraft } as const;
const aircraftSortFields = [
  'registration',
  'airline',
  'typeCode',
  'aircraftType',
  'serialNumber',
  'modeS',
  'age',
  'operator',
] as const;
type SortFlag<F extends string> = `${F}${'Asc' | 'Desc'}`;
/** C42. */
const aircraftSortFlags = Object.fromEntries(
  aircraftSortFields.flatMap((field) => [
    [`${field}Asc`, flagParam],
    [`${field}Desc`, flagParam],
  ]),
) as Record<SortFlag<(typeof aircraftSortFields)[number]>, typeof flagParam>;
export const aircraft = {
  list: list(
    'API-21',
    '/aircraft',
    { ...aircraftRows, filters: [] },
    {
      query: {
        airline: textParam,
        operators: textParam,
        typeCode: textParam,
        fullType: textParam,
        registration: textParam,
        serialNumber: textParam,
        modeS: textParam,
        minManufactureDate: dayParam,
        maxManufactureDate: dayParam,
        ...aircraftSortFlags,
      },
      summary: 'Aircraft',
    },
  ),
  inAirline: list(
    'API-22',
    '/aircraft/getaircraftinairline/{airlineId}',
    { ...aircraftRows, filters: [] },
    { query: {}, summary: 'Aircraft of one airline' },
  ),
  byIcao: get('API-23', '/aircraft/GetAircraftByICAO', z.nullable(rowSchema(entity.aircraft)), {
    query: { icao24: textParam },
    summary: 'The aircraft of a 24 bit address',
  }),
};

const airportFilters = [
  contains('airportName'),
  equals('airportIata', 'iata'),
  contains('city'),
  equals('airportICAO'),
  equals('airportType'),
  range('elevationFt', { signed: true }),
  equals('continent'),
  equals('isoCountry'),
  equals('isoRegion'),
  equals('gpsCode'),
  equals('localCode'),
  range('latitudeDeg', { signed: true }),
  range('longitudeDeg', { signed: true }),
] as const;
const mapAirports = z.object({ airports: z.array(rowSchema(entity.mapAirport)), airportsCount: z.number() });
const mapAirportQuery = {
  iata: textParam,
  airportName: textParam,
  city: textParam,
  lat1: numberParam,
  lat2: numberParam,
  lon1: numberParam,
  lon2: numberParam,
};
export const airport = {
  list: list(
    'API-24',
    '/airport',
    { rows: 'airports', count: 'airportsCount', entity: entity.airport, filters: airportFilters },
    { query: { ...filterParams(airportFilters), country: textParam }, summary: 'Airports' },
  ),
  large: get('API-30', '/Airport/largeLocations', mapAirports, {
    query: mapAirportQuery,
    summary: 'Large airports in bounds',
  }),
  largeAndMedium: get('API-30b', '/airport/largeAndMediumLocations', mapAirports, {
    query: mapAirportQuery,
    summary: 'Large and medium airports in bounds',
  }),
  all: get('API-30c', '/airport/allLocations', mapAirports, {
    query: mapAirportQuery,
    summary: 'All airports in bounds',
  }),
  /** So that a device that holds all airports asks for them again only when they have changed. */
  version: get('ADD-airportsVersion', '/airport/version', z.object({ version: z.string() }), {
    summary: 'A text that changes whenever the airports do',
  }),
};

export const flight = {
  ofAircraft: list(
    'API-25',
    '/flight/getflightsforaircraft/{aircraftId}',
    { rows: 'flights', count: 'flightsCount', entity: entity.flight, filters: [] },
    { query: {}, summary: 'Flights of one aircraft' },
  ),
};
