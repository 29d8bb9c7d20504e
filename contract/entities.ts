/**
 * What the product speaks of, under the wire's own names and in the order of the specification.
 * Must not: rename or correct a name (airportICAO beside airportIata is the wire's, C76), or know a call.
 */
import * as z from 'zod/mini';
import {
  code,
  codeOrNull,
  dayOrNull,
  flagOrNull,
  instant,
  instantOrNull,
  number,
  numberOrNull,
  objectOrNull,
  type Row,
  rowSchema,
  text,
  textOrNull,
} from './kinds.ts';

const nullableText = z.nullable(z.string());
const nullableNumber = z.nullable(z.number());

// ---- users

export const userSchema = z.object({
  id: z.string(),
  userName: z.string(),
  role: z.string(),
  company: nullableText,
  /** 1 = accepted */
  terms: z.number(),
  token: z.optional(z.string()),
  refreshToken: z.optional(z.string()),
  name: z.string(),
  surname: z.string(),
  email: z.string(),
  emailConfirmed: z.boolean(),
  loginProvider: nullableText,
  ethereumAccountAddress: nullableText,
  phoneNumber: nullableText,
});
export type User = z.output<typeof userSchema>;

/** A row of /user; tokens never travel in lists. */
export const user = {
  name: text,
  surname: text,
  userName: code,
  company: textOrNull,
  email: text,
  role: text,
  terms: number,
  ethereumAccountAddress: codeOrNull,
  emailConfirmed: flagOrNull,
  id: code,
  loginProvider: textOrNull,
  phoneNumber: textOrNull,
};

// ---- messages

/** RAW-04. freq MHz, level dB, timestamp epoch seconds, alt ft (C81). `type` = the radio link: ACARS, VDLM2 or HFDL.
 *  `end` = the block ended with ETB, so that another block of the message follows (as acarsdec writes it). */
export const acarsMessage = {
  acarsDateTime: instant,
  tail: codeOrNull,
  flight: codeOrNull,
  text: textOrNull,
  aggregatedText: textOrNull,
  aggregationStatus: codeOrNull,
  freq: numberOrNull,
  timestamp: numberOrNull,
  stationId: codeOrNull,
  channel: numberOrNull,
  level: numberOrNull,
  error: numberOrNull,
  mode: codeOrNull,
  label: codeOrNull,
  blockId: codeOrNull,
  ack: codeOrNull,
  msgno: codeOrNull,
  end: flagOrNull,
  alt: numberOrNull,
  dsta: codeOrNull,
  icao: codeOrNull,
  isOnground: flagOrNull,
  isResponse: flagOrNull,
  lat: numberOrNull,
  lon: numberOrNull,
  toAddr: codeOrNull,
  type: codeOrNull,
  consensusStatus: codeOrNull,
  consensusResult: textOrNull,
};
export type AcarsMessage = Row<typeof acarsMessage>;

const heardText = z.nullable(z.string());
/**
 * Who heard a message, and what was made of it. `blocks` in the order of the message, each with the text that won and its receptions as they
 * came, the earliest first; a message of one block has one.
 */
export const messageHeard = z.object({
  aggregatedText: heardText,
  aggregationStatus: heardText,
  consensusStatus: heardText,
  consensusResult: heardText,
  blocks: z.array(
    z.object({
      msgno: heardText,
      blockId: heardText,
      /** The text that won. */
      text: heardText,
      /** The block of the message that was asked for. */
      isAsked: z.boolean(),
      receptions: z.array(
        z.object({
          id: z.string(),
          stationId: heardText,
          acarsDateTime: z.string(),
          /** Epoch seconds with the receiver's fraction. */
          timestamp: z.nullable(z.number()),
          freq: z.nullable(z.number()),
          level: z.nullable(z.number()),
          error: z.nullable(z.number()),
          text: heardText,
          /** Its text is the one that won. */
          isWinner: z.boolean(),
        }),
      ),
    }),
  ),
});

/** ADSB-03. airspeed kt, altitude in altUnit, haeBaroOffset ft with -9999 = not valid, heading degrees, verticalRate ft/min. */
export const adsbMessage = {
  adsbDateTime: instant,
  address: codeOrNull,
  addressType: codeOrNull,
  aircraftType: codeOrNull,
  airspeed: numberOrNull,
  airspeedStatus: codeOrNull,
  altInfo: codeOrNull,
  altUnit: codeOrNull,
  altitude: numberOrNull,
  bds2Identification: codeOrNull,
  capability: codeOrNull,
  cc: codeOrNull,
  commBBds: codeOrNull,
  commBMb: codeOrNull,
  controlField: codeOrNull,
  dr: codeOrNull,
  emergencyState: codeOrNull,
  error: numberOrNull,
  esSub: codeOrNull,
  esType: codeOrNull,
  ewStatus: codeOrNull,
  ewVelocity: numberOrNull,
  fFlag: codeOrNull,
  flightStatus: codeOrNull,
  haeBaroOffset: numberOrNull,
  heading: numberOrNull,
  headingStatus: codeOrNull,
  icao: codeOrNull,
  identification: codeOrNull,
  iid: codeOrNull,
  lat: numberOrNull,
  level: numberOrNull,
  lon: numberOrNull,
  modeA: codeOrNull,
  modeAIdent: codeOrNull,
  modeC: codeOrNull,
  msgType: codeOrNull,
  nacp: codeOrNull,
  nsStatus: codeOrNull,
  nsVelocity: numberOrNull,
  nucp: codeOrNull,
  posDecoding: codeOrNull,
  report: codeOrNull,
  sl: codeOrNull,
  squawk: codeOrNull,
  stationId: codeOrNull,
  tFlag: codeOrNull,
  timestamp: numberOrNull,
  um: codeOrNull,
  verticalRate: numberOrNull,
  verticalRateSrc: codeOrNull,
  verticalStatus: codeOrNull,
  vs: codeOrNull,
};
export type AdsbMessage = Row<typeof adsbMessage>;

/**
 * EXT-02 and EXT-05, then what we add: mode S, registration and the ids by which the aircraft and the airline are opened.
 * Which aircraft and airline a message meets: docs/decisions/0017.
 */
export const acarsPerAircraft = {
  acarsDateTime: instant,
  tail: codeOrNull,
  flight: codeOrNull,
  text: textOrNull,
  aggregatedText: textOrNull,
  aggregationStatus: codeOrNull,
  mode: codeOrNull,
  label: codeOrNull,
  blockId: codeOrNull,
  msgno: codeOrNull,
  dsta: codeOrNull,
  airlineName: textOrNull,
  iata: codeOrNull,
  aircraftType: textOrNull,
  typeCode: codeOrNull,
  serialNumber: codeOrNull,
  consensusStatus: codeOrNull,
  consensusResult: textOrNull,
  airlineIata: codeOrNull,
  airlineIcao: codeOrNull,
  operatorName: textOrNull,
  operatorIata: codeOrNull,
  operatorIcao: codeOrNull,
  modeS: codeOrNull,
  registration: codeOrNull,
  aircraftId: numberOrNull,
  airlineId: numberOrNull,
};
export type AcarsPerAircraft = Row<typeof acarsPerAircraft>;

// ---- reference data

/** fleet = number of aircraft. */
export const airline = {
  airlineId: number,
  airlineName: text,
  iata: codeOrNull,
  icao: codeOrNull,
  fleet: numberOrNull,
};
export type Airline = Row<typeof airline>;
const operator = z.object({ airlineName: z.string(), iata: nullableText, icao: nullableText });

/** age in years; manufactureDate `YYYY-MM-DD`. */
export const aircraft = {
  aircraftId: number,
  registration: code,
  airline: objectOrNull(rowSchema(airline)),
  typeCode: codeOrNull,
  aircraftType: textOrNull,
  serialNumber: codeOrNull,
  modeS: codeOrNull,
  age: numberOrNull,
  operator: objectOrNull(operator),
  manufactureDate: dayOrNull,
};
export type Aircraft = Row<typeof aircraft>;

export const airport = {
  airportId: number,
  airportName: text,
  airportType: code,
  city: textOrNull,
  continent: codeOrNull,
  isoCountry: codeOrNull,
  isoRegion: codeOrNull,
  airportIata: codeOrNull,
  airportICAO: codeOrNull,
  gpsCode: codeOrNull,
  localCode: codeOrNull,
  elevationFt: numberOrNull,
  latitudeDeg: number,
  longitudeDeg: number,
};
export type Airport = Row<typeof airport>;

/** MAP-17: what the map needs of an airport. */
export const mapAirport = {
  airportName: text,
  city: textOrNull,
  airportICAO: codeOrNull,
  airportIata: codeOrNull,
  latitudeDeg: number,
  longitudeDeg: number,
};
export type MapAirport = Row<typeof mapAirport>;

const hoursMinutes = z.object({ hours: z.number(), minutes: z.number() });
const flightAirport = z.object({ city: nullableText, airportIata: nullableText, airportId: z.number() });
export const flight = {
  flightCode: code,
  flightDate: code,
  fromAirport: objectOrNull(flightAirport),
  toAirport: objectOrNull(flightAirport),
  flightTime: objectOrNull(hoursMinutes),
  flightStd: objectOrNull(hoursMinutes),
  flightAtd: objectOrNull(hoursMinutes),
  flightSta: objectOrNull(hoursMinutes),
  flightStatus: textOrNull,
  flightLanded: objectOrNull(z.union([hoursMinutes, z.string()])),
  divertedToAirport: objectOrNull(z.union([flightAirport, z.string()])),
  aircraft: objectOrNull(rowSchema(aircraft)),
};
export type Flight = Row<typeof flight>;

// ---- map

/**
 * angle = track in degrees, clockwise from north; null = unknown. From `seenAt` on (instant of the position) the fields are ours: another server of
 * this API may lack them. altitudeFt is that of the barometer.
 */
export const location = {
  id: number,
  lat: number,
  lon: number,
  angle: numberOrNull,
  icao: code,
  seenAt: instantOrNull,
  callsign: codeOrNull,
  altitudeFt: numberOrNull,
  groundSpeedKt: numberOrNull,
  verticalRateFtMin: numberOrNull,
  isOnGround: flagOrNull,
};
export type Location = Row<typeof location>;

/** Where an aircraft was, and when. */
export const trailPoint = { lat: number, lon: number, at: instant, altitudeFt: numberOrNull };
export type TrailPoint = Row<typeof trailPoint>;

/** Of a service that is nobody's here: absent, null or not as expected is all the same (WX-04). */
const fromAfar = <T>(schema: z.ZodMiniType<T>) => z.optional(z.catch(z.nullable(schema), null));
/**
 * WX-02; everything else of the weather service's answer passes through. relative_humidity is a fraction from 0 to 1; `units.visibility` is
 * 'm' or 'sm' (statute miles), `units.temperature` 'C' or 'F'; `time.dt` = when it was observed, ISO 8601; `raw` = the METAR.
 */
export const weather = z.looseObject({
  temperature: fromAfar(z.looseObject({ value: fromAfar(z.number()) })),
  relative_humidity: fromAfar(z.number()),
  visibility: fromAfar(z.looseObject({ value: fromAfar(z.number()) })),
  time: fromAfar(z.looseObject({ dt: fromAfar(z.string()) })),
  raw: fromAfar(z.string()),
  units: fromAfar(z.looseObject({ temperature: fromAfar(z.string()), visibility: fromAfar(z.string()) })),
});
export type Weather = z.output<typeof weather>;

// ---- statistics

export const messagesNumber = z.object({
  stationId: z.string(),
  acars: z.number(),
  vdlm2: z.number(),
  adsb: z.number(),
  total: z.number(),
});
/** angle degrees, distance nmi. */
export const directionalRange = z.object({ angle: z.number(), distance: z.number() });
/** Times in seconds, percentages 0 to 100. */
export const feedingTime = z.object({
  stationId: z.string(),
  feedingTime: z.number(),
  idleTime: z.number(),
  totalEngagement: z.number(),
  feedingPercentage: z.number(),
});
export const feedingWorkPercentage = z.object({ stationId: z.string(), feedingPercentage: z.number() });
export const feedingPerMessageType = z.object({
  stationId: z.string(),
  feedingTime: z.number(),
  feedingPercentage: z.number(),
  feedingTimeADSB: z.number(),
  feedingPercentageADSB: z.number(),
  feedingTimeACARS: z.number(),
  feedingPercentageACARS: z.number(),
  feedingTimeVDLM2: z.number(),
  feedingPercentageVDLM2: z.number(),
});

// ---- station status

const versionNames = [
  'acars',
  'vdlm2',
  'adsb',
  'gnss',
  'mqtt',
  'locationApp',
  'mainSystem',
  'fotaService',
  'appImage',
] as const;
type VersionField = `${(typeof versionNames)[number]}${'Major' | 'Minor' | 'Build'}`;
/** SST-10, C114: nine version triples. */
const versions = Object.fromEntries(
  versionNames.flatMap((name) => ['Major', 'Minor', 'Build'].map((part) => [`${name}${part}`, numberOrNull])),
) as Record<VersionField, typeof numberOrNull>;

/** SST-09. timestamps epoch seconds, ramUsage %, cpuTemperature °C, wifiBitrate Mbit/s, wifiSignalLevel dBm, locationAccuracy m. */
export const stationStatus = {
  createdOn: instant,
  timestamp: numberOrNull,
  stationId: code,
  msgType: codeOrNull,
  ...versions,
  hwRevisionMajor: numberOrNull,
  hwRevisionBuild: numberOrNull,
  statsStartTimestamp: numberOrNull,
  statsEndTimestamp: numberOrNull,
  acarsMsgStats: numberOrNull,
  vdlm2MsgStats: numberOrNull,
  adsbMsgStats: numberOrNull,
  framesStats: numberOrNull,
  ramUsage: numberOrNull,
  cpuTemperature: numberOrNull,
  wifiBitrate: numberOrNull,
  wifiSignalLevel: numberOrNull,
  wifiLinkQuality: numberOrNull,
  locationLat: numberOrNull,
  locationLon: numberOrNull,
  locationSource: codeOrNull,
  locationAccuracy: numberOrNull,
  locationCountry: textOrNull,
  locationTown: textOrNull,
};

/** FSZ-02. Sizes in bytes. */
export const stationFrameSize = {
  createdOn: instant,
  timestamp: numberOrNull,
  stationId: code,
  msgType: codeOrNull,
  frameSizeMin: numberOrNull,
  frameSizeMax: numberOrNull,
  frameSizeAvg: numberOrNull,
};

// ---- stations

const feederNotification = z.enum(['Send', 'DoNothing']);
/** STAT-20. `stationId` = the digits on the receiver, `id` = the record (C83). */
export const stationListItem = z.object({
  id: z.number(),
  stationId: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  city: nullableText,
  country: nullableText,
  locationAddress: nullableText,
  lastActiveTime: instantOrNull.schema,
  feederName: nullableText,
  feederEmail: nullableText,
  feederPhone: nullableText,
  description: nullableText,
  notificationEmail: nullableText,
  feederNotificationEmail: feederNotification,
  firstTimeSentToFeeder: instantOrNull.schema,
});
export const stationPayload = z.object({
  id: z.optional(z.number()),
  stationId: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  locationStartDate: z.string(),
  city: nullableText,
  country: nullableText,
  locationAddress: nullableText,
  lastActiveTime: nullableText,
  userId: z.string(),
  startDate: z.string(),
  description: nullableText,
  notificationEmail: nullableText,
  feederNotificationEmail: feederNotification,
  firstTimeSentToFeeder: nullableText,
  userStationStatus: nullableText,
});
export const stationDetails = z.extend(stationPayload, {
  feederUsername: nullableText,
  feederEmail: nullableText,
  feederName: nullableText,
  feederSurname: nullableText,
  feederPhone: nullableText,
});
export const feederHistory = z.object({
  userName: z.string(),
  startDate: z.string(),
  note: nullableText,
  createdOn: z.string(),
  createdByUsername: nullableText,
});
export const locationHistory = z.object({
  latitude: z.number(),
  longitude: z.number(),
  city: nullableText,
  country: nullableText,
  locationAddress: nullableText,
  startDate: z.string(),
  createdOn: z.string(),
  createdByUsername: nullableText,
});
/** `id` = the public beginning of the key. `createdBy` null = made at the terminal. */
export const stationKey = z.object({
  id: z.string(),
  name: z.string(),
  createdOn: instant.schema,
  createdBy: nullableText,
  lastUsedOn: instantOrNull.schema,
  revokedOn: instantOrNull.schema,
});
export const newStationKey = z.object({ id: z.string(), key: z.string(), name: z.string(), createdOn: instant.schema });
export const userHit = z.object({
  id: z.string(),
  userName: z.string(),
  email: z.string(),
  name: z.string(),
  surname: z.string(),
});

// ---- overall bid

/** Bids in Glog. */
export const bidSummary = z.object({
  currentBidValue: nullableNumber,
  currentStartDate: nullableText,
  scheduledBidValue: nullableNumber,
  scheduledStartDate: nullableText,
});
export const bidHistory = z.object({
  id: z.number(),
  bidValue: z.number(),
  status: z.string(),
  startDate: z.string(),
  createdOn: z.string(),
  createdByUserName: nullableText,
});
