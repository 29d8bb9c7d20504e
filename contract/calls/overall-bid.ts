/** The overall bid. Paths and parameter names keep their case and typos (C27 to C29). */
import * as z from 'zod/mini';
import { get, post } from '../endpoint.ts';
import * as entity from '../entities/overall-bid.ts';
import { requestDay } from '../kinds.ts';

const done = z.object({});

export const overallBid = {
  summary: get('API-49', '/OverallBid/GetCurrentWithScheduledOverallBid', entity.bidSummary, {
    summary: 'Current and scheduled bid (Glog)',
    stored: { title: 'Overall bid', screen: '/overall-bid-details' },
  }),
  history: get('API-50', '/OverallBid/GetOverallBidHistory', z.array(entity.bidHistory), {
    summary: 'All bids',
    stored: { title: 'Overall bid history', screen: '/overall-bid-details' },
  }),
  upsert: post('API-51', '/OverallBid/Upsert', done, {
    // Missing values are reported with the specified texts (BID-07), not the validator's.
    body: z.object({
      bidValue: z.optional(z.nullable(z.number())),
      startDate: z.optional(z.nullable(requestDay)),
    }),
    summary: 'Set the current or the scheduled bid',
  }),
};
