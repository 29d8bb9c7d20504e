/**
 * Stations, their status records, histories and keys, under the wire's own names and in the order of the specification.
 * Must not: rename or correct a name (airportICAO beside airportIata is the wire's, C76), or know a call.
 */
import * as z from 'zod/mini';
import { code, codeOrNull, instant, instantOrNull, nullableText, numberOrNull, textOrNull } from '../kinds.ts';

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
const maybe = z.optional(nullableText);
/**
 * STN-09. What a client sends for `id`, `lastActiveTime`, `notificationEmail`, `firstTimeSentToFeeder` and `userStationStatus` is not stored: the server
 * knows them. What each may hold: station-rules.ts.
 */
export const stationPayload = z.object({
  id: z.optional(z.nullable(z.number())),
  stationId: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  locationStartDate: z.string(),
  city: maybe,
  country: maybe,
  locationAddress: maybe,
  lastActiveTime: maybe,
  userId: z.string(),
  startDate: z.string(),
  description: maybe,
  notificationEmail: maybe,
  feederNotificationEmail: z.optional(feederNotification),
  firstTimeSentToFeeder: maybe,
  userStationStatus: maybe,
});
/**
 * STN-15. `version` grows with each change; who sends it back as `If-Match` is told when somebody else has saved meanwhile. `userId` null = nobody
 * feeds it. `notificationEmail` = where mails about it go.
 */
export const stationDetails = z.object({
  id: z.number(),
  version: z.number(),
  stationId: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  locationStartDate: instant.schema,
  city: nullableText,
  country: nullableText,
  locationAddress: nullableText,
  lastActiveTime: instantOrNull.schema,
  userId: nullableText,
  startDate: instant.schema,
  description: nullableText,
  notificationEmail: nullableText,
  feederNotificationEmail: feederNotification,
  firstTimeSentToFeeder: instantOrNull.schema,
  userStationStatus: nullableText,
  feederUsername: nullableText,
  feederEmail: nullableText,
  feederName: nullableText,
  feederSurname: nullableText,
  feederPhone: nullableText,
});
/** STN-16. `userName` null = nobody, or an account that is closed. */
export const feederHistory = z.object({
  userName: nullableText,
  startDate: instant.schema,
  note: nullableText,
  createdOn: instant.schema,
  createdByUsername: nullableText,
});
/** STN-17. */
export const locationHistory = z.object({
  latitude: z.number(),
  longitude: z.number(),
  city: nullableText,
  country: nullableText,
  locationAddress: nullableText,
  startDate: instant.schema,
  createdOn: instant.schema,
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
/** C118. `lastHeard` null = nothing by that name is stored (any more). */
const receiverName = z.object({ name: z.string(), lastHeard: instantOrNull.schema });
export const stationReceivers = z.object({
  claimed: z.array(receiverName),
  /** Names that nobody has claimed and that were heard lately, the latest first. */
  unclaimed: z.array(receiverName),
});
