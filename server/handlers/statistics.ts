/**
 * The calls below /FeederStatistics. Must not: hold SQL, or decide who may call (guard.ts has, before).
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
