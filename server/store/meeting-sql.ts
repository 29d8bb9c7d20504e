/**
 * Which aircraft and airline a message meets, in SQL: the twin of reference/meeting.ts (docs/decisions/0017).
 * Must not: put a value into the SQL text, or know which fields a list shows.
 */

/** Where a table of messages has what the rule looks at, as SQL. */
export type HeardSql = { readonly address: string; readonly tail: string; readonly flight: string };

/** As tailKey(); aircraft have an index on it (migration 0014). */
export const tailKeySql = (tail: string): string => `nullif(replace(lower(ltrim(${tail}, '.')), '-', ''), '')`;
/** As airlineCode(). */
export const airlineCodeSql = (flight: string): string =>
  `substring(lower(${flight}) from '^(?:[a-z]{3}|[a-z][a-z0-9]|[0-9][a-z])(?=[0-9])')`;
const firstAirline = 'is_active desc, airline_id';

/** Joins the aircraft that each message meets, under the name `a`, and its airline, under the name `l`: for the rows of a page. */
export function metSql({ address, tail, flight }: HeardSql): string {
  return `
    left join aircraft a on a.aircraft_id = coalesce(
      (select b.aircraft_id from aircraft b where lower(b.mode_s) = lower(${address})),
      (select b.aircraft_id from aircraft b where ${tailKeySql('b.registration')} = ${tailKeySql(tail)}
       order by b.aircraft_id desc limit 1))
    left join airlines l on l.airline_id = coalesce(
      (select b.airline_id from airlines b where ${airlineCodeSql(flight)} in (lower(b.icao), lower(b.iata))
       order by ${firstAirline} limit 1),
      a.airline_id)`;
}

/** True for messages that meet an aircraft of which `condition` holds; there the aircraft is `a`. */
export function meetsAircraftSql({ address, tail }: HeardSql, condition: string): string {
  const hasAddress = (name: string): string => `lower(${name}.mode_s) = lower(${address})`;
  return `(
    exists (select 1 from aircraft a where ${hasAddress('a')} and ${condition})
    or exists (select 1 from aircraft a where ${tailKeySql('a.registration')} = ${tailKeySql(tail)} and ${condition}
               and not exists (select 1 from aircraft newer where newer.aircraft_id > a.aircraft_id
                               and ${tailKeySql('newer.registration')} = ${tailKeySql('a.registration')}))
       and not exists (select 1 from aircraft k where ${hasAddress('k')}))`;
}

/** Each code with the airline that is meant by it. */
export const codesSql = `
  (select distinct on (code) code, airline_id from (
     select lower(icao) as code, is_active, airline_id from airlines where icao is not null
     union all select lower(iata), is_active, airline_id from airlines where iata is not null) codes
   order by code, ${firstAirline}) c`;

/** True for messages that meet an airline of which `condition` holds; there the airline is `l`. */
export function meetsAirlineSql(heard: HeardSql, condition: string): string {
  const code = airlineCodeSql(heard.flight);
  const ofAircraft = `a.airline_id in (select l.airline_id from airlines l where ${condition})`;
  return `(
    ${code} in (select c.code from ${codesSql} join airlines l on l.airline_id = c.airline_id where ${condition})
    or (${code} in (select c.code from ${codesSql})) is not true and ${meetsAircraftSql(heard, ofAircraft)})`;
}
