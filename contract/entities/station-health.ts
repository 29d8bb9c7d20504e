/**
 * Is a station feeding, and if not, where on its way does a message get lost (ADD-stationHealth).
 * Must not: hold words for the screen; states and reasons are codes that the app writes out.
 */
import * as z from 'zod/mini';
import { instant, instantOrNull, nullableNumber, nullableText } from '../kinds.ts';

/** Worst first: the order of a list of stations. */
export const healthStates = ['silent', 'late', 'partly', 'never', 'feeding'] as const;
/** `partly` = it feeds, but a message type that it usually feeds is silent. `never` = nothing of it is held. */
export type HealthState = (typeof healthStates)[number];

export const feedTypes = ['ADSB', 'ACARS', 'VDLM2'] as const;
export type FeedType = (typeof feedTypes)[number];

/**
 * Why nothing arrives, as far as it can be known (decision 28). `noSign` = no status report either: no power, or no network. `noFrames` = the
 * radio hears nothing. `notDecoded` = frames, but no message in them. `noUpload` = messages were decoded and did not arrive. `untold` = the
 * station sends no status reports, so nobody can tell.
 */
export const silenceReasons = ['noSign', 'noFrames', 'notDecoded', 'noUpload', 'untold'] as const;
export type SilenceReason = (typeof silenceReasons)[number];

/** The way of a message, in its order. */
export const pathSteps = ['radio', 'decoder', 'upload', 'stored', 'counted'] as const;
export type PathStep = (typeof pathSteps)[number];
/** `unknown` = there was never any evidence. */
export const stepStates = ['ok', 'late', 'lost', 'unknown'] as const;
export type StepState = (typeof stepStates)[number];
/** What proves a step: a record of frame sizes, a status report, a stored message, the use of a key, a rollup. */
export const evidences = ['frameSize', 'status', 'message', 'key', 'count'] as const;
export type Evidence = (typeof evidences)[number];

/** How many stations one answer tells in full; with more of them each is asked for by itself (`stationId`). */
export const mostInFull = 12;
/** The strip of hours: a week, the hour that runs is its last. */
export const stripHours = 168;
export const recentHours = 24;

const hourly = z.array(nullableNumber);

/** Hours by their place in the strip; null = before the station's first day. `reasons` null where messages came, or it is not known. */
const typeHealth = z.object({
  type: z.enum(feedTypes),
  lastAt: instantOrNull.schema,
  /** Percent of feeding time, as contract/feeding.ts defines it; null = the type was not fed in the week. */
  share24h: nullableNumber,
  share7d: nullableNumber,
  /** Fed slots of each hour, 0 to 6. */
  slots: hourly,
  reasons: z.array(z.nullable(z.enum(silenceReasons))),
});
/** A measured value against the station's own week. `usualLow` to `usualHigh` holds nine tenths of the week's hours. */
const reading = z.object({
  now: z.number(),
  at: instant.schema,
  usualLow: z.number(),
  usualHigh: z.number(),
  isUnusual: z.boolean(),
  hours: hourly,
});
/** nmi. `usualNmi` = the median of the days before; null = there are none. `fromDeg` = the sector's first degree. */
const rangeHealth = z.object({
  nowNmi: nullableNumber,
  usualNmi: nullableNumber,
  sectors: z.array(z.object({ fromDeg: z.number(), nowNmi: nullableNumber, usualNmi: nullableNumber })),
});
const stationFacts = z.object({
  receivers: z.array(z.string()),
  path: z.array(
    z.object({
      step: z.enum(pathSteps),
      state: z.enum(stepStates),
      at: instantOrNull.schema,
      by: z.nullable(z.enum(evidences)),
    }),
  ),
  /** Where the strip begins: the first second of its first hour. */
  hoursFrom: instant.schema,
  types: z.array(typeHealth),
  lastReportAt: instantOrNull.schema,
  /** °C */
  temperature: z.nullable(reading),
  /** dBm */
  wifi: z.nullable(reading),
  range: z.nullable(rangeHealth),
  /** `changedOn` = when the first report with this version came, within the week. */
  versions: z.array(z.object({ name: z.string(), version: z.string(), changedOn: instantOrNull.schema })),
});
export const stationHealth = z.object({
  /** The record (C83); `stationId` are the station's digits. */
  id: z.number(),
  stationId: z.string(),
  city: nullableText,
  country: nullableText,
  state: z.enum(healthStates),
  /** Of a station that is not feeding. */
  reason: z.nullable(z.enum(silenceReasons)),
  lastMessageAt: instantOrNull.schema,
  /** A message in so many seconds, in the average of its week; null = it was not heard in the week. */
  usualEveryS: nullableNumber,
  /** It feeds while its last message is at most so old (s), and is silent when it is older than `lateS`: by its own rhythm. */
  fineS: z.number(),
  lateS: z.number(),
  /** Types that it usually feeds and that are silent. */
  silentTypes: z.array(z.enum(feedTypes)),
  facts: z.nullable(stationFacts),
});
export const stationsHealth = z.object({ asOf: instant.schema, stations: z.array(stationHealth) });

export type StationHealth = z.output<typeof stationHealth>;
export type StationFacts = z.output<typeof stationFacts>;
export type TypeHealth = z.output<typeof typeHealth>;
export type Reading = z.output<typeof reading>;
export type RangeHealth = z.output<typeof rangeHealth>;
export type StationsHealth = z.output<typeof stationsHealth>;
