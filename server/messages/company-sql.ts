/** SQL condition for the messages of a company (C38b). */
import { foldCase } from '../../contract/filters.ts';
import type { Query } from '../database/pool.ts';
import type { Values } from '../query/filter-sql.ts';
import { airlineCodeSql, icaoCodeSql, matchColumnsOf, tailKeySql } from './aircraft-match-sql.ts';

/** Aircraft that match messages (decision 12). Texts in the form of the keys of aircraft-match-sql.ts. */
type AircraftMarks = { readonly addresses: readonly string[]; readonly tails: readonly string[] };
/** Identifying values of a company's messages, as currently stored. */
export type CompanyMarks = {
  /** Receiver names of stations with a feeder of that company. In lower case. */
  readonly receivers: readonly string[];
  /** Codes before its flight numbers that no other airline has: three letters, and two letters. */
  readonly icaoCodes: readonly string[];
  readonly twoLetterCodes: readonly string[];
  /** Codes that COMPANY_CODES gives to the company. */
  readonly ruledCodes: readonly string[];
  /** Aircraft that it operates, and the others of the airline with its name. */
  readonly operated: AircraftMarks;
  readonly owned: AircraftMarks;
};

/** A code before flight numbers, in lower case, and the company to which such flights belong (COMPANY_CODES). */
type CompanyCode = { readonly code: string; readonly company: string };

/** In place of what the table contained before. */
export async function writeCompanyCodes(db: Query, rules: readonly CompanyCode[]): Promise<void> {
  const codes = rules.map(({ code }) => code);
  await db.query('delete from company_codes where not code = any($1::text[])', [codes]);
  await db.query(
    `insert into company_codes (code, company) select * from unnest($1::text[], $2::text[])
     on conflict (code) do update set company = excluded.company where company_codes.company <> excluded.company`,
    [codes, rules.map(({ company }) => company)],
  );
}

/** A few receivers and some hundred aircraft: found first, so that each message only needs a lookup. */
export async function companyMarks(db: Query, company: string | null): Promise<CompanyMarks | null> {
  if (company === null) return null;
  const [marks] = await db.query<CompanyMarks>(
    `with own as materialized (
       select s.id, s.station_id from stations s join users u on u.id = s.feeder_user_id where lower(trim(u.company)) = lower($1)),
     -- Of several with one name those that operate. With two codes of three letters they are companies of two countries: none is meant.
     named as materialized (select airline_id, icao, is_active from airlines where lower(airline_name) = $2 collate "C"),
     meant as materialized (select * from named where is_active = (select bool_or(is_active) from named)),
     airline as materialized (select airline_id from meant where (select count(distinct lower(icao)) from meant) <= 1),
     own_codes as materialized (select code from airline_codes where is_certain and airline_id in (select airline_id from airline)),
     operated as materialized (select a.* from aircraft a where lower(operator_name) = $2 collate "C"),
     owned as materialized (select a.* from aircraft a where airline_id in (select airline_id from airline)
       and lower(operator_name) is distinct from $2 collate "C")
     select array(select lower(receiver_name) from station_receiver_names where station_record_id in (select id from own)
                  union select station_id from own) as receivers,
       array(select code from own_codes where length(code) = 3) as "icaoCodes",
       array(select code from own_codes where length(code) = 2) as "twoLetterCodes",
       array(select code from company_codes where lower(company) = $2 collate "C") as "ruledCodes",
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
 * planner from reading the whole table. The two tables contain nothing else, so that they can be copied to every node (decision 3).
 */
const isNowhere = (table: string, column: string, text: string): string =>
  `(select 1 from ${table} known where known.${column} = ${text} limit 1) is null`;

/**
 * C38b: a message belongs to a company by its receiver, or if the company is the matching operator or a certain airline
 * (decision 12: by the three letters of its flight, otherwise by its aircraft, by two letters only if its operator is unknown).
 */
export function companySql(
  marks: CompanyMarks | null,
  table: keyof typeof matchColumnsOf,
  values: Values,
  isCallsign = matchColumnsOf[table].isCallsign ?? false,
): string[] {
  if (marks === null) return [];
  const { address, tail, flight } = matchColumnsOf[table];
  const isOneOf = (what: string, texts: readonly string[]): string[] =>
    texts.length > 0 ? [`(${what} = any(${values.add(texts, 'text[]')})) is true`] : [];
  // Never unknown, and an index covers it if no other condition applies.
  const isReceiverOf = (names: readonly string[]): string[] =>
    names.length > 0 ? [`lower(${table}.station_id) = any(${values.add(names, 'text[]')})`] : [];
  const isUnknownAddress = isNowhere('aircraft_addresses', 'address', `lower(${address})`);
  const meets = ({ addresses, tails }: AircraftMarks): string[] => [
    ...isOneOf(`lower(${address})`, addresses),
    ...isOneOf(tailKeySql(tail), tails).map((isTail) => `${isTail} and ${isUnknownAddress}`),
  ];
  // A callsign has the same airline where no registration is known, as in the lists of ADS-B and on the map.
  const numbered = { flight, tail: isCallsign ? 'null::text' : tail };
  const [code, icao] = [airlineCodeSql(numbered), icaoCodeSql(numbered)];
  const isOperatorUnknown = `case when ${isUnknownAddress}
    then ${isNowhere('operated_aircraft', 'key', `'.' || ${tailKeySql(tail)}`)}
    else ${isNowhere('operated_aircraft', 'key', `lower(${address})`)} end`;
  const ways = [
    ...isReceiverOf(marks.receivers),
    ...meets(marks.operated),
    ...isOneOf(icao, marks.icaoCodes),
    ...isOneOf(isCallsign ? icao : code, marks.ruledCodes),
    ...(isCallsign ? [] : isOneOf(code, marks.twoLetterCodes)).map((isMet) => `${isMet} and ${isOperatorUnknown}`),
    ...meets(marks.owned).map((isMet) => `${isMet} and ${isNowhere('airline_codes', 'code', icao)}`),
  ];
  return [ways.length > 0 ? `(${ways.join(' or ')})` : 'false'];
}
