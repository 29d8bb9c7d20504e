/**
 * Groups of calls whose step has not come: they answer 501 to those who may call. Each moves to a file of its own when it is built.
 */
import type { Api } from '../../contract/api.ts';
import { type Handlers, notBuiltYet } from '../../contract/endpoint.ts';
import type { Context } from '../guard.ts';

export const statisticsHandlers: Handlers<Api['statistics'], Context> = {
  messagesNumber: notBuiltYet,
  directionalRanges: notBuiltYet,
  feedingTime: notBuiltYet,
  feedingPercentage: notBuiltYet,
  feedingPerMessageType: notBuiltYet,
};

export const overallBidHandlers: Handlers<Api['overallBid'], Context> = {
  summary: notBuiltYet,
  history: notBuiltYet,
  upsert: notBuiltYet,
};
