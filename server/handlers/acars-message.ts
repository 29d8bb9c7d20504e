/**
 * The calls below /AcarsMessage. Must not: hold SQL, or decide who may call (guard.ts has, before).
 */

import { type Api, api } from '../../contract/api.ts';
import { permissionFor } from '../../contract/audience.ts';
import type { Handlers, Reads } from '../../contract/endpoint.ts';
import { LineIsFull } from '../../decoder/decode-line.ts';
import type { Database } from '../database/pool.ts';
import type { Context } from '../guard.ts';
import { Preserialised } from '../http/answer.ts';
import { HttpError } from '../http/api-error.ts';
import type { Services } from '../services.ts';
import { acarsList } from '../store/acars.ts';
import { perAircraftList } from '../store/acars-per-aircraft.ts';
import { adsbList } from '../store/adsb.ts';
import { companyOf } from '../store/company-scope.ts';
import { readMessageHeard } from '../store/heard.ts';
import { HotPages } from '../store/hot-pages.ts';
import { type MessageList, messagePage } from '../store/message-page.ts';

type Calls = Api['acarsMessage'];
type AllCall = Calls['allUsers' | 'adsb' | 'withExtData'];
type CompanyCall = Calls['company' | 'adsbCompany' | 'withExtDataCompany'];
type ListCall = AllCall | CompanyCall;

const hotPagesOf = new WeakMap<Database, HotPages>();
function hotPages(db: Database): HotPages {
  const pages = hotPagesOf.get(db) ?? new HotPages();
  hotPagesOf.set(db, pages);
  return pages;
}

/** One page as text, made once for all who ask the same within a second. */
async function answer<C extends ListCall>(
  context: Pick<Context, 'db'>,
  call: C,
  list: MessageList,
  query: Readonly<Record<string, unknown>>,
  company: string | null,
): Promise<Reads<C>> {
  const { rows, count, filters } = call.list;
  const asked = Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1));
  const json = await hotPages(context.db).answer(JSON.stringify([call.id, company, asked]), async () => {
    const page = await messagePage(context.db, list, { filters, query, company });
    return `{"${rows}":${page.rowsJson},"${count}":${page.count}}`;
  });
  return new Preserialised(json) as unknown as Reads<C>; // the text of such an answer
}

/** The caller's company, whatever the query says; none = the whole feed (C38, C38b, C117). */
function ofCompany<C extends CompanyCall>(
  { query, ...context }: Context & { readonly query: Readonly<Record<string, unknown>> },
  call: C,
  list: MessageList,
): Promise<Reads<C>> {
  const { company, ...asked } = query;
  const scope = companyOf(context.caller, company as string | undefined, true, context.config.companyScope);
  return answer(context, call, list, asked, scope);
}

/** All data; with COMPANY_SCOPE=all the caller's company here too (C117). */
function ofAll<C extends AllCall>(
  { query, ...context }: Context & { readonly query: Readonly<Record<string, unknown>> },
  call: C,
  list: MessageList,
): Promise<Reads<C>> {
  const scope = companyOf(context.caller, undefined, false, context.config.companyScope);
  return answer(context, call, list, query, scope);
}

export function makeAcarsMessageHandlers({ decoder }: Services): Handlers<Calls, Context> {
  return {
    company: (asked) => ofCompany(asked, api.acarsMessage.company, acarsList),
    allUsers: (asked) => ofAll(asked, api.acarsMessage.allUsers, acarsList),
    adsb: (asked) => ofAll(asked, api.acarsMessage.adsb, adsbList),
    adsbCompany: (asked) => ofCompany(asked, api.acarsMessage.adsbCompany, adsbList),
    /** Whoever has all data sees every reception; whoever has only API-11 is scoped as there (C38, C117). */
    heard: async ({ path, caller, config, db }) => {
      if (!/^\d{1,18}$/.test(path.id)) throw new HttpError(400, 'The id of a message is a number.');
      const isScoped = permissionFor(api.acarsMessage.allUsers.id, caller?.audience ?? 'visitor', true) !== 'yes';
      const heard = await readMessageHeard(db, path.id, companyOf(caller, undefined, isScoped, config.companyScope));
      if (!heard) throw new HttpError(404, 'There is no such message, or it is not kept any more.');
      return heard;
    },
    withExtData: (asked) => ofAll(asked, api.acarsMessage.withExtData, perAircraftList),
    withExtDataCompany: (asked) => ofCompany(asked, api.acarsMessage.withExtDataCompany, perAircraftList),
    /** A text that cannot be decoded is answered as one (C63b). */
    decode: async ({ body }) => {
      try {
        return { decodingModel: await decoder.decode(body) };
      } catch (error) {
        if (!(error instanceof LineIsFull)) throw error;
        throw new HttpError(503, 'The decoder has too much to do at the moment. Try again shortly.', undefined, 1);
      }
    },
  };
}
