import { type Api, api } from '../../contract/api.ts';
import type { Handlers, Reads } from '../../contract/endpoint.ts';
import type { DecodeLine } from '../../decoder/decode-line.ts';
import { LineIsFull } from '../../decoder/decode-line.ts';
import type { Reads as DatabaseReads } from '../database/reads.ts';
import { HttpError } from '../http/api-error.ts';
import { companyOf, companyOfMessages } from '../http/company-scope.ts';
import type { Context } from '../http/guard.ts';
import { listResponse } from '../http/response.ts';
import { manyRows, pageSize } from '../query/list-page.ts';
import { acarsTable, adsbTable } from '../query/message-tables.ts';
import { acarsList } from './acars-columns.ts';
import { perAircraftList } from './acars-per-aircraft.ts';
import { adsbList } from './adsb-columns.ts';
import { archiveSize } from './archive.ts';
import { countKinds, readCoverage } from './kind-counts.ts';
import { readLinkEvents } from './link-events.ts';
import { type MessageList, messageRows } from './message-page.ts';
import { type Messages, openMessages } from './messages.ts';
import { readExtra, readMessageReceptions } from './receptions.ts';

type Calls = Api['acarsMessage'];
type AllCall = Calls['allUsers' | 'adsb' | 'withExtData'];
type CompanyCall = Calls['company' | 'adsbCompany' | 'withExtDataCompany'];
type ListCall = AllCall | CompanyCall;

type Databases = { readonly messages: Messages; readonly reads: DatabaseReads };

/** A short page is created once for equal requests within a second. Pages of an export and of the archive are read from a replica, if there is one. */
async function respond<C extends ListCall>(
  { messages, reads }: Databases,
  call: C,
  list: MessageList,
  query: Readonly<Record<string, unknown>>,
  company: string | null,
): Promise<Reads<C>> {
  const { filters } = call.list;
  const requested = Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1));
  const read = async (db: Messages) => ({
    db,
    names: call.list,
    request: await messageRows(db, list, { filters, query, company }),
  });
  const isLong = query.archive === true || pageSize(query.limit as number | undefined) >= manyRows;
  const replica = isLong ? await reads.current() : null;
  const ofPrimary = (): ReturnType<typeof read> => {
    if (replica) reads.fail();
    return read(messages);
  };
  return listResponse<C>(
    replica ? () => read(openMessages(replica, messages.memory)) : ofPrimary,
    (make) => messages.memory.pages.respond(JSON.stringify([call.id, company, requested]), make),
    replica ? ofPrimary : null,
  );
}

function idIn({ id }: { readonly id: string }): string {
  if (!/^\d{1,18}$/.test(id)) throw new HttpError(400, 'The id of a message is a number.');
  return id;
}
const noMessage = () => new HttpError(404, 'This message does not exist or is no longer stored.');

type Requested = Context & { readonly query: Readonly<Record<string, unknown>> };

export function makeAcarsMessageHandlers({
  decoder,
  ...databases
}: Databases & { readonly decoder: DecodeLine }): Handlers<Calls, Context> {
  /** The caller's company, whatever the query contains. null = all data (C38, C38b, C117). */
  function ofCompany<C extends CompanyCall>({ query, caller, companyScope }: Requested, call: C, list: MessageList) {
    const { company, ...requested } = query;
    return respond(
      databases,
      call,
      list,
      requested,
      companyOf(caller, company as string | undefined, true, companyScope),
    );
  }
  /** All data. With COMPANY_SCOPE=all limited to the caller's company (C117). */
  function ofAll<C extends AllCall>({ query, caller, companyScope }: Requested, call: C, list: MessageList) {
    return respond(databases, call, list, query, companyOf(caller, undefined, false, companyScope));
  }
  type KindCall = Calls['kinds' | 'kindsCompany' | 'kindsPerAircraft' | 'kindsPerAircraftCompany'];
  /** With the filters and the scope of the list that it counts. */
  const kindsOf =
    (counted: ListCall, list: MessageList, isScoped: boolean) =>
    ({ query, caller, companyScope }: Requested): Promise<Reads<KindCall>> => {
      const { company, ...requested } = query;
      const { filters } = counted.list;
      const scope = companyOf(caller, company as string | undefined, isScoped, companyScope);
      return countKinds(databases.messages, list, { filters, query: requested, company: scope });
    };
  return {
    kinds: kindsOf(api.acarsMessage.allUsers, acarsList, false),
    kindsCompany: kindsOf(api.acarsMessage.company, acarsList, true),
    kindsPerAircraft: kindsOf(api.acarsMessage.withExtData, perAircraftList, false),
    kindsPerAircraftCompany: kindsOf(api.acarsMessage.withExtDataCompany, perAircraftList, true),
    coverage: ({ query, ...context }) => readCoverage(databases.messages, query, companyOfMessages(context)),
    company: (requested) => ofCompany(requested, api.acarsMessage.company, acarsList),
    allUsers: (requested) => ofAll(requested, api.acarsMessage.allUsers, acarsList),
    adsb: (requested) => ofAll(requested, api.acarsMessage.adsb, adsbList),
    adsbCompany: (requested) => ofCompany(requested, api.acarsMessage.adsbCompany, adsbList),
    /** Numbers of all companies are for callers with all data. */
    archive: async ({ query: { isAdsb = false, from, to }, db, ...context }) => {
      const { first, last, days, rows, bytes } = await archiveSize(db, isAdsb ? adsbTable : acarsTable, { from, to });
      const isAll = companyOfMessages(context) === null;
      return { first, last, days, rows: isAll ? rows : null, bytes: isAll ? bytes : null };
    },
    /** Callers with all data see every reception. Those with only API-11 are limited as there (C38, C117). */
    heard: async ({ path, db, ...context }) => {
      const receptions = await readMessageReceptions(db, idIn(path), companyOfMessages(context));
      if (!receptions) throw noMessage();
      return receptions;
    },
    extra: async ({ path, db, ...context }) => {
      const found = await readExtra(db, idIn(path), companyOfMessages(context));
      if (!found) throw noMessage();
      return found;
    },
    linkEvents: async ({ query: { stationId, icao, days = 1 }, db, ...context }) => {
      if ((stationId === undefined) === (icao === undefined))
        throw new HttpError(400, 'Give either a station (stationId) or an aircraft (icao).');
      return readLinkEvents(db, { stationId, icao, days, company: companyOfMessages(context) });
    },
    withExtData: (requested) => ofAll(requested, api.acarsMessage.withExtData, perAircraftList),
    withExtDataCompany: (requested) => ofCompany(requested, api.acarsMessage.withExtDataCompany, perAircraftList),
    /** An undecodable text is a normal response (C63b). */
    decode: async ({ body }) => {
      try {
        return { decodingModel: await decoder.decode(body) };
      } catch (error) {
        if (!(error instanceof LineIsFull)) throw error;
        throw new HttpError(503, 'The decoder is busy. Try again shortly.', undefined, 1);
      }
    },
  };
}
