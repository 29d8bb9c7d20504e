/** Matches messages to aircraft and airline in SQL (decision 17), like reference/aircraft-match.ts. Values are parameters, never SQL text. */
import type { KeyedTable } from '../query/message-tables.ts';

/** SQL for the values of a message that the rule uses. */
type MatchColumns = { readonly address: string; readonly tail: string; readonly flight: string };
/** ADS-B frames contain no registration. */
export const matchColumnsOf: Readonly<Record<KeyedTable['name'] | 'tail_last', MatchColumns>> = {
  acars: { address: 'acars.icao', tail: 'acars.tail', flight: 'acars.flight' },
  adsb: { address: 'adsb.icao', tail: 'null::text', flight: 'adsb.identification' },
  link_event: { address: 'link_event.icao', tail: 'null::text', flight: 'link_event.flight' },
  // '' = none, which matches no address, registration or code.
  tail_last: { address: "nullif(tail_last.address, '')", tail: 'tail_last.tail', flight: 'tail_last.flight' },
};

/** Like tailKey(). Aircraft have an index on it (migration 0014). */
export const tailKeySql = (tail: string): string => `nullif(replace(lower(ltrim(${tail}, '.')), '-', ''), '')`;
/** Like airlineCode(). */
export const airlineCodeSql = (flight: string): string =>
  `substring(lower(${flight}) from '^(?:[a-z]{3}|[a-z][a-z0-9]|[0-9][a-z])(?=[0-9])')`;
const firstAirline = 'is_active desc, airline_id';

/** Joins the matching aircraft of each row as `a`, and its airline as `l`. */
export const matchSql = ({ address, tail, flight }: MatchColumns): string => `
  left join aircraft a on a.aircraft_id = coalesce(
    (select b.aircraft_id from aircraft b where lower(b.mode_s) = lower(${address})),
    (select b.aircraft_id from aircraft b where ${tailKeySql('b.registration')} = ${tailKeySql(tail)}
     order by b.aircraft_id desc limit 1))
  left join airlines l on l.airline_id = coalesce(
    (select b.airline_id from airlines b where ${airlineCodeSql(flight)} in (lower(b.icao), lower(b.iata))
     order by ${firstAirline} limit 1),
    a.airline_id)`;

/** Each code with its airline, as `c`. */
export const codesSql = `
  (select distinct on (code) code, airline_id from (
     select lower(icao) as code, is_active, airline_id from airlines where icao is not null
     union all select lower(iata), is_active, airline_id from airlines where iata is not null) codes
   order by code, ${firstAirline}) c`;
