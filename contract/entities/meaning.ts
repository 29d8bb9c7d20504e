/**
 * What a message says: kind, one line of words, typed facts. `decoder/read-message.ts` makes it once, when the message is stored. Readers of stored meanings accept those of
 * other versions: unknown members are dropped, and what does not parse counts as not decoded yet.
 */
import * as z from 'zod/mini';

export { decoderVersion } from '../decoder-version.ts';

import { nullableNumber, nullableText } from '../kinds.ts';

/** `other` = none of these, such as a flight plan. `gateTimes` = out, off, on, in, and their estimates. */
export const meaningKinds = [
  'position',
  'gateTimes',
  'weather',
  'cpdlc',
  'adsc',
  'engine',
  'load',
  'freeText',
  'fault',
  'link',
  'other',
] as const;
export type MeaningKind = (typeof meaningKinds)[number];

export const decodeLevels = ['none', 'partial', 'full'] as const;
export type DecodeLevel = (typeof decodeLevels)[number];

/** Filter: `yes` = partial or full. */
export const decodedWords = [...decodeLevels, 'yes'] as const;

/** Times of day are UTC, `HH:MM` or `HH:MM:SS`. Degrees are signed, north and east positive. */
const time = z.string();
const place = z.object({
  lat: z.optional(z.number()),
  lon: z.optional(z.number()),
  /** Waypoint, as named in the text. */
  name: z.optional(z.string()),
  time: z.optional(time),
});
export type FactPlace = z.output<typeof place>;

/** `words` keep the reference of the text: `FL350`, `3,000 ft QNH`. `ft` only of a pressure altitude. */
const altitude = z.object({ words: z.string(), ft: nullableNumber });
/** `unit` null = the text does not state it. */
const amount = z.object({ value: z.number(), unit: nullableText });

/** One element of a CPDLC message. `response` = which answer an uplink wants: `W/U`, `A/N`, `R`, `NE`, `N`, `Y`. */
const cpdlcElement = z.object({ code: z.string(), words: z.string(), response: nullableText });
const cpdlc = z.object({
  direction: z.enum(['up', 'down']),
  what: z.enum(['message', 'connect', 'confirm', 'disconnect', 'logon', 'logonAnswer', 'contact']),
  /** Address of the ground unit, 4 or 7 characters. */
  ground: nullableText,
  number: nullableNumber,
  reference: nullableNumber,
  time: z.nullable(time),
  /** `UM20`, `DM6`. */
  elements: z.array(cpdlcElement),
});
export type CpdlcFact = z.output<typeof cpdlc>;

/** `due` = how often a periodic contract reports, in seconds. */
const adsc = z.object({
  direction: z.enum(['up', 'down']),
  ground: nullableText,
  what: z.enum(['contract', 'cancel', 'acknowledgement', 'refusal', 'report', 'event', 'emergency', 'other']),
  contract: nullableNumber,
  everyS: nullableNumber,
  /** Names of the events of a contract or a report. */
  events: z.array(z.string()),
});
export type AdscFact = z.output<typeof adsc>;

/** `state` of the link `link`: `established` or `lost`. */
const link = z.object({
  link: z.string(),
  state: nullableText,
  time: z.nullable(time),
  available: z.array(z.string()),
});

/** A fault event. Members named in `inferred` are not documented for this format. */
const fault = z.object({
  what: z.enum(['failure', 'warning', 'effect', 'message', 'status']),
  /** ATA chapter: two digits. */
  chapter: nullableText,
  /** All digits of the ATA reference, as in the text. */
  ata: nullableText,
  name: z.string(),
  /** Number of the message or effect, where its maker has one. */
  code: z.optional(z.string()),
  /** Reporting system or part. */
  source: nullableText,
  /** As in the text: letters of Boeing have no documented meaning. */
  class: nullableText,
  severity: nullableText,
  phase: nullableText,
  persistence: z.nullable(z.enum(['hard', 'intermittent'])),
  /** `YYYY-MM-DDTHH:MM:SSZ`, when it happened. */
  at: nullableText,
  /** Systems also impacted. */
  impacted: z.array(z.string()),
  inferred: z.array(z.string()),
});
export type FaultFact = z.output<typeof fault>;

export const facts = z.object({
  flight: z.optional(z.string()),
  tail: z.optional(z.string()),
  /** Airport codes, ICAO or IATA. */
  from: z.optional(z.string()),
  to: z.optional(z.string()),
  position: z.optional(place),
  /** Waypoints ahead, nearest first. */
  next: z.optional(z.array(place)),
  altitude: z.optional(altitude),
  /** Of the report. */
  time: z.optional(time),
  times: z.optional(z.partialRecord(z.enum(['out', 'off', 'on', 'in', 'eta', 'scheduledOut', 'scheduledIn']), time)),
  gate: z.optional(z.string()),
  runway: z.optional(z.string()),
  fuel: z.optional(amount),
  speed: z.optional(amount),
  windFromDeg: z.optional(z.number()),
  windKt: z.optional(z.number()),
  temperatureC: z.optional(z.number()),
  /** Airports that a weather text is about. */
  airports: z.optional(z.array(z.string())),
  passengers: z.optional(z.number()),
  /** Number or name of a report: `A38`, `REP032`. */
  report: z.optional(z.string()),
  /** Text that people wrote. */
  freeText: z.optional(z.string()),
  cpdlc: z.optional(cpdlc),
  adsc: z.optional(adsc),
  link: z.optional(link),
  faults: z.optional(z.array(fault)),
  /** The checksum of the text is wrong, or its end is missing: facts may be wrong or incomplete. */
  isDamaged: z.optional(z.boolean()),
});
export type Facts = z.output<typeof facts>;

export const meaning = z.object({
  version: z.number(),
  kind: z.enum(meaningKinds),
  level: z.enum(decodeLevels),
  /** One line. Of level `none`: the meaning of the label. */
  words: z.string(),
  /** Who read it: our readers or the receiver. */
  by: z.enum(['own', 'receiver']),
  facts,
});
export type Meaning = z.output<typeof meaning>;
