/** Receptions and feeding time of stations. Wire names and their order are specified, typos included (C76). */
import * as z from 'zod/mini';
import { instant, instantOrNull } from '../kinds.ts';

export const messagesNumber = z.object({
  stationId: z.string(),
  acars: z.number(),
  vdlm2: z.number(),
  adsb: z.number(),
  total: z.number(),
});
/** angle degrees, distance nmi. */
export const directionalRange = z.object({ angle: z.number(), distance: z.number() });
/** Times in seconds, percentages 0 to 100. */
export const feedingTime = z.object({
  stationId: z.string(),
  feedingTime: z.number(),
  idleTime: z.number(),
  totalEngagement: z.number(),
  feedingPercentage: z.number(),
});
export const feedingWorkPercentage = z.object({ stationId: z.string(), feedingPercentage: z.number() });
export const feedingPerMessageType = z.object({
  stationId: z.string(),
  feedingTime: z.number(),
  feedingPercentage: z.number(),
  feedingTimeADSB: z.number(),
  feedingPercentageADSB: z.number(),
  feedingTimeACARS: z.number(),
  feedingPercentageACARS: z.number(),
  feedingTimeVDLM2: z.number(),
  feedingPercentageVDLM2: z.number(),
});

/** Why nothing is stored of a slot. `serverOff` = this server did not run. */
const gapCauses = ['serverOff', 'nothingReceived'] as const;
export type GapCause = (typeof gapCauses)[number];
const slotCounts = z.array(z.number());
/** Messages per slot of ten minutes (contract/feeding.ts) and type, of the stations visible to the caller. */
export const messageBand = z.object({
  asOf: instant.schema,
  /** Start of the first slot. */
  from: instant.schema,
  acars: slotCounts,
  vdlm2: slotCounts,
  hfdl: slotCounts,
  adsb: slotCounts,
  /** Completed slots without a message of any of these stations, neighbours of one cause joined. */
  gaps: z.array(z.object({ from: instant.schema, to: instant.schema, cause: z.enum(gapCauses) })),
  /** Start of the first slot with a stored message. Nothing is known of earlier ones. null = none. */
  countedSince: instantOrNull.schema,
  /** Number of these stations. */
  stations: z.number(),
});
export type MessageBand = z.output<typeof messageBand>;

/** Days of the counts for the calendar of a list, today included. */
export const countedDays = 40;
/** Messages per UTC day, of the stations visible to the caller, from the oldest day to today. */
export const dayCounts = z.object({
  asOf: instant.schema,
  /** The first day, `YYYY-MM-DD`. */
  from: z.string(),
  text: slotCounts,
  adsb: slotCounts,
  /** Days with more than an hour without a message. */
  gaps: z.array(z.boolean()),
  /** As in the band. */
  countedSince: instantOrNull.schema,
});
export type DayCounts = z.output<typeof dayCounts>;
