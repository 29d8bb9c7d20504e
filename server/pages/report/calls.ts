import type { Api } from '../../../contract/api.ts';
import { dayMs } from '../../../contract/durations.ts';
import type { Handlers } from '../../../contract/endpoint.ts';
import type { Report } from '../../../contract/entities/report.ts';
import { writeInstant } from '../../../contract/params.ts';
import { clock } from '../../base/clock.ts';
import { ShortCache } from '../../base/short-cache.ts';
import type { Query } from '../../database/pool.ts';
import { HttpError } from '../../http/api-error.ts';
import { type Context, callerOf } from '../../http/guard.ts';
import { emailFault } from '../../mail/email-address.ts';
import { readReport } from './read-report.ts';
import { readReportMail, writeReportMail } from './report-mail.ts';

/** A report reads a week of messages: repeats of a request do not. */
const cacheMs = 60_000;

export function makeReportHandlers(): Handlers<Api['reports'], Context> {
  const cached = new ShortCache<Report>({ maxAgeMs: cacheMs, max: 100 });
  return {
    read: async ({ query, ...context }) => {
      const { db, companyScope } = context;
      const caller = callerOf(context);
      const now = clock.now();
      const { period = 'day', day = writeInstant(now - dayMs).slice(0, 10), tails = [] } = query;
      if (day > writeInstant(now).slice(0, 10))
        throw new HttpError(400, 'This day is in the future.', { day: ['This day is in the future.'] });
      const request = { period, day, tails };
      const scope = [caller.userId, caller.audience, caller.company, request];
      return cached.respond(JSON.stringify(scope), () => readReport(db, caller, companyScope, request, now));
    },

    mail: async (context) => {
      const { userId } = callerOf(context);
      const fault = await addressFault(context.db, userId);
      return { ...(await readReportMail(context.db, userId)), canWork: fault === null, reason: fault };
    },

    changeMail: async ({ body, ...context }) => {
      const { db } = context;
      const { userId } = callerOf(context);
      const fault = await addressFault(db, userId);
      if (fault !== null && (body.day || body.week)) throw new HttpError(400, fault);
      await writeReportMail(db, userId, body);
      return undefined;
    },
  };
}

async function addressFault(db: Query, userId: string): Promise<string | null> {
  const [user] = await db.query<{ email: string }>('select email from users where id = $1', [userId]);
  return user && emailFault(user.email) === null
    ? null
    : 'Your account has no email address. Ask an Administrator to add one.';
}
