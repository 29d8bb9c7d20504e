/** Stations, status records, histories, keys. Wire names and their order are specified, typos included (C76). */
import * as z from 'zod/mini';
import {
  code,
  codeOrNull,
  instant,
  instantOrNull,
  nullableText,
  numberOrNull,
  requestInstant,
  textOrNull,
} from '../kinds.ts';

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
const maybeInstant = z.optional(z.nullable(requestInstant));
/**
 * STN-09. `id`, `lastActiveTime`, `notificationEmail`, `firstTimeSentToFeeder` and `userStationStatus` of a client are ignored: the server
 * has them. Rules: station-rules.ts.
 */
export const stationPayload = z.object({
  id: z.optional(z.nullable(z.number())),
  stationId: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  locationStartDate: requestInstant,
  city: maybe,
  country: maybe,
  locationAddress: maybe,
  lastActiveTime: maybeInstant,
  userId: z.string(),
  startDate: requestInstant,
  description: maybe,
  notificationEmail: maybe,
  feederNotificationEmail: z.optional(feederNotification),
  firstTimeSentToFeeder: maybeInstant,
  userStationStatus: maybe,
});
/**
 * STN-15. `version` increases with each change. Sent back as `If-Match`, it detects a concurrent change. `userId` null = no feeder.
 * `notificationEmail` = recipient of emails about it.
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
/** STN-16. `userName` null = none, or a closed account. */
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
/** `id` = public prefix of the key. `createdBy` null = by the command. */
export const stationKey = z.object({
  id: z.string(),
  name: z.string(),
  createdOn: instant.schema,
  createdBy: nullableText,
  lastUsedOn: instantOrNull.schema,
  revokedOn: instantOrNull.schema,
});
export const newStationKey = z.object({ id: z.string(), key: z.string(), name: z.string(), createdOn: instant.schema });
/** C118. `lastHeard` null = no stored message has this name. */
const receiverName = z.object({ name: z.string(), lastHeard: instantOrNull.schema });
/** A station's number and its receiver names, in lower case. */
export const stationNames = z.object({ stationId: z.string(), receivers: z.array(z.string()) });

export const stationReceivers = z.object({
  claimed: z.array(receiverName),
  /** Unclaimed names received recently, latest first. */
  unclaimed: z.array(receiverName),
});
