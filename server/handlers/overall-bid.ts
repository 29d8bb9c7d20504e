/**
 * The calls below /OverallBid. Must not: hold SQL, or decide who may call (guard.ts has, before).
 */
import type { Api } from '../../contract/api.ts';
import { type Handlers, notBuiltYet } from '../../contract/endpoint.ts';
import type { Context } from '../guard.ts';

export const overallBidHandlers: Handlers<Api['overallBid'], Context> = {
  summary: notBuiltYet,
  history: notBuiltYet,
  upsert: notBuiltYet,
};
