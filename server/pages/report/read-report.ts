/** A report (decision 46): each part has the scope that the caller has elsewhere. */
import { api } from '../../../contract/api.ts';
import { permissionFor } from '../../../contract/audience.ts';
import { dayMs, hourMs } from '../../../contract/durations.ts';
import { meaningKinds } from '../../../contract/entities/meaning.ts';
import { type Report, type ReportPeriod, reportLimits } from '../../../contract/entities/report.ts';
import { foldCase } from '../../../contract/filters.ts';
import { writeInstant } from '../../../contract/params.ts';
import type { Query } from '../../database/pool.ts';
import { faultScope } from '../../faults/fault-scope.ts';
import { countFaults, readFaults } from '../../faults/read-faults.ts';
import { type CompanyScope, companyOfMessages } from '../../http/company-scope.ts';
import type { Caller } from '../../http/guard.ts';
import { tailKeySql } from '../../messages/aircraft-match-sql.ts';
import { companyMarks, companySql } from '../../messages/company-sql.ts';
import { Values } from '../../query/filter-sql.ts';
import { feedingPerStation, percentageOf } from '../../statistics/feeding.ts';
import { messagesPerStation } from '../../statistics/messages-number.ts';
import { queryStations, stationScopeOf } from '../../statistics/station-query.ts';

type ReportRequest = {
  readonly period: ReportPeriod;
  /** The last day, `YYYY-MM-DD`. */
  readonly day: string;
  /** Empty = the aircraft with the most messages. */
  readonly tails: readonly string[];
};
type Reader = Pick<Caller, 'userId' | 'audience' | 'company'>;
type Span = { readonly fromMs: number; readonly toMs: number };

const daysOf = { day: 1, week: 7 } as const;
/** Faults that are read to be counted per aircraft. */
const faultRows = 2000;

export async function readReport(
  db: Query,
  reader: Caller,
  companyScope: CompanyScope,
  { period, day, tails }: ReportRequest,
  nowMs: number,
): Promise<Report> {
  const toMs = Date.parse(`${day}T00:00:00Z`) + dayMs;
  const span = { fromMs: toMs - daysOf[period] * dayMs, toMs };
  const company = companyOfMessages({ caller: reader, companyScope });
  const [messages, rows, faults, stations] = await Promise.all([
    readMessages(db, company, span),
    readAircraft(db, company, span, tails),
    readFaultsOf(db, reader, companyScope, span, nowMs),
    readStations(db, reader, companyScope, span, nowMs),
  ]);
  return {
    asOf: writeInstant(nowMs),
    period,
    from: writeInstant(span.fromMs),
    to: writeInstant(toMs),
    messages,
    faults: faults && { ...faults, rows: faults.rows.slice(0, reportLimits.faults) },
    stations,
    aircraft: rows.map((row) => ({
      ...row,
      faults: faults?.rows.filter(({ tail }) => keyOf(tail) === keyOf(row.tail)).length ?? 0,
    })),
  };
}

const keyOf = (tail: string): string =>
  foldCase(tail)
    .replace(/^\.{1,7}/, '')
    .replaceAll('-', '');

/** Condition for the messages of a span that the caller may see, with its values. */
async function inSpan(db: Query, company: string | null, { fromMs, toMs }: Span) {
  const values = new Values();
  const own = companySql(await companyMarks(db, company), 'acars', values);
  const [from, to] = [fromMs, toMs].map((ms) => values.add(new Date(ms), 'timestamptz'));
  return { where: [`acars_date_time >= ${from}`, `acars_date_time < ${to}`, ...own].join(' and '), values };
}

async function readMessages(db: Query, company: string | null, span: Span): Promise<Report['messages']> {
  const { fromMs, toMs } = span;
  const both = await inSpan(db, company, { fromMs: 2 * fromMs - toMs, toMs });
  const counted = await db.query<{ day: string; kind: string | null; isNone: boolean; messages: number }>(
    `select to_char(acars_date_time at time zone 'UTC', 'YYYY-MM-DD') as day, meaning_kind as kind,
       coalesce(decode_level = 'none', false) as "isNone", count(*)::float8 as messages
     from acars where ${both.where} group by 1, 2, 3`,
    both.values.list,
  );
  const one = await inSpan(db, company, span);
  const [aircraft] = await db.query<{ count: number }>(
    `select count(distinct ${tailKeySql('acars.tail')})::float8 as count from acars where ${one.where}`,
    one.values.list,
  );
  const firstDay = writeInstant(fromMs).slice(0, 10);
  const inPeriod = counted.filter(({ day }) => day >= firstDay);
  const sum = (rows: readonly { messages: number }[]): number => rows.reduce((all, row) => all + row.messages, 0);
  return {
    total: sum(inPeriod),
    before: sum(counted.filter(({ day }) => day < firstDay)),
    aircraft: aircraft?.count ?? 0,
    notDecoded: sum(inPeriod.filter(({ isNone }) => isNone)),
    kinds: meaningKinds
      .map((kind) => ({ kind, messages: sum(inPeriod.filter((row) => row.kind === kind)) }))
      .filter(({ messages }) => messages > 0)
      .sort((a, b) => b.messages - a.messages),
    days: Array.from({ length: (toMs - fromMs) / dayMs }, (_, at) => {
      const day = writeInstant(fromMs + at * dayMs).slice(0, 10);
      return { day, messages: sum(inPeriod.filter((row) => row.day === day)) };
    }),
  };
}

type AircraftRow = Omit<Report['aircraft'][number], 'faults'>;
async function readAircraft(
  db: Query,
  company: string | null,
  span: Span,
  tails: readonly string[],
): Promise<AircraftRow[]> {
  const { where, values } = await inSpan(db, company, span);
  const key = tailKeySql('acars.tail');
  const wanted =
    tails.length > 0 ? [`${key} = any(${values.add(tails.map(keyOf), 'text[]')})`] : [`${key} is not null`];
  const limit = values.add(reportLimits.aircraft, 'bigint');
  const found = await db.query<Omit<AircraftRow, 'last' | 'flights'> & { last: Date }>(
    `select ltrim((array_agg(tail order by acars_date_time desc))[1], '.') as tail, count(*)::float8 as messages,
       max(acars_date_time) as last
     from acars where ${[where, ...wanted].join(' and ')}
     group by ${key} order by messages desc, 1 limit ${limit}`,
    values.list,
  );
  const flights = await countFlights(
    db,
    company,
    span,
    found.map(({ tail }) => keyOf(tail)),
  );
  const rows = found.map((row) => ({
    ...row,
    flights: flights.get(keyOf(row.tail)) ?? 0,
    last: writeInstant(row.last.getTime()),
  }));
  const silent = tails.filter((tail) => !rows.some((row) => keyOf(row.tail) === keyOf(tail)));
  return [...rows, ...silent.map((tail) => ({ tail, messages: 0, flights: 0, last: null }))];
}

/** A flight number that returns to an aircraft after this is another flight. No aircraft flies longer ones every day. */
const flightGapMs = 12 * hourMs;

/** By aircraft. A flight over midnight is one. */
async function countFlights(
  db: Query,
  company: string | null,
  span: Span,
  tails: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { where, values } = await inSpan(db, company, span);
  const key = tailKeySql('acars.tail');
  const hours = await db.query<{ tail: string; flight: string; first: Date; last: Date }>(
    `select ${key} as tail, flight, min(acars_date_time) as first, max(acars_date_time) as last
     from acars where ${where} and ${key} = any(${values.add(tails, 'text[]')}) and flight is not null
     group by 1, 2, date_trunc('hour', acars_date_time) order by 1, 2, 3`,
    values.list,
  );
  const flights = new Map<string, number>();
  for (const [at, { tail, flight, first }] of hours.entries()) {
    const before = hours[at - 1];
    const isSame = before?.tail === tail && before.flight === flight;
    if (isSame && first.getTime() - before.last.getTime() < flightGapMs) continue;
    flights.set(tail, (flights.get(tail) ?? 0) + 1);
  }
  return flights;
}

/** null = this account has no ledger. */
async function readFaultsOf(
  db: Query,
  reader: Caller,
  companyScope: CompanyScope,
  { fromMs, toMs }: Span,
  nowMs: number,
): Promise<Report['faults']> {
  if (permissionFor(api.faults.list.id, reader.audience, true) !== 'yes') return null;
  const scope = await faultScope(db, reader, companyScope);
  const window = { start: fromMs, end: toMs - 1000 };
  const [page, counts] = await Promise.all([
    readFaults(db, scope, { ...window, limit: faultRows }, nowMs),
    countFaults(db, scope, window, nowMs),
  ]);
  type Row = NonNullable<Report['faults']>['rows'][number];
  const rows = page.faults as unknown as readonly (Row & { readonly last: string })[];
  return {
    total: page.faultsCount,
    open: counts.states.open,
    rows: rows.map(({ tail, state, ata, name, legs, last }) => ({ tail, state, ata, name, legs, last })),
  };
}

async function readStations(
  db: Query,
  reader: Reader,
  companyScope: CompanyScope,
  { fromMs, toMs }: Span,
  nowMs: number,
): Promise<Report['stations']> {
  const permission = permissionFor(api.statistics.band.id, reader.audience, true) === 'yes' ? 'yes' : 'own';
  const scope = stationScopeOf({ permission, caller: reader as Caller, companyScope });
  const requested = await queryStations(db, scope);
  const [now, before, fed] = await Promise.all([
    // Both ends of a period of messages count.
    messagesPerStation(db, requested, { fromMs, toMs: toMs - 1000 }),
    messagesPerStation(db, requested, { fromMs: 2 * fromMs - toMs, toMs: fromMs - 1000 }),
    feedingPerStation(db, requested, { fromMs, toMs }, nowMs),
  ]);
  const totalBefore = new Map(before.map(({ stationId, total }) => [stationId, total]));
  const feeding = new Map(fed.map((one) => [one.stationId, one]));
  return now.map(({ stationId, total }) => {
    const { totalS = 0, engagementS = 0 } = feeding.get(stationId) ?? {};
    return {
      stationId,
      messages: total,
      before: totalBefore.get(stationId) ?? 0,
      fedPercent: engagementS > 0 ? percentageOf(totalS, engagementS) : null,
    };
  });
}
