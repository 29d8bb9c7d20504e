/** One aircraft: facts, position, and its last days on one time axis. */
import * as z from 'zod/mini';
import { instant, instantOrNull, nullableNumber, nullableText, rowSchema } from '../kinds.ts';
import { tailLink } from './link-events.ts';
import { location } from './map.ts';
import { meaningKinds } from './meaning.ts';

/** Days of the axis. */
export const tailSpans = [1, 3, 15] as const;
export type TailSpan = (typeof tailSpans)[number];
/** Days with messages and legs. */
export const tailDays = 15;
/** Slots of the axis. */
export const tailSlotMs = 10 * 60_000;
/** Newest messages in the response. */
export const tailMessages = 500;
/** Characters of a text in the response. */
export const tailTextLength = 600;
export const tailStations = 5;

export const movements = ['out', 'off', 'on', 'in'] as const;

/** Receptions of one message are one row. */
const tailMessage = z.object({
  id: z.string(),
  at: instant.schema,
  flight: nullableText,
  label: nullableText,
  /** ACARS, VDLM2 or HFDL. */
  type: nullableText,
  kind: z.enum(meaningKinds),
  words: z.string(),
  /** The first characters. */
  text: nullableText,
  isCut: z.boolean(),
  /** Gate departure, takeoff, landing, gate arrival. */
  movement: z.nullable(z.enum(movements)),
  heardBy: z.number(),
  /** Receiver of this reception. */
  stationId: nullableText,
  /** `id` of its leg. null = between flights. */
  leg: nullableText,
});
export type TailMessage = z.output<typeof tailMessage>;

/** A flight (decision 16). */
const tailLeg = z.object({
  /** Its first reception, as an instant: any instant of a leg finds it. */
  id: instant.schema,
  until: instant.schema,
  flight: nullableText,
  from: nullableText,
  to: nullableText,
  /** Actual destination, if it is another one. */
  endedAt: nullableText,
  out: instantOrNull.schema,
  off: instantOrNull.schema,
  on: instantOrNull.schema,
  in: instantOrNull.schema,
  /** Scheduled arrival at the gate. */
  scheduledIn: instantOrNull.schema,
  hasLanded: z.boolean(),
  messages: z.number(),
  receivers: z.number(),
});
export type TailLeg = z.output<typeof tailLeg>;

export const tailParts = z.object({
  /** Newest first. */
  legs: z.array(tailLeg),
  /** Newest first. */
  messages: z.array(tailMessage),
  /** Older messages that are not in the response. */
  olderMessages: z.number(),
  /** Oldest first: epoch seconds, altitude in ft (0 = on the ground), latitude, longitude. Arrays, because there are hundreds. */
  track: z.array(z.tuple([z.number(), nullableNumber, nullableNumber, nullableNumber])),
  /** Most messages first, of the last 24 hours. `stationId` = number of the station, or a receiver name that belongs to none. */
  stations: z.array(
    z.object({ stationId: z.string(), isStation: z.boolean(), messages: z.number(), adsbSlots: z.number() }),
  ),
  /** Messages of the last 24 hours. */
  dayMessages: z.number(),
});
export type TailPoint = TailParts['track'][number];
export type TailParts = z.output<typeof tailParts>;

export const tail = z.object({
  asOf: instant.schema,
  days: z.number(),
  /** As on record, otherwise as in its messages. null = an aircraft known by address only. */
  registration: nullableText,
  address: nullableText,
  /** Of reference data. */
  aircraft: z.nullable(
    z.object({
      aircraftId: z.number(),
      typeCode: nullableText,
      aircraftType: nullableText,
      serialNumber: nullableText,
      manufactureDate: nullableText,
      airlineName: nullableText,
      airlineIata: nullableText,
      airlineIcao: nullableText,
    }),
  ),
  /** The last known position. */
  now: z.nullable(rowSchema(location)),
  /** Start of the axis, on a slot. */
  from: instant.schema,
  /** A character per slot from `from` on: 1 = ADS-B received. */
  adsb: z.string(),
  /** Link control. null = unknown: the page is made of stored messages. Absent in copies of earlier versions. */
  link: z.optional(z.nullable(tailLink)),
  ...tailParts.shape,
});
export type Tail = z.output<typeof tail>;
