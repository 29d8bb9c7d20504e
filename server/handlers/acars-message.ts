/**
 * The calls below /AcarsMessage. Must not: hold SQL, or decide who may call (guard.ts has, before).
 */

import { type Api, api } from '../../contract/api.ts';
import { permissionFor } from '../../contract/audience.ts';
import { type Handlers, notBuiltYet, type Reads } from '../../contract/endpoint.ts';
import type { Database } from '../database/pool.ts';
import type { Context } from '../guard.ts';
import { Preserialised } from '../http/answer.ts';
import { HttpError } from '../http/api-error.ts';
import { type AcarsQuestion, acarsPage } from '../store/acars.ts';
import { companyOf } from '../store/company-scope.ts';
import { readMessageHeard } from '../store/heard.ts';
import { HotPages } from '../store/hot-pages.ts';

type AcarsAnswer = Reads<Api['acarsMessage']['allUsers']>;

const hotPagesOf = new WeakMap<Database, HotPages>();
function hotPages(db: Database): HotPages {
  const pages = hotPagesOf.get(db) ?? new HotPages();
  hotPagesOf.set(db, pages);
  return pages;
}

/** One page as text, made once for all who ask the same within a second. */
async function answer(context: Pick<Context, 'db'>, question: AcarsQuestion, list: string): Promise<AcarsAnswer> {
  const asked = Object.entries(question.query).sort(([a], [b]) => (a < b ? -1 : 1));
  const json = await hotPages(context.db).answer(JSON.stringify([list, question.company, asked]), async () => {
    const page = await acarsPage(context.db, question);
    return `{"acarsMessages":${page.rowsJson},"acarsMessagesCount":${page.count}}`;
  });
  return new Preserialised(json) as unknown as AcarsAnswer; // the text of such an answer
}

export const acarsMessageHandlers: Handlers<Api['acarsMessage'], Context> = {
  /** API-11: the caller's company, whatever the query says; none = the whole feed (C38, C38b, C117). */
  company: ({ query, ...context }) => {
    const { company, ...asked } = query;
    const { filters } = api.acarsMessage.company.list;
    return answer(
      context,
      {
        filters,
        query: asked,
        company: companyOf(context.caller, company as string | undefined, true, context.config.companyScope),
      },
      'API-11',
    );
  },
  /** API-14: all data; with COMPANY_SCOPE=all the caller's company here too (C117). */
  allUsers: ({ query, ...context }) => {
    const { filters } = api.acarsMessage.allUsers.list;
    return answer(
      context,
      { filters, query, company: companyOf(context.caller, undefined, false, context.config.companyScope) },
      'API-14',
    );
  },
  adsb: notBuiltYet,
  /** Whoever has all data sees every reception; whoever has only API-11 is scoped as there (C38, C117). */
  heard: async ({ path, caller, config, db }) => {
    if (!/^\d{1,18}$/.test(path.id)) throw new HttpError(400, 'The id of a message is a number.');
    const isScoped = permissionFor(api.acarsMessage.allUsers.id, caller?.audience ?? 'visitor', true) !== 'yes';
    const heard = await readMessageHeard(db, path.id, companyOf(caller, undefined, isScoped, config.companyScope));
    if (!heard) throw new HttpError(404, 'There is no such message, or it is not kept any more.');
    return heard;
  },
  adsbCompany: notBuiltYet,
  withExtData: notBuiltYet,
  withExtDataCompany: notBuiltYet,
  decode: notBuiltYet,
};
