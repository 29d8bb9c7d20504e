/** The search index of a caller: aircraft of stored messages, aircraft in the air, stations (decision 39). */
import * as z from 'zod/mini';
import { instant, instantOrNull, nullableNumber, nullableText } from '../kinds.ts';
import { healthStates } from './station-health.ts';

/** Aircraft of stored messages. The newest ones are in the index. */
export const maxFindAircraft = 20_000;
/** Aircraft in the air. */
export const maxFindInAir = 5000;

/** One column each, which compresses to a third of rows. '' = none. `type` and `airline` are indexes in the lists of the index, -1 = none. */
const heardAircraft = z.object({
  tail: z.array(z.string()),
  address: z.array(z.string()),
  flight: z.array(z.string()),
  type: z.array(z.number()),
  airline: z.array(z.number()),
  /** Minutes since 1970 of the last message. */
  lastMinute: z.array(z.number()),
});
const findStation = z.object({
  stationId: z.string(),
  receivers: z.array(z.string()),
  city: nullableText,
  /** null = the caller may not read the status. */
  state: z.nullable(z.enum(healthStates)),
  lastMessageAt: instantOrNull.schema,
});
export type FindStation = z.output<typeof findStation>;
const airborne = z.object({
  address: z.string(),
  callsign: nullableText,
  altitudeFt: nullableNumber,
  /** Epoch seconds of the position. */
  seenS: z.number(),
});
export type Airborne = z.output<typeof airborne>;

export const findIndex = z.object({
  /** `since` of the next request. */
  asOf: instant.schema,
  /** false = `aircraft` contains changes since the time of the request. The other parts are always complete. */
  isComplete: z.boolean(),
  types: z.array(z.string()),
  airlines: z.array(z.string()),
  /** Two letters and ICAO code of the airlines of `flight`: RO731 is ROT731. Airlines may share two letters. */
  codes: z.array(z.tuple([z.string(), z.string()])),
  aircraft: heardAircraft,
  inAir: z.array(airborne),
  stations: z.array(findStation),
});
export type FindIndex = z.output<typeof findIndex>;
