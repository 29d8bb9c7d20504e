/**
 * Every call, in the order of the specification, one block each, grouped as the server's handlers are.
 * Letter case, typos and parameter names are the wire's (C27 to C29). Must not: say who may call (audience.ts).
 */
import * as z from 'zod/mini';
import { del, type Endpoint, get, list, nothing, post, put } from './endpoint.ts';
import * as entity from './entities.ts';
import { between, contains, equals, equalsNumber, filterParams, isFlag, range, withExists } from './filters.ts';
import { rowSchema } from './kinds.ts';
import { dayParam, flagParam, instantParam, integerParam, numberParam, paging, textParam } from './params.ts';

const nullableText = z.nullable(z.string());
const done = z.object({});

// ---- account and session

const credentials = z.object({
  username: z.string(),
  password: z.string(),
  role: z.string(),
  terms: z.number(),
  company: z.string(),
});
const registration = z.object({
  password: z.string(),
  username: z.string(),
  role: z.string(),
  email: z.string(),
  name: z.string(),
  surname: z.string(),
  company: z.string(),
  terms: z.number(),
});

export const account = {
  /** The server reads only username and password (C03). */
  authenticate: post(
    'API-01',
    '/account/authenticate',
    z.object({ token: z.string(), user: z.object({ userName: z.string() }) }),
    { body: credentials, token: 'none', summary: 'Log in' },
  ),
  userRegister: post('API-02', '/user/register', z.object({ user: entity.userSchema }), {
    body: credentials,
    summary: 'Register a user, short form (C01)',
  }),
  self: post(
    'API-03',
    '/user',
    z.object({
      id: z.string(),
      username: z.string(),
      password: z.string(),
      role: z.string(),
      name: z.string(),
      surname: z.string(),
      email: z.string(),
      company: nullableText,
      terms: z.number(),
    }),
    { summary: 'The account of the caller; its password is always empty (C02)' },
  ),
  me: get(
    'API-04',
    '/account/me',
    z.object({
      user: z.object({
        refreshToken: z.string(),
        userName: z.string(),
        id: z.string(),
        role: z.string(),
        terms: z.number(),
        company: nullableText,
      }),
    }),
    { summary: 'The session of the caller' },
  ),
  acceptTerms: put('API-05', '/Account/AcceptTerms/{userId}', z.object({ terms: z.number() }), {
    summary: 'Accept the terms, for oneself only (C115)',
  }),
  users: list(
    'API-06',
    '/Account/Users',
    { rows: 'users', count: 'usersCount', entity: entity.user, filters: [] },
    { query: {}, summary: 'Users' },
  ),
  register: post('API-07', '/account/register', z.object({ id: z.string() }), {
    body: registration,
    status: 201,
    summary: 'Register a user',
  }),
  byId: get('API-08', '/account/{id}', entity.userSchema, { summary: 'One user' }),
  updateRoleCompany: put('API-09', '/Account/UpdateRoleCompany', nothing, {
    body: z.object({
      userName: z.string(),
      role: z.string(),
      company: nullableText,
      emailConfirmed: z.union([z.boolean(), z.enum(['true', 'false'])]),
      phoneNumber: nullableText,
    }),
    summary: 'Change role, company, phone and confirmation of a user, told by name (C20)',
  }),
  delete: del('API-10', '/Account/Delete/{id}', nothing, { summary: 'Close an account' }),
  confirmEmail: get('API-33', '/Account/ConfirmEmail', done, {
    query: { email: textParam, activationToken: textParam },
    token: 'none',
    summary: 'Confirm an e-mail address',
  }),
  usersBySearchString: get('API-44', '/Account/UsersBySearchString', z.array(entity.userHit), {
    query: { searchString: textParam },
    summary: 'Users whose id, name or e-mail holds the text',
  }),
  refreshToken: post(
    'ADD-refreshToken',
    '/account/refreshToken',
    z.object({ token: z.string(), refreshToken: z.string() }),
    {
      body: z.object({ refreshToken: z.string() }),
      token: 'none',
      summary: 'A new token within the same session; its end does not move (C05)',
    },
  ),
  logout: post('ADD-logout', '/account/logout', nothing, { summary: 'Revoke the session of the caller (C17)' }),
};

// ---- messages

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

/** EXT-01 as far as it looks at fields of the message; the rest joins with reference data. */
export const acarsPerAircraftFilters = [
  between('acarsDateTime', 'acarsMessageDateTimeMin', 'acarsMessageDateTimeMax'),
  equals('tail'),
  equals('flight'),
  contains('text'),
  equals('mode'),
  equals('label'),
  equals('blockId'),
  equals('msgno'),
  equals('dsta'),
  contains('airlineName'),
  equals('airlineIata'),
  equals('airlineIcao'),
  contains('operatorName'),
  equals('operatorIata'),
  equals('operatorIcao'),
  equals('serialNumber'),
  contains('aircraftType'),
  equals('typeCode'),
  equals('aggregationStatus'),
  equals('consensusStatus'),
  contains('aggregatedText'),
  contains('consensusResult'),
] as const;

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
    { query: { ...filterParams(acarsPerAircraftFilters), modeS: textParam }, summary: 'ACARS per aircraft, all data' },
  ),
  withExtDataCompany: list(
    'API-16',
    '/AcarsMessage/acarsWithExtDataCompany',
    { ...extRows, filters: acarsPerAircraftFilters },
    {
      query: { ...filterParams(acarsPerAircraftFilters), modeS: textParam, company: textParam },
      summary: 'ACARS per aircraft, company scope',
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
};

// ---- reference data

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
};

export const flight = {
  ofAircraft: list(
    'API-25',
    '/flight/getflightsforaircraft/{aircraftId}',
    { rows: 'flights', count: 'flightsCount', entity: entity.flight, filters: [] },
    { query: {}, summary: 'Flights of one aircraft' },
  ),
};

// ---- map

const locations = z.array(entity.locationSchema);
export const map = {
  currentLocation: get('API-27', '/CurrentLocation/GetCurrentLocation2', z.object({ currentLocations: locations }), {
    query: { lat1: numberParam, lat2: numberParam, lon1: numberParam, lon2: numberParam, company: textParam },
    summary: 'Last positions in bounds',
  }),
  openSky: get('API-28', '/OpenSkyFlightsCurrentLocation', z.object({ openSkys: locations }), {
    query: {
      latitude1: numberParam,
      latitude2: numberParam,
      longitude1: numberParam,
      longitude2: numberParam,
      baro_altitude1: numberParam,
      baro_altitude2: numberParam,
    },
    summary: 'Positions of the OpenSky source in bounds and altitude band (m)',
  }),
  states: get('API-29', '/External/states', z.object({ states: z.nullable(z.array(z.array(z.unknown()))) }), {
    query: { lamin: numberParam, lomin: numberParam, lamax: numberParam, lomax: numberParam },
    summary: 'Public aircraft states in bounds (C56)',
  }),
  routes: get('API-31', '/External/routes/{icao}', z.object({ routes: z.array(z.unknown()) }), {
    summary: 'Daily routes of an airport (C56)',
  }),
  metar: get('API-32', '/External/metar/{icao}', entity.weather, { summary: 'Weather of an airport (C56)' }),
};

// ---- stations and their statistics

const stationHistoryQuery = {
  start: instantParam,
  end: instantParam,
  stationId: textParam,
  msgType: textParam,
  ...paging,
};
export const station = {
  byId: get('API-26', '/Station/{id}', entity.stationDetails, { summary: 'One station' }),
  status: get(
    'API-35',
    '/Stations/StationStatus',
    z.object({ stationStatus: z.array(rowSchema(entity.stationStatus)), stationStatusCount: z.number() }),
    { query: stationHistoryQuery, summary: 'Status records of stations' },
  ),
  frameSize: get(
    'API-36',
    '/StationStatusFrameSize/StationStatusFrameSize',
    z.object({ data: z.array(rowSchema(entity.stationFrameSize)), count: z.number() }),
    { query: stationHistoryQuery, summary: 'Frame sizes of stations' },
  ),
  list: get('API-42', '/Station', z.array(entity.stationListItem), { summary: 'Stations' }),
  activeNumber: get('API-43', '/Station/ActiveStationsNumber', z.nullable(z.number()), {
    summary: 'Stations active in the last 4 hours',
  }),
  create: post('API-45', '/Station/CreateStation', z.object({ id: z.number() }), {
    body: entity.stationPayload,
    status: 201,
    summary: 'Create a station',
  }),
  update: put('API-46', '/Station/{id}', nothing, { body: entity.stationPayload, summary: 'Change a station' }),
  feederHistory: get('API-47', '/Station/GetStationFeederHistory/{id}', z.array(entity.feederHistory), {
    summary: 'Feeders of a station over time',
  }),
  locationHistory: get('API-48', '/Station/GetStationLocationHistory/{id}', z.array(entity.locationHistory), {
    summary: 'Places of a station over time',
  }),
};

const statisticsQuery = { timeMin: instantParam, timeMax: instantParam, stationId: textParam };
const statisticsQuery2 = { timeMin2: instantParam, timeMax2: instantParam, stationId2: textParam };
export const statistics = {
  messagesNumber: get(
    'API-37',
    '/FeederStatistics/MessagesNumber',
    z.object({ messagesNumber: z.array(entity.messagesNumber) }),
    {
      query: statisticsQuery,
      summary: 'Messages per station and type',
    },
  ),
  /** The path's typo is the wire's (C29). */
  directionalRanges: get(
    'API-38',
    '/FeederStatistics/HistroicalDirectionalRanges',
    z.object({ directionalRangesStorages: z.array(entity.directionalRange) }),
    {
      query: { timeMin1: instantParam, timeMax1: instantParam, stationId1: textParam, angle: numberParam },
      summary: 'Farthest reception per direction (nmi)',
    },
  ),
  feedingTime: get(
    'API-39',
    '/FeederStatistics/FeedingTime',
    z.object({ feedingTimeDtos: z.array(entity.feedingTime) }),
    {
      query: statisticsQuery2,
      summary: 'Feeding time per station (s)',
    },
  ),
  feedingPercentage: get(
    'API-40',
    '/FeederStatistics/FeedingPercentageDirect',
    z.object({ feedingWorkPercentageDtos: z.array(entity.feedingWorkPercentage) }),
    { query: statisticsQuery2, summary: 'Feeding percentage per station' },
  ),
  feedingPerMessageType: get(
    'API-41',
    '/FeederStatistics/FeedingTimePerMessageType',
    z.object({ feedingPercentagePerMessageType: z.array(entity.feedingPerMessageType) }),
    { query: statisticsQuery, summary: 'Feeding time per station and message type (s)' },
  ),
};

export const overallBid = {
  summary: get('API-49', '/OverallBid/GetCurrentWithScheduledOverallBid', entity.bidSummary, {
    summary: 'Current and scheduled bid (Glog)',
  }),
  history: get('API-50', '/OverallBid/GetOverallBidHistory', z.array(entity.bidHistory), { summary: 'All bids' }),
  upsert: post('API-51', '/OverallBid/Upsert', done, {
    body: z.object({ bidValue: z.number(), startDate: z.string() }),
    summary: 'Set the current or the scheduled bid',
  }),
};

// ---- what we added beside the specification

export const system = {
  health: get(
    'ADD-health',
    '/health',
    z.object({ status: z.literal('ok'), now: z.string(), version: z.string(), demo: z.boolean() }),
    {
      token: 'none',
      summary: 'Is the server up, and does it hold demo data',
    },
  ),
  openapi: get('ADD-openapi', '/openapi.json', z.looseObject({ openapi: z.string() }), {
    token: 'none',
    summary: 'This contract as OpenAPI 3.1',
  }),
};

export const api = {
  account,
  acarsMessage,
  aircraftType,
  airline,
  aircraft,
  airport,
  flight,
  map,
  station,
  statistics,
  overallBid,
  system,
} satisfies Record<string, Readonly<Record<string, Endpoint>>>;
export type Api = typeof api;

/** Every call in one list. */
export const endpoints: readonly Endpoint[] = Object.values(api).flatMap((group) => Object.values(group) as Endpoint[]);
