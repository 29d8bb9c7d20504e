/** Positions, trails, weather. Wire names and their order are specified, typos included (C76). */
import * as z from 'zod/mini';
import {
  code,
  codeOrNull,
  flagOrNull,
  instant,
  instantOrNull,
  nullableText,
  number,
  numberOrNull,
  type Row,
  textOrNull,
} from '../kinds.ts';

/**
 * angle = track in degrees, clockwise from north; null = unknown. From `seenAt` on (instant of the position) the fields are ours: another server of
 * this API may lack them. altitudeFt is that of the barometer, squawk four octal digits. lastMessageAt = its last ACARS message, lastFaultAt = its last fault report. typeCode = ICAO type of a known aircraft.
 * isMlat = the position was calculated by several receivers. isDoubtful = its address was received at two places in turns.
 * isAltitudeGeometric = altitudeFt is that above the ellipsoid, as there is none of the barometer. emergency = state of ADS-B.
 * positionKind = how the position was received. registration = as on record, else as the receiver knows it. airline = name of that on record.
 * category = emitter category of ADS-B. messages = its ACARS messages since it is in memory, up to 99. An address that is not of ICAO begins with ~.
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
  squawk: codeOrNull,
  lastMessageAt: instantOrNull,
  lastFaultAt: instantOrNull,
  typeCode: codeOrNull,
  isMlat: flagOrNull,
  isDoubtful: flagOrNull,
  isAltitudeGeometric: flagOrNull,
  emergency: codeOrNull,
  positionKind: codeOrNull,
  registration: codeOrNull,
  airline: textOrNull,
  category: codeOrNull,
  messages: numberOrNull,
};
/** ACARS, VDLM2, HFDL = in a message of that link. `other` = any other way: from a radar, or not stated. */
export const positionKinds = ['ADS-B', 'ADS-R', 'TIS-B', 'MLAT', 'ADS-C', 'ACARS', 'VDLM2', 'HFDL', 'other'] as const;
export type PositionKind = (typeof positionKinds)[number];
export const positionKindOf = (name: unknown): PositionKind | null =>
  positionKinds.find((kind) => kind === name) ?? null;
export type Location = Row<typeof location>;

/** A past position and its time. */
export const trailPoint = { lat: number, lon: number, at: instant, altitudeFt: numberOrNull };
export type TrailPoint = Row<typeof trailPoint>;

/** Oldest first: latitude, longitude, epoch seconds, altitude in ft. Arrays, because a map has thousands of points. */
export const recentTrail = z.object({
  icao: z.string(),
  points: z.array(z.tuple([z.number(), z.number(), z.number(), z.nullable(z.number())])),
});
export type RecentTrail = z.output<typeof recentTrail>;

/** An aircraft in a past range, from stored ADS-B positions. The callsign is the newest of the range. An older server sends no kind. */
export const pastAircraft = z.extend(recentTrail, { callsign: nullableText, positionKind: z.optional(nullableText) });
export type PastAircraft = z.output<typeof pastAircraft>;

/** Stations that received the newest message of an aircraft. `others` = receivers that the caller may not see, or without a station. */
export const heardBy = z.object({
  icao: z.string(),
  at: instant.schema,
  stations: z.array(z.object({ stationId: z.string(), latitude: z.number(), longitude: z.number() })),
  others: z.number(),
});
export type HeardBy = z.output<typeof heardBy>;

/** Stations in a response of outlines. */
export const maxOutlines = 12;
/** A station and its farthest reception by sector of 5 degrees from north on in nmi, 0 = none: of 24 hours, and of 30 days. */
export const stationOutline = z.object({
  stationId: z.string(),
  city: nullableText,
  latitude: z.number(),
  longitude: z.number(),
  day: z.array(z.number()),
  month: z.array(z.number()),
});
export type StationOutline = z.output<typeof stationOutline>;

/**
 * Stored positions of the last hours by cells of the earth. `cells` = row and column of each, from the south-west corner
 * (row * cellDeg, column * cellDeg in degrees), and its positions. `isSampled` = of busy hours the newest positions are counted.
 */
export const coverage = z.object({
  asOf: instant.schema,
  hours: z.number(),
  cellDeg: z.number(),
  positions: z.number(),
  isSampled: z.boolean(),
  cells: z.array(z.tuple([z.number(), z.number(), z.number()])),
});
export type Coverage = z.output<typeof coverage>;

/** Of a service outside our control: absent, null and unexpected values are equal (WX-04). */
const fromAfar = <T>(schema: z.ZodMiniType<T>) => z.optional(z.catch(z.nullable(schema), null));
/**
 * WX-02; the rest of the weather service's response passes through. relative_humidity is a fraction from 0 to 1; `units.visibility` is
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
