/** The overview of a caller: time band, stations and newest messages in one response. */
import * as z from 'zod/mini';
import { instant, instantOrNull, nullableNumber, nullableText } from '../kinds.ts';
import { meaningKinds } from './meaning.ts';
import { feedTypes, healthStates, silenceReasons } from './station-health.ts';
import { messageBand } from './statistics.ts';

/** Stations shown with their hours. The others are only counted. */
export const shownStations = 6;
/** Newest messages in the response. */
export const wireRows = 100;

/** A message in words. `heardBy` = number of receivers that received it. */
export const wireRow = z.object({
  id: z.string(),
  at: instant.schema,
  tail: nullableText,
  flight: nullableText,
  label: nullableText,
  kind: z.enum(meaningKinds),
  words: z.string(),
  heardBy: z.number(),
});
export type WireRow = z.output<typeof wireRow>;

/** The last 24 hours of a station. Indexes are hours from `hoursFrom` on. */
const hourlyFeed = z.object({
  type: z.enum(feedTypes),
  /** Fed slots of each hour, 0 to 6. null = before the station's first day. */
  slots: z.array(nullableNumber),
  reasons: z.array(z.nullable(z.enum(silenceReasons))),
});
/** Ranges in nmi by sector of 30 degrees from north. */
const briefRange = z.object({
  nowNmi: nullableNumber,
  sectors: z.array(z.object({ fromDeg: z.number(), nowNmi: nullableNumber, usualNmi: nullableNumber })),
});
export const briefStation = z.object({
  stationId: z.string(),
  city: nullableText,
  state: z.enum(healthStates),
  reason: z.nullable(z.enum(silenceReasons)),
  lastMessageAt: instantOrNull.schema,
  usualEveryS: nullableNumber,
  silentTypes: z.array(z.enum(feedTypes)),
  hoursFrom: instant.schema,
  types: z.array(hourlyFeed),
  range: z.nullable(briefRange),
});
export type BriefStation = z.output<typeof briefStation>;

export const overview = z.object({
  asOf: instant.schema,
  band: messageBand,
  stations: z.object({
    /** Number by state. */
    counts: z.object({
      silent: z.number(),
      late: z.number(),
      partly: z.number(),
      never: z.number(),
      feeding: z.number(),
    }),
    /** Worst first, then the longest silence. */
    first: z.array(briefStation),
  }),
  /** Newest first. */
  wire: z.array(wireRow),
});
export type Overview = z.output<typeof overview>;
