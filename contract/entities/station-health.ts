/** Station health: whether a station feeds, and the step of the message path that fails. States and reasons are codes. */
import * as z from 'zod/mini';
import { instant, instantOrNull, nullableNumber, nullableText } from '../kinds.ts';

/** Worst first: the order of a list of stations. */
export const healthStates = ['silent', 'late', 'partly', 'never', 'feeding'] as const;
/** `partly` = feeding, but a usual message type is silent. `never` = nothing stored. */
export type HealthState = (typeof healthStates)[number];

export const feedTypes = ['ADSB', 'ACARS', 'VDLM2'] as const;
export type FeedType = (typeof feedTypes)[number];

/**
 * Cause of silence, as far as known (decision 17). `noSign` = no status report either: no power or no network. `noFrames` = the
 * radio receives nothing. `notDecoded` = frames without messages. `noUpload` = decoded messages did not arrive. `noKey` = the keys
 * that the station used were revoked. `untold` = the station sends no status reports, so the cause is unknown.
 */
export const silenceReasons = ['noSign', 'noFrames', 'notDecoded', 'noUpload', 'noKey', 'untold'] as const;
export type SilenceReason = (typeof silenceReasons)[number];

/** Steps of the message path, in order. */
const pathSteps = ['radio', 'decoder', 'upload', 'stored', 'counted'] as const;
export type PathStep = (typeof pathSteps)[number];
/** `unknown` = no evidence. */
const stepStates = ['ok', 'late', 'lost', 'unknown'] as const;
export type StepState = (typeof stepStates)[number];
/** Evidence of a step: frame sizes, a status report, a stored message, a key use, a rollup. */
const evidences = ['frameSize', 'status', 'message', 'key', 'count'] as const;
export type Evidence = (typeof evidences)[number];

/** Maximum number of stations returned in full. Others are requested one by one (`stationId`). */
export const maxInFull = 12;
/** The strip of hours: a week, ending with the current hour. */
export const stripHours = 168;
export const recentHours = 24;

const hourly = z.array(nullableNumber);

/** Hours by index in the strip. null = before the station's first day. `reasons` null = messages were received, or unknown. */
const typeHealth = z.object({
  type: z.enum(feedTypes),
  lastAt: instantOrNull.schema,
  /** Percent of feeding time (contract/feeding.ts). null = the type was not fed in the week. */
  share24h: nullableNumber,
  share7d: nullableNumber,
  /** Fed slots of each hour, 0 to 6. */
  slots: hourly,
  reasons: z.array(z.nullable(z.enum(silenceReasons))),
});
/** A value against the station's own week. `usualLow` to `usualHigh` contains 90 % of the week's hours. */
const reading = z.object({
  now: z.number(),
  at: instant.schema,
  usualLow: z.number(),
  usualHigh: z.number(),
  isUnusual: z.boolean(),
  hours: hourly,
});
/** nmi. `usualNmi` = median of the days before, null = none. `fromDeg` = first degree of the sector. */
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
  /** Start of the strip: the first second of its first hour. */
  hoursFrom: instant.schema,
  types: z.array(typeHealth),
  lastReportAt: instantOrNull.schema,
  /** °C */
  temperature: z.nullable(reading),
  /** dBm */
  wifi: z.nullable(reading),
  range: z.nullable(rangeHealth),
  /** `changedOn` = time of the first report with this version, within the week. */
  versions: z.array(z.object({ name: z.string(), version: z.string(), changedOn: instantOrNull.schema })),
});
/** Half hours of a line in a list: a day, ending with the current one. */
export const briefHalfHours = 48;
/** Maximum number of stations whose lines have it. */
export const maxBrief = 100;
/** One line of a list. Usual = of the seven days before. */
const stationBrief = z.object({
  types: z.array(z.enum(feedTypes)),
  /** Messages per minute of the last half hour, and at this time of day. null = none. */
  perMin: nullableNumber,
  usualPerMin: nullableNumber,
  rangeNmi: nullableNumber,
  usualRangeNmi: nullableNumber,
  /** Share of the usual count, 0 = no message, up to 2. null = before the first message, or too early to tell. */
  halfHours: hourly,
});
export const stationHealth = z.object({
  /** The record (C83). `stationId` = the station's digits. */
  id: z.number(),
  stationId: z.string(),
  city: nullableText,
  country: nullableText,
  state: z.enum(healthStates),
  /** Of a station that is not feeding. */
  reason: z.nullable(z.enum(silenceReasons)),
  lastMessageAt: instantOrNull.schema,
  /** Average seconds between messages in its week. null = none received. */
  usualEveryS: nullableNumber,
  /** Limits in seconds by its own gaps: feeding up to the first, silent beyond `lateS`. */
  fineS: z.number(),
  lateS: z.number(),
  /** Usual types that are silent. */
  silentTypes: z.array(z.enum(feedTypes)),
  facts: z.nullable(stationFacts),
  /** null = of too many stations. Absent in copies of earlier versions. */
  brief: z.optional(z.nullable(stationBrief)),
});
export const stationsHealth = z.object({ asOf: instant.schema, stations: z.array(stationHealth) });

export type StationHealth = z.output<typeof stationHealth>;
export type StationBrief = z.output<typeof stationBrief>;
export type StationFacts = z.output<typeof stationFacts>;
export type TypeHealth = z.output<typeof typeHealth>;
export type Reading = z.output<typeof reading>;
export type RangeHealth = z.output<typeof rangeHealth>;
export type StationsHealth = z.output<typeof stationsHealth>;
