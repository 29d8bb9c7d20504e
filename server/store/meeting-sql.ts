/**
 * Which aircraft and airline a message meets, in SQL: the twin of reference/meeting.ts (docs/decisions/0017).
 * Must not: put a value into the SQL text, or know which fields a list shows.
 */

/** As tailKey(); aircraft have an index on it (migration 0014). */
const tailKeySql = (tail: string): string => `nullif(replace(lower(ltrim(${tail}, '.')), '-', ''), '')`;
/** As airlineCode(). */
const airlineCodeSql = (flight: string): string =>
  `substring(lower(${flight}) from '^(?:[a-z]{3}|[a-z][a-z0-9]|[0-9][a-z])(?=[0-9])')`;

/** Joins to rows of `acars` (of which address, tail and flight are looked at) the aircraft, under the name `a`, and the airline, under `l`. */
export const metSql = `
  left join aircraft a on a.aircraft_id = coalesce(
    (select b.aircraft_id from aircraft b where lower(b.mode_s) = lower(acars.icao)),
    (select b.aircraft_id from aircraft b where ${tailKeySql('b.registration')} = ${tailKeySql('acars.tail')}
     order by b.aircraft_id desc limit 1))
  left join airlines l on l.airline_id = coalesce(
    (select b.airline_id from airlines b where ${airlineCodeSql('acars.flight')} in (lower(b.icao), lower(b.iata))
     order by b.is_active desc, b.airline_id limit 1),
    a.airline_id)`;
