/**
 * The overall bid, under the wire's own names and in the order of the specification.
 * Must not: rename or correct a name (airportICAO beside airportIata is the wire's, C76), or know a call.
 */
import * as z from 'zod/mini';
import { nullableNumber, nullableText } from '../kinds.ts';

/** Bids in Glog; days as `YYYY-MM-DD` (BID-04). */
export const bidSummary = z.object({
  currentBidValue: nullableNumber,
  currentStartDate: nullableText,
  scheduledBidValue: nullableNumber,
  scheduledStartDate: nullableText,
});
export const bidHistory = z.object({
  id: z.number(),
  bidValue: z.number(),
  /** 'Current', 'Scheduled' or 'Past' (C75). */
  status: z.string(),
  startDate: z.string(),
  createdOn: z.string(),
  createdByUserName: nullableText,
});
export type BidSummary = z.output<typeof bidSummary>;
export type BidHistory = z.output<typeof bidHistory>;
