/** SQL condition for the messages of a company (C38b). */
import { foldCase } from '../../contract/filters.ts';
import type { Database } from '../database/pool.ts';
import type { Values } from '../query/filter-sql.ts';
import { airlineCodeSql, codesSql, matchColumnsOf, tailKeySql } from './aircraft-match-sql.ts';

/** Aircraft that match messages (decision 17). Texts in the form of the keys of aircraft-match-sql.ts. */
type AircraftMarks = { readonly addresses: readonly string[]; readonly tails: readonly string[] };
/** Identifying values of a company's messages, as currently stored. */
export type CompanyMarks = {
  /** Receiver names of stations with a feeder of that company. In lower case. */
  readonly receivers: readonly string[];
  /** Codes before its flight numbers. */
  readonly codes: readonly string[];
  /** Aircraft that it operates, and the others of the airline with its name. */
  readonly operated: AircraftMarks;
  readonly owned: AircraftMarks;
};

/** A few receivers and some hundred aircraft: found first, so that each message only needs a lookup. */
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

/** Of several aircraft with one registration the newest. */
const marksSql = (aircraft: string): string => `
  json_build_object(
    'addresses', array(select lower(mode_s) from ${aircraft} where mode_s is not null),
    'tails', array(select ${tailKeySql('a.registration')} from ${aircraft} a
      where ${tailKeySql('a.registration')} is not null and not exists (
        select from aircraft newer where newer.aircraft_id > a.aircraft_id
          and ${tailKeySql('newer.registration')} = ${tailKeySql('a.registration')})))`;

/**
 * Evaluated for the few rows that remain: `is true` before it excludes unknown values, and a value in place of `exists` keeps the
 * planner from reading the whole table. The two tables contain nothing else, so that they can be copied to every node (decision 95).
 */
const isNowhere = (table: string, column: string, text: string): string =>
  `(select 1 from ${table} known where known.${column} = ${text} limit 1) is null`;

/**
 * C38b: a message belongs to a company by its receiver, or if the company is the matching operator or airline
 * (decision 17: the airline of its flight, otherwise of its aircraft).
 */
export function companySql(marks: CompanyMarks | null, table: keyof typeof matchColumnsOf, values: Values): string[] {
  if (marks === null) return [];
  const { address, tail, flight } = matchColumnsOf[table];
  const isOneOf = (what: string, texts: readonly string[]): string[] =>
    texts.length > 0 ? [`(${what} = any(${values.add(texts, 'text[]')})) is true`] : [];
  // Never unknown, and an index covers it if no other condition applies.
  const isReceiverOf = (names: readonly string[]): string[] =>
    names.length > 0 ? [`lower(${table}.station_id) = any(${values.add(names, 'text[]')})`] : [];
  const meets = ({ addresses, tails }: AircraftMarks): string[] => [
    ...isOneOf(`lower(${address})`, addresses),
    ...isOneOf(tailKeySql(tail), tails).map(
      (isTail) => `${isTail} and ${isNowhere('aircraft_addresses', 'address', `lower(${address})`)}`,
    ),
  ];
  const code = airlineCodeSql(flight);
  const isCodeOfNobody = isNowhere('airline_codes', 'code', code);
  const ways = [
    ...isReceiverOf(marks.receivers),
    ...meets(marks.operated),
    ...isOneOf(code, marks.codes),
    ...meets(marks.owned).map((isMet) => `${isMet} and ${isCodeOfNobody}`),
  ];
  return [ways.length > 0 ? `(${ways.join(' or ')})` : 'false'];
}
