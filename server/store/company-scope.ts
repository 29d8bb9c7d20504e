/**
 * Whose messages a caller sees: the company rule of C38, C38b and C117.
 * Must not: trust the company that a client sends, unless the client is an administrator.
 */
import { foldCase } from '../../contract/filters.ts';
import type { Database } from '../database/pool.ts';
import type { Caller } from '../guard.ts';
import type { Values } from './filter-sql.ts';
import { airlineCodeSql, codesSql, heardIn, tailKeySql } from './meeting-sql.ts';
import type { MessageTable } from './message-tables.ts';

/** `company` = the calls that the specification scopes; `all` = every list, count, export and statistic (COMPANY_SCOPE=all). */
export type CompanyScope = 'company' | 'all';

/**
 * The company that narrows an answer, or null for the whole feed. `asked` = what the query says, which counts for administrators only.
 * `isScopedCall` = API-11, 13, 16, 27.
 */
export function companyOf(
  caller: Pick<Caller, 'audience' | 'company'> | null,
  asked: string | undefined,
  isScopedCall: boolean,
  scope: CompanyScope = 'company',
): string | null {
  if (!isScopedCall && scope !== 'all') return null;
  const company = caller?.audience === 'admin' ? (isScopedCall ? asked : null) : caller?.company;
  return company?.trim() || null;
}

/** Aircraft, as messages are met by them (decision 17). Texts as the keys of meeting-sql.ts. */
type AircraftMarks = { readonly addresses: readonly string[]; readonly tails: readonly string[] };
/** What a company's messages are known by, as the database has it now. */
export type CompanyMarks = {
  /** Names that its receivers send: of stations whose feeder has that company. In small letters. */
  readonly receivers: readonly string[];
  /** Codes before the number of its flights. */
  readonly codes: readonly string[];
  /** Aircraft that it operates, and the others of the airline that bears its name. */
  readonly operated: AircraftMarks;
  readonly owned: AircraftMarks;
};

/** A handful of receivers and at most some hundred aircraft: found first, so that each message is only looked up in them. */
export async function companyMarks(db: Pick<Database, 'query'>, company: string | null): Promise<CompanyMarks | null> {
  if (company === null) return null;
  const [marks] = await db.query<CompanyMarks>(
    `with own as materialized (
       select s.id, s.station_id from stations s join users u on u.id = s.feeder_user_id where lower(trim(u.company)) = lower($1)),
     airline as materialized (select airline_id from airlines where lower(airline_name) = $2 collate "C"),
     operated as materialized (select a.* from aircraft a where lower(operator_name) = $2 collate "C"),
     owned as materialized (select a.* from aircraft a where airline_id in (select airline_id from airline)
       and lower(operator_name) is distinct from $2 collate "C")
     select array(select lower(receiver_name) from station_receiver_names where station_record_id in (select id from own)
                  union select station_id from own) as receivers,
       case when exists (select from airline)
         then array(select c.code from ${codesSql} where c.airline_id in (select airline_id from airline)) else '{}' end as codes,
       ${marksSql('operated')} as operated, ${marksSql('owned')} as owned`,
    [company, foldCase(company)],
  );
  return marks ?? null;
}

/** Of several aircraft with one registration the newest is meant. */
const marksSql = (aircraft: string): string => `
  json_build_object(
    'addresses', array(select lower(mode_s) from ${aircraft} where mode_s is not null),
    'tails', array(select ${tailKeySql('a.registration')} from ${aircraft} a
      where ${tailKeySql('a.registration')} is not null and not exists (
        select from aircraft newer where newer.aircraft_id > a.aircraft_id
          and ${tailKeySql('newer.registration')} = ${tailKeySql('a.registration')})))`;

/**
 * Asked of the few rows that came so far: `is true` before it keeps unknown values from asking it, and a value in place of `exists` keeps the
 * planner from reading the whole table once for all.
 */
const isNowhere = (table: string, column: string, text: string): string =>
  `(select 1 from ${table} known where lower(known.${column}) = ${text} limit 1) is null`;

/**
 * C38b: a message is a company's when its receiver is, or when the company is the operator or the airline that the message meets
 * (decision 17: the airline of its flight, else of its aircraft).
 */
export function companySql(marks: CompanyMarks | null, table: MessageTable['name'], values: Values): string[] {
  if (marks === null) return [];
  const { address, tail, flight } = heardIn[table];
  const isOneOf = (what: string, texts: readonly string[]): string[] =>
    texts.length > 0 ? [`(${what} = any(${values.add(texts, 'text[]')})) is true`] : [];
  const meets = ({ addresses, tails }: AircraftMarks): string[] => [
    ...isOneOf(`lower(${address})`, addresses),
    ...isOneOf(tailKeySql(tail), tails).map(
      (isTail) => `${isTail} and ${isNowhere('aircraft', 'mode_s', `lower(${address})`)}`,
    ),
  ];
  const code = airlineCodeSql(flight);
  const isCodeOfNobody = `${isNowhere('airlines', 'icao', code)} and ${isNowhere('airlines', 'iata', code)}`;
  const ways = [
    ...isOneOf(`lower(${table}.station_id)`, marks.receivers),
    ...meets(marks.operated),
    ...isOneOf(code, marks.codes),
    ...meets(marks.owned).map((isMet) => `${isMet} and ${isCodeOfNobody}`),
  ];
  return [ways.length > 0 ? `(${ways.join(' or ')})` : 'false'];
}
