import type { Api } from '../../contract/api.ts';
import type { Handlers } from '../../contract/endpoint.ts';
import { parseInstant, writeInstant } from '../../contract/params.ts';
import { clock } from '../base/clock.ts';
import { HttpError } from '../http/api-error.ts';
import { type Context, callerOf } from '../http/guard.ts';
import { type FaultScope, faultScope } from './fault-scope.ts';
import { countFaults, readFaults, readLedger, writeState } from './read-faults.ts';

type List = Handlers<Api['faults'], Context>['list'];

const scopeOf = (context: Context): Promise<FaultScope> =>
  faultScope(context.db, callerOf(context), context.companyScope);

export const faultHandlers: Handlers<Api['faults'], Context> = {
  list: async ({ query, ...context }) => {
    const scope = await scopeOf(context);
    // Rows of the database have the columns of the contract.
    return readFaults(context.db, scope, query, clock.now()) as unknown as ReturnType<List>;
  },

  counts: async ({ query, ...context }) => countFaults(context.db, await scopeOf(context), query, clock.now()),

  ofTail: async ({ path, ...context }) => readLedger(context.db, await scopeOf(context), path.tail, clock.now()),

  setState: async ({ body, ...context }) => {
    const caller = callerOf(context);
    const setMs = parseInstant(body.at);
    if (setMs === null) throw new HttpError(400, 'The time of the change is invalid.');
    const result = await writeState(context.db, await scopeOf(context), {
      ...body,
      note: body.note.trim(),
      by: caller.userName,
      // The clock of a device may be ahead.
      at: writeInstant(Math.min(setMs, clock.now())),
    });
    if (!result) throw new HttpError(404, 'There is no such fault.');
    return result;
  },
};
