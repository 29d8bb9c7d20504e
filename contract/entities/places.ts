/** The pages of one station and one airport: each in one response. */
import * as z from 'zod/mini';
import { instant, instantOrNull, nullableNumber, nullableText } from '../kinds.ts';
import { stationLink } from './link-events.ts';
import { wireRow } from './overview.ts';
import { stationHealth } from './station-health.ts';

/** Rows of the lists of a page. */
export const placeRows = 12;
/** Width of a bearing of a range outline in degrees: 72 around the station. */
export const outlineDeg = 5;
/** Receptions of a station that are compared with those of others, the newest first. */
export const maxCompared = 20_000;

/** An aircraft with a position received in the last minutes. Distances in nmi. */
const nearAircraft = z.object({
  icao: z.string(),
  /** Registration of a known aircraft. */
  tail: nullableText,
  callsign: nullableText,
  lat: z.number(),
  lon: z.number(),
  angle: nullableNumber,
  altitudeFt: nullableNumber,
  isOnGround: z.nullable(z.boolean()),
  seenAt: instant.schema,
  distanceNmi: z.number(),
});
export type NearAircraft = z.output<typeof nearAircraft>;

/** Farthest reception by bearing in nmi, from north on. null = none. */
const outline = z.array(nullableNumber);

/** Messages of the station in 24 hours by the number of other stations that received them, too. */
const sharedMessages = z.object({
  alone: z.number(),
  withOne: z.number(),
  withMore: z.number(),
  /** The oldest compared message, if there were more than `maxCompared`. null = all of 24 hours. */
  since: instantOrNull.schema,
  /** Other stations, or receivers without a station, by the number of common messages. */
  with: z.array(z.object({ stationId: z.string(), city: nullableText, messages: z.number() })),
  /** Compared with the stations that the caller may see only. */
  isLimited: z.optional(z.boolean()),
});

export const stationPage = z.object({
  asOf: instant.schema,
  station: stationHealth,
  lat: z.number(),
  lon: z.number(),
  createdAt: instant.schema,
  ranges: z.object({
    day: outline,
    month: outline,
    /** Of `month`: its first day with a count. null = none. */
    since: instantOrNull.schema,
  }),
  aircraft: z.array(nearAircraft),
  /** All of them; `aircraft` has the nearest. */
  aircraftCount: z.number(),
  shared: sharedMessages,
  /** Absent in copies of earlier versions. */
  link: z.optional(stationLink),
  messages: z.array(wireRow),
});
export type StationPage = z.output<typeof stationPage>;

/** A movement reported by an aircraft. `other` = the other airport, as a code of the text. */
const movement = z.object({
  id: z.string(),
  at: instant.schema,
  what: z.enum(['out', 'off', 'on', 'in']),
  tail: nullableText,
  flight: nullableText,
  other: nullableText,
});
export type AirportMovement = z.output<typeof movement>;

/** `expectedAt` = by distance and ground speed. null = no current position. */
const approaching = z.object({
  tail: nullableText,
  icao: nullableText,
  flight: nullableText,
  from: nullableText,
  /** Time of the message that names this airport as the destination. */
  reportedAt: instant.schema,
  expectedAt: instantOrNull.schema,
  distanceNmi: nullableNumber,
});

export const airportPage = z.object({
  asOf: instant.schema,
  icao: z.string(),
  iata: nullableText,
  name: z.string(),
  city: nullableText,
  country: nullableText,
  elevationFt: nullableNumber,
  lat: z.number(),
  lon: z.number(),
  arrived: z.array(movement),
  departed: z.array(movement),
  approaching: z.array(approaching),
  /** On the ground, by their positions. */
  present: z.array(nearAircraft),
  /** Airborne, within 60 nmi. */
  around: z.array(nearAircraft),
  atis: z.nullable(
    z.object({ id: z.string(), at: instant.schema, letter: nullableText, text: z.string(), stationId: nullableText }),
  ),
  messages: z.array(wireRow),
  /** The oldest message read, if there were too many. null = all of 24 hours. */
  since: instantOrNull.schema,
});
export type AirportPage = z.output<typeof airportPage>;
