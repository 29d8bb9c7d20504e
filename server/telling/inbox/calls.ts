import { type Api, api } from '../../../contract/api.ts';
import type { Handlers } from '../../../contract/endpoint.ts';
import { clock } from '../../base/clock.ts';
import { fieldError, HttpError } from '../../http/api-error.ts';
import { type Context, callerOf } from '../../http/guard.ts';
import { listResponse } from '../../http/response.ts';
import { readSettings, writeSettings } from '../notice-settings.ts';
import { changeNotices, countNew, noticeRows } from './inbox.ts';

const call = api.notices.list;

export const noticesHandlers: Handlers<Api['notices'], Context> = {
  list: ({ query, ...context }) => {
    const { db, companyScope } = context;
    return listResponse<typeof call>(async () => ({
      db,
      names: call.list,
      request: await noticeRows(db, callerOf(context), companyScope, query),
    }));
  },

  count: async (context) => countNew(context.db, callerOf(context), context.companyScope, clock.now()),

  change: async ({ body, ...context }) => {
    const caller = callerOf(context);
    const { userName } = caller;
    const result = await changeNotices(context.db, caller, context.companyScope, {
      ...body,
      userName,
      nowMs: clock.now(),
    });
    if (result === 'missing') throw new HttpError(404, 'There is no such notice. It may be older than 90 days.');
    if (result === 'changed') return undefined;
    if ('doneBy' in result) throw new HttpError(409, `${result.doneBy} has done this notice. Reopen it first.`);
    throw new HttpError(409, `${result.takenBy} has taken this notice. Release it first to take it.`);
  },

  settings: async (context) => readSettings(context.db, callerOf(context).userId),

  changeSettings: async ({ body, ...context }) => {
    if (!isZone(body.zone)) throw fieldError('zone', 'Enter a time zone such as Europe/Berlin.');
    await writeSettings(context.db, callerOf(context).userId, body);
    return undefined;
  },
};

/** An IANA name that this server knows. */
function isZone(zone: string): boolean {
  try {
    return (
      new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '' && /^[A-Za-z]/.test(zone)
    );
  } catch {
    return false;
  }
}
