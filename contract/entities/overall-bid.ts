/** The overall bid. Wire names and their order are specified, typos included (C76). */
import * as z from 'zod/mini';
import { nullableNumber, nullableText, utcText } from '../kinds.ts';

/** Bids in Glog. A bid starts at midnight UTC of its start date. Screens show the date only (BID-04). */
export const bidSummary = z.object({
  currentBidValue: nullableNumber,
  currentStartDate: z.nullable(utcText),
  scheduledBidValue: nullableNumber,
  scheduledStartDate: z.nullable(utcText),
});
export const bidHistory = z.object({
  id: z.number(),
  bidValue: z.number(),
  /** 'Current', 'Scheduled' or 'Past' (C75). */
  status: z.string(),
  startDate: utcText,
  createdOn: utcText,
  createdByUserName: nullableText,
});
export type BidSummary = z.output<typeof bidSummary>;
export type BidHistory = z.output<typeof bidHistory>;
