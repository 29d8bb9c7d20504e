/** Raw ACARS, ADS-B, ACARS per aircraft. Paths and parameter names keep their case and typos (C27 to C29). */
import * as z from 'zod/mini';
import { get, list, post } from '../endpoint.ts';
import { acars, consensusFields } from '../entities/acars.ts';
import { adsb } from '../entities/adsb.ts';
import { decodingCoverage, kindCounts } from '../entities/decoding.ts';
import { linkEventDays, linkEvents } from '../entities/link-events.ts';
import * as entity from '../entities/messages.ts';
import { airlineAndOperatorFields, perAircraft } from '../entities/per-aircraft.ts';
import { filtersOf, filtersOn } from '../fields.ts';
import { equals, filterParams, meaningFilters, withExists } from '../filters.ts';
import { nullableNumber, nullableText } from '../kinds.ts';
import { flagParam, instantParam, integerParam, textParam } from '../params.ts';

export const acarsFilters = [...filtersOf(acars, consensusFields), ...meaningFilters];
export const consensusFilters = filtersOn(acars, consensusFields);
const acarsAllFilters = [...acarsFilters, ...consensusFilters];

/** ADSB-10 with ADSB-11: each field with its 'Exist?' variant. `type` filters msgType, too. Parameters are in the order of their names. */
const adsbFields = filtersOf(adsb, ['adsbDateTime']).map((filter) => withExists(filter));
const typeAt = adsbFields.findIndex(({ field }) => field === 'um');
export const adsbFilters = [
  ...filtersOn(adsb, ['adsbDateTime']),
  ...adsbFields.slice(0, typeAt),
  withExists(equals('msgType', 'type')),
  ...adsbFields.slice(typeAt),
];

/** `true` = messages of the archive, too (decision 30). Added to the specified parameters. */
const archived = { archive: flagParam };
/** `true` = receptions of one message are one (decision 35): offset, limit and count are of messages. A page has all their receptions. Added, too. */
const joined = { joined: flagParam };

/** EXT-01, on both calls (C37). */
export const acarsPerAircraftFilters = [...filtersOf(perAircraft, airlineAndOperatorFields), ...meaningFilters];
export const airlineAndOperatorFilters = filtersOn(perAircraft, airlineAndOperatorFields);
const perAircraftQuery = {
  ...filterParams(acarsPerAircraftFilters),
  ...filterParams(airlineAndOperatorFilters),
  ...archived,
  ...joined,
};

const acarsRows = {
  rows: 'acarsMessages',
  count: 'acarsMessagesCount',
  entity: entity.acarsMessage,
  more: entity.acarsMeaning,
} as const;
const adsbRows = { rows: 'adsbMessages', count: 'adsbMessagesCount', entity: entity.adsbMessage } as const;
const extRows = {
  rows: 'acarsPerAircraftMessages',
  count: 'acarsPerAircraftMessagesCount',
  entity: entity.acarsPerAircraft,
  more: entity.acarsMeaning,
} as const;

export const acarsMessage = {
  /** `company` is added by C38. The server replaces it with the caller's own. */
  company: list(
    'API-11',
    '/AcarsMessage',
    { ...acarsRows, filters: acarsFilters },
    {
      query: { ...filterParams(acarsFilters), ...archived, ...joined, company: textParam },
      summary: 'Raw ACARS, company scope',
      stored: { title: 'ACARS raw', screen: '/akrx' },
    },
  ),
  adsb: list(
    'API-12',
    '/AcarsMessage/adsb',
    { ...adsbRows, filters: adsbFilters },
    {
      query: { ...filterParams(adsbFilters), ...archived },
      token: 'cookie',
      summary: 'ADS-B, all',
      stored: { title: 'ADSB (all data)', screen: '/adsb' },
    },
  ),
  adsbCompany: list(
    'API-13',
    '/AcarsMessage/adsbCompany',
    { ...adsbRows, filters: adsbFilters },
    {
      query: { ...filterParams(adsbFilters), ...archived, company: textParam },
      summary: 'ADS-B, company scope',
      stored: { title: 'ADSB messages', screen: '/adsbCompany' },
    },
  ),
  allUsers: list(
    'API-14',
    '/AcarsMessage/allUsers',
    { ...acarsRows, filters: acarsAllFilters },
    {
      query: { ...filterParams(acarsAllFilters), ...archived, ...joined },
      summary: 'Raw ACARS, all data',
      stored: { title: 'ACARS raw (all data)', screen: '/akrxAll' },
    },
  ),
  withExtData: list(
    'API-15',
    '/AcarsMessage/acarsWithExtData',
    { ...extRows, filters: acarsPerAircraftFilters },
    {
      query: perAircraftQuery,
      summary: 'ACARS per aircraft, all data',
      stored: { title: 'ACARS per aircraft', screen: '/acarsWithExtData' },
    },
  ),
  withExtDataCompany: list(
    'API-16',
    '/AcarsMessage/acarsWithExtDataCompany',
    { ...extRows, filters: acarsPerAircraftFilters },
    {
      query: { ...perAircraftQuery, company: textParam },
      summary: 'ACARS per aircraft, company scope',
      stored: { title: 'ACARS per Aircraft', screen: '/acarsWithExtDataCompany' },
    },
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
  /** What a list reads in the archive for a window. `first`, `last` = days of the whole archive, null = it is empty. */
  archive: get(
    'ADD-archive',
    '/AcarsMessage/archive',
    z.object({
      first: nullableText,
      last: nullableText,
      days: z.number(),
      rows: nullableNumber,
      bytes: nullableNumber,
    }),
    {
      query: { isAdsb: flagParam, from: instantParam, to: instantParam },
      summary:
        'Days, rows and bytes that a list of messages reads in the archive; rows and bytes with access to all data',
    },
  ),
  /** Numbers of rows for the same filters. */
  kinds: get('ADD-kinds', '/AcarsMessage/allUsers/kinds', kindCounts, {
    query: { ...filterParams(acarsAllFilters), ...joined },
    summary: 'Messages of each kind, all data',
  }),
  kindsCompany: get('ADD-kindsCompany', '/AcarsMessage/kinds', kindCounts, {
    query: { ...filterParams(acarsFilters), ...joined, company: textParam },
    summary: 'Messages of each kind, company scope',
  }),
  kindsPerAircraft: get('ADD-kindsPerAircraft', '/AcarsMessage/acarsWithExtData/kinds', kindCounts, {
    query: { ...filterParams([...acarsPerAircraftFilters, ...airlineAndOperatorFilters]), ...joined },
    summary: 'Messages per aircraft of each kind, all data',
  }),
  kindsPerAircraftCompany: get(
    'ADD-kindsPerAircraftCompany',
    '/AcarsMessage/acarsWithExtDataCompany/kinds',
    kindCounts,
    {
      query: {
        ...filterParams([...acarsPerAircraftFilters, ...airlineAndOperatorFilters]),
        ...joined,
        company: textParam,
      },
      summary: 'Messages per aircraft of each kind, company scope',
    },
  ),
  /** At most `coverageRows` messages are read, the newest of the window. */
  coverage: get('ADD-coverage', '/AcarsMessage/coverage', decodingCoverage, {
    query: { from: instantParam, to: instantParam },
    summary: 'How many messages of each label are decoded, and the most frequent shapes of the others',
    stored: { title: 'Decoding by label' },
  }),
  heard: get('ADD-heard', '/AcarsMessage/{id}/heard', entity.messageHeard, {
    refuses: [404],
    summary: 'Receptions of a message, and how its blocks were reassembled; the id is that of a row',
    stored: { title: 'Receptions of messages', each: 'messages' },
  }),
  extra: get('ADD-extra', '/AcarsMessage/{id}/extra', entity.messageExtra, {
    refuses: [404],
    summary: 'Data that the receiver sent with a message in addition to its columns; the id is that of a row',
    stored: { title: 'Messages as the receiver sent them', each: 'receptions' },
  }),
  /** Of a station or an aircraft: one of both is required. */
  linkEvents: get('ADD-linkEvents', '/AcarsMessage/linkEvents', linkEvents, {
    query: { stationId: textParam, icao: textParam, days: integerParam(1, linkEventDays) },
    summary: 'The newest link events of a station or an aircraft: handoffs, log-ons, squitters, reports of HFDL',
  }),
};
