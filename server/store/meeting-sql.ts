/**
 * Which aircraft and airline a message meets, in SQL: the twin of reference/meeting.ts (docs/decisions/0017).
 * Must not: put a value into the SQL text, or know which fields a list shows.
 */
import type { MessageTable } from './message-tables.ts';

/** Where a table of messages has what the rule looks at, as SQL. */
type HeardSql = { readonly address: string; readonly tail: string; readonly flight: string };
/** A frame of ADS-B says no registration. */
export const heardIn: Readonly<Record<MessageTable['name'], HeardSql>> = {
  acars: { address: 'acars.icao', tail: 'acars.tail', flight: 'acars.flight' },
  adsb: { address: 'adsb.icao', tail: 'null::text', flight: 'adsb.identification' },
};

/** As tailKey(); aircraft have an index on it (migration 0014). */
export const tailKeySql = (tail: string): string => `nullif(replace(lower(ltrim(${tail}, '.')), '-', ''), '')`;
/** As airlineCode(). */
export const airlineCodeSql = (flight: string): string =>
  `substring(lower(${flight}) from '^(?:[a-z]{3}|[a-z][a-z0-9]|[0-9][a-z])(?=[0-9])')`;
const firstAirline = 'is_active desc, airline_id';

/** Joins to rows the aircraft that each meets, under the name `a`, and its airline, under `l`. */
export const metSql = ({ address, tail, flight }: HeardSql): string => `
  left join aircraft a on a.aircraft_id = coalesce(
    (select b.aircraft_id from aircraft b where lower(b.mode_s) = lower(${address})),
    (select b.aircraft_id from aircraft b where ${tailKeySql('b.registration')} = ${tailKeySql(tail)}
     order by b.aircraft_id desc limit 1))
  left join airlines l on l.airline_id = coalesce(
    (select b.airline_id from airlines b where ${airlineCodeSql(flight)} in (lower(b.icao), lower(b.iata))
     order by ${firstAirline} limit 1),
    a.airline_id)`;

/** Each code with the airline that is meant by it, under the name `c`. */
export const codesSql = `
  (select distinct on (code) code, airline_id from (
     select lower(icao) as code, is_active, airline_id from airlines where icao is not null
     union all select lower(iata), is_active, airline_id from airlines where iata is not null) codes
   order by code, ${firstAirline}) c`;
