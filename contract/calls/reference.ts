/** Aircraft types, airlines, aircraft, airports, flights. Paths and parameter names keep their case and typos (C27 to C29). */
import * as z from 'zod/mini';
import { get, list } from '../endpoint.ts';
import * as entity from '../entities/reference.ts';
import { betweenDays, contains, equals, filterParams, isCountry, namesAirline, range } from '../filters.ts';
import { rowSchema } from '../kinds.ts';
import { type ListOrder, sortParams, sortWay } from '../order.ts';
import { integerParam, numberParam, textParam } from '../params.ts';

const optionLimit = integerParam(1, 1000);
export const aircraftType = {
  full: get(
    'API-17',
    '/AircraftTypeFull/GetAircraftTypesFullAll',
    z.object({ aircraftTypes: z.array(z.object({ aircraftType: z.string() })) }),
    {
      query: { aircraftType: textParam, limit: optionLimit },
      summary: 'Aircraft types that contain the text',
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
export const airlineOrder = {
  ways: [sortWay('airlineName'), sortWay('iata'), sortWay('icao'), sortWay('fleet')],
  usual: { field: 'airlineName' },
} as const satisfies ListOrder;
export const airline = {
  list: list(
    'API-20',
    '/airline',
    {
      rows: 'airlines',
      count: 'airlinesCount',
      entity: entity.airline,
      filters: airlineFilters,
      order: airlineOrder,
    },
    {
      query: { ...filterParams(airlineFilters), ...sortParams(airlineOrder) },
      summary: 'Airlines',
      stored: { title: 'Airlines', screen: '/airlines' },
    },
  ),
};

const aircraftRows = { rows: 'aircraft', count: 'aircraftCount', entity: entity.aircraft } as const;
const aircraftFilters = [
  namesAirline('airline'),
  namesAirline('operator', 'operators'),
  equals('typeCode'),
  contains('aircraftType', 'fullType'),
  equals('registration'),
  equals('serialNumber'),
  equals('modeS'),
  betweenDays('manufactureDate', 'minManufactureDate', 'maxManufactureDate'),
] as const;
const byRegistration = { field: 'registration' } as const;
/** C42. */
export const aircraftOrder = {
  ways: [
    sortWay('registration'),
    sortWay('airline', { part: 'airlineName' }),
    sortWay('typeCode'),
    sortWay('aircraftType'),
    sortWay('serialNumber'),
    sortWay('modeS'),
    sortWay('age', { field: 'manufactureDate', isReversed: true }),
    sortWay('operator', { part: 'airlineName' }),
  ],
  usual: byRegistration,
} as const satisfies ListOrder;
const allAircraft = list(
  'API-21',
  '/aircraft',
  { ...aircraftRows, filters: aircraftFilters, order: aircraftOrder },
  {
    query: { ...filterParams(aircraftFilters), ...sortParams(aircraftOrder) },
    summary: 'Aircraft',
    stored: { title: 'Aircraft', screen: '/aircraft' },
  },
);
export const aircraft = {
  list: allAircraft,
  /** C103: neither filters nor flags. */
  inAirline: list(
    'API-22',
    '/aircraft/getaircraftinairline/{airlineId}',
    {
      ...aircraftRows,
      filters: [],
      order: { ways: [], usual: byRegistration },
      within: { list: allAircraft, field: 'airline', param: 'airlineId' },
    },
    { query: {}, summary: 'Aircraft of one airline', stored: { title: 'Aircraft of an airline', each: 'airlines' } },
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
  isCountry('isoCountry', 'country'),
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
    {
      rows: 'airports',
      count: 'airportsCount',
      entity: entity.airport,
      filters: airportFilters,
      order: { ways: [], usual: { field: 'airportName' } },
    },
    { query: filterParams(airportFilters), summary: 'Airports', stored: { title: 'Airports', screen: '/airports' } },
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
    stored: { title: 'Airports in the last map view' },
  }),
  /** C39: null = no such airport. */
  byId: get('ADD-airport', '/airport/{airportId}', z.object({ airport: z.nullable(rowSchema(entity.airport)) }), {
    summary: 'One airport',
  }),
  /** So that a device with all airports requests them again only after a change. */
  version: get('ADD-airportsVersion', '/airport/version', z.object({ version: z.string() }), {
    summary: 'Version of the airports, a text',
  }),
};

export const flight = {
  ofAircraft: list(
    'API-25',
    '/flight/getflightsforaircraft/{aircraftId}',
    { rows: 'flights', count: 'flightsCount', entity: entity.flight, filters: [] },
    { query: {}, summary: 'Flights of one aircraft', stored: { title: 'Flights of an aircraft', each: 'aircraft' } },
  ),
};
