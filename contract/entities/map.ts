/**
 * What the map shows: positions, trails, weather, under the wire's own names and in the order of the specification.
 * Must not: rename or correct a name (airportICAO beside airportIata is the wire's, C76), or know a call.
 */
import * as z from 'zod/mini';
import { code, codeOrNull, flagOrNull, instant, instantOrNull, number, numberOrNull, type Row } from '../kinds.ts';

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
