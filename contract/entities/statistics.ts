/**
 * What stations received and how long they fed, under the wire's own names and in the order of the specification.
 * Must not: rename or correct a name (airportICAO beside airportIata is the wire's, C76), or know a call.
 */
import * as z from 'zod/mini';

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
