/**
 * The overall bid.
 * Letter case, typos and parameter names are the wire's (C27 to C29). Must not: say who may call (audience.ts).
 */
import * as z from 'zod/mini';
import { get, post } from '../endpoint.ts';
import * as entity from '../entities/overall-bid.ts';

const done = z.object({});

export const overallBid = {
  summary: get('API-49', '/OverallBid/GetCurrentWithScheduledOverallBid', entity.bidSummary, {
    summary: 'Current and scheduled bid (Glog)',
  }),
  history: get('API-50', '/OverallBid/GetOverallBidHistory', z.array(entity.bidHistory), { summary: 'All bids' }),
  upsert: post('API-51', '/OverallBid/Upsert', done, {
    // What is missing is told in the specification's words (BID-07), not in the validator's.
    body: z.object({
      bidValue: z.optional(z.nullable(z.number())),
      startDate: z.optional(z.nullable(z.string())),
    }),
    summary: 'Set the current or the scheduled bid',
  }),
};
