/**
 * Messages: raw ACARS, ADS-B, ACARS per aircraft.
 * Letter case, typos and parameter names are the wire's (C27 to C29). Must not: say who may call (audience.ts).
 */
import * as z from 'zod/mini';
import { get, list, post } from '../endpoint.ts';
import * as entity from '../entities/messages.ts';
import { between, contains, equals, equalsNumber, filterParams, isFlag, range, withExists } from '../filters.ts';
import { textParam } from '../params.ts';

/** RAW-09, in the order of the table's columns. */
export const acarsFilters = [
  between('acarsDateTime', 'acarsMessageDateTimeMin', 'acarsMessageDateTimeMax'),
  equals('tail'),
  equals('flight'),
  contains('text'),
  range('freq'),
  range('timestamp'),
  equals('stationId'),
  equalsNumber('channel'),
  range('level', { signed: true }),
  range('error'),
  equals('mode'),
  equals('label'),
  equals('blockId'),
  equals('ack'),
  equals('msgno'),
  isFlag('end'),
  range('alt'),
  equals('dsta'),
  equals('icao'),
  isFlag('isOnground'),
  isFlag('isResponse'),
  range('lat', { signed: true }),
  range('lon', { signed: true }),
  equals('toAddr'),
  equals('type'),
] as const;
/** RAW-10: on the all-data variant only. */
export const consensusFilters = [
  contains('aggregatedText'),
  equals('aggregationStatus'),
  equals('consensusStatus'),
  contains('consensusResult'),
] as const;
const acarsAllFilters = [...acarsFilters, ...consensusFilters] as const;

/** ADSB-10 with ADSB-11: each decoded field with its 'Exist?' variant. `haeBaro` looks at haeBaroOffset, `type` at msgType. */
const adsbFields = [
  withExists(equals('address')),
  withExists(equals('addressType')),
  withExists(equals('aircraftType')),
  withExists(range('airspeed')),
  withExists(equals('airspeedStatus')),
  withExists(equals('altInfo')),
  withExists(equals('altUnit')),
  withExists(range('altitude')),
  withExists(equals('bds2Identification')),
  withExists(equals('capability')),
  withExists(equals('cc')),
  withExists(equals('commBBds')),
  withExists(equals('commBMb')),
  withExists(equals('controlField')),
  withExists(equals('dr')),
  withExists(equals('emergencyState')),
  withExists(equalsNumber('error')),
  withExists(equals('esSub')),
  withExists(equals('esType')),
  withExists(equals('ewStatus')),
  withExists(equalsNumber('ewVelocity', { signed: true })),
  withExists(equals('fFlag')),
  withExists(equals('flightStatus')),
  withExists(equalsNumber('haeBaroOffset', { param: 'haeBaro' })),
  withExists(equalsNumber('heading')),
  withExists(equals('headingStatus')),
  withExists(equals('icao')),
  withExists(equals('identification')),
  withExists(equals('iid')),
  withExists(range('lat', { signed: true })),
  withExists(range('level', { signed: true })),
  withExists(range('lon', { signed: true })),
  withExists(equals('modeA')),
  withExists(equals('modeAIdent')),
  withExists(equals('modeC')),
  withExists(equals('msgType')),
  withExists(equals('nacp')),
  withExists(equals('nsStatus')),
  withExists(equalsNumber('nsVelocity', { signed: true })),
  withExists(equals('nucp')),
  withExists(equals('posDecoding')),
  withExists(equals('report')),
  withExists(equals('sl')),
  withExists(equals('squawk')),
  withExists(equals('stationId')),
  withExists(equals('tFlag')),
  withExists(range('timestamp')),
  withExists(equals('msgType', 'type')),
  withExists(equals('um')),
  withExists(range('verticalRate', { signed: true })),
  withExists(equals('verticalRateSrc')),
  withExists(equals('verticalStatus')),
  withExists(equals('vs')),
] as const;
export const adsbFilters = [
  between('adsbDateTime', 'acarsMessageDateTimeMin', 'acarsMessageDateTimeMax'),
  ...adsbFields,
] as const;

/** EXT-01, on both calls (C37). The type, its code, the serial number and the mode S are those of the aircraft that a message meets (decision 17). */
export const acarsPerAircraftFilters = [
  between('acarsDateTime', 'acarsMessageDateTimeMin', 'acarsMessageDateTimeMax'),
  equals('tail'),
  equals('flight'),
  contains('text'),
  contains('aggregatedText'),
  equals('aggregationStatus'),
  equals('mode'),
  equals('label'),
  equals('blockId'),
  equals('msgno'),
  equals('dsta'),
  contains('aircraftType'),
  equals('typeCode'),
  equals('serialNumber'),
  equals('consensusStatus'),
  contains('consensusResult'),
  equals('modeS'),
] as const;
/** Of the call alone: the form has no such fields (EXT-04). */
export const airlineAndOperatorFilters = [
  contains('airlineName'),
  equals('airlineIata'),
  equals('airlineIcao'),
  contains('operatorName'),
  equals('operatorIata'),
  equals('operatorIcao'),
] as const;
const perAircraftQuery = { ...filterParams(acarsPerAircraftFilters), ...filterParams(airlineAndOperatorFilters) };

const acarsRows = { rows: 'acarsMessages', count: 'acarsMessagesCount', entity: entity.acarsMessage } as const;
const adsbRows = { rows: 'adsbMessages', count: 'adsbMessagesCount', entity: entity.adsbMessage } as const;
const extRows = {
  rows: 'acarsPerAircraftMessages',
  count: 'acarsPerAircraftMessagesCount',
  entity: entity.acarsPerAircraft,
} as const;

export const acarsMessage = {
  /** `company` is added by C38; the server replaces it by the caller's own. */
  company: list(
    'API-11',
    '/AcarsMessage',
    { ...acarsRows, filters: acarsFilters },
    { query: { ...filterParams(acarsFilters), company: textParam }, summary: 'Raw ACARS, company scope' },
  ),
  adsb: list(
    'API-12',
    '/AcarsMessage/adsb',
    { ...adsbRows, filters: adsbFilters },
    { query: filterParams(adsbFilters), token: 'cookie', summary: 'ADS-B, all' },
  ),
  adsbCompany: list(
    'API-13',
    '/AcarsMessage/adsbCompany',
    { ...adsbRows, filters: adsbFilters },
    { query: { ...filterParams(adsbFilters), company: textParam }, summary: 'ADS-B, company scope' },
  ),
  allUsers: list(
    'API-14',
    '/AcarsMessage/allUsers',
    { ...acarsRows, filters: acarsAllFilters },
    { query: filterParams(acarsAllFilters), summary: 'Raw ACARS, all data' },
  ),
  withExtData: list(
    'API-15',
    '/AcarsMessage/acarsWithExtData',
    { ...extRows, filters: acarsPerAircraftFilters },
    { query: perAircraftQuery, summary: 'ACARS per aircraft, all data' },
  ),
  withExtDataCompany: list(
    'API-16',
    '/AcarsMessage/acarsWithExtDataCompany',
    { ...extRows, filters: acarsPerAircraftFilters },
    { query: { ...perAircraftQuery, company: textParam }, summary: 'ACARS per aircraft, company scope' },
  ),
  decode: post(
    'API-34',
    '/acarsMessage/decode',
    z.object({ decodingModel: z.union([z.string(), z.record(z.string(), z.unknown())]) }),
    {
      body: z.object({ label: z.string(), text: z.string() }),
      summary: 'Decode a message',
    },
  ),
  heard: get('ADD-heard', '/AcarsMessage/{id}/heard', entity.messageHeard, {
    summary: 'Who heard a message, and what was made of its blocks; the id is that of a row',
  }),
};
