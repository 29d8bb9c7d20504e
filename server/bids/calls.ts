import type { Api } from '../../contract/api.ts';
import { bidFault, bidStartFault } from '../../contract/bid-rules.ts';
import type { Handlers } from '../../contract/endpoint.ts';
import { clock } from '../base/clock.ts';
import { HttpError } from '../http/api-error.ts';
import { type Context, callerOf } from '../http/guard.ts';
import { bidHistoryOf, bidSummaryOf, setBid } from './overall-bids.ts';

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

export const overallBidHandlers: Handlers<Api['overallBid'], Context> = {
  summary: async ({ db }) => bidSummaryOf(db, dayOf(clock.now())),

  history: async ({ db }) => bidHistoryOf(db, dayOf(clock.now())),

  upsert: async ({ body: { bidValue, startDate }, ...context }) => {
    const nowMs = clock.now();
    const today = dayOf(nowMs);
    const faults = { bidValue: bidFault(bidValue), startDate: bidStartFault(startDate, today) };
    const errors = Object.fromEntries(
      Object.entries(faults).flatMap(([field, fault]) => (fault === null ? [] : [[field, [fault]]])),
    );
    if (typeof bidValue !== 'number' || typeof startDate !== 'string' || Object.keys(errors).length > 0)
      throw new HttpError(400, Object.values(errors).flat().join(' '), errors);
    const { userId } = callerOf(context);
    await setBid(context.db, { bidValue, startDate }, { userId, nowMs, today });
    context.log.info({ requestId: context.request.id, by: userId, startDate }, 'an overall bid was set');
    return {};
  },
};
