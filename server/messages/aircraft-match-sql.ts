/** Matches messages to aircraft and airline in SQL (decision 12), like reference/aircraft-match.ts. Values are parameters, never SQL text. */
import type { KeyedTable } from '../query/message-tables.ts';

/** SQL for the values of a message that the rule uses. */
type MatchColumns = {
  readonly address: string;
  readonly tail: string;
  readonly flight: string;
  /** The flight is a callsign, which has no code of two letters. */
  readonly isCallsign?: true;
};
/** ADS-B frames contain no registration. */
export const matchColumnsOf: Readonly<
  Record<KeyedTable['name'] | 'tail_last' | 'fault_receptions' | 'watch_receptions', MatchColumns>
> = {
  acars: { address: 'acars.icao', tail: 'acars.tail', flight: 'acars.flight' },
  adsb: { address: 'adsb.icao', tail: 'null::text', flight: 'adsb.identification', isCallsign: true },
  link_event: { address: 'link_event.icao', tail: 'null::text', flight: 'link_event.flight' },
  // '' = none, which matches no address, registration or code.
  tail_last: { address: "nullif(tail_last.address, '')", tail: 'tail_last.tail', flight: 'tail_last.flight' },
  fault_receptions: {
    address: 'fault_receptions.icao',
    tail: 'fault_receptions.tail',
    flight: 'fault_receptions.flight',
  },
  watch_receptions: {
    address: 'watch_receptions.icao',
    tail: 'watch_receptions.tail',
    flight: 'watch_receptions.flight',
  },
};

/** Like tailKey(). Aircraft have an index on it (aircraft_tail). */
export const tailKeySql = (tail: string): string => `nullif(replace(lower(ltrim(${tail}, '.')), '-', ''), '')`;
type FlightColumns = Pick<MatchColumns, 'flight' | 'tail'>;
/** The flight, unless it is the registration. */
const numberedSql = ({ flight, tail }: FlightColumns): string =>
  `case when ${tailKeySql(flight)} is distinct from ${tailKeySql(tail)} then lower(${flight}) end`;
/** Like airlineCode(). */
export const airlineCodeSql = (columns: FlightColumns): string =>
  `substring(${numberedSql(columns)} from '^(?:[a-z]{3}|(?!n[1-9])[a-z][a-z0-9]|[0-9][a-z])(?=[0-9])')`;
/** Only the three letters of such a code. */
export const icaoCodeSql = (columns: FlightColumns): string =>
  `substring(${numberedSql(columns)} from '^[a-z]{3}(?=[0-9])')`;

/** Two letters count only if the operator of the aircraft is unknown (operated_aircraft). */
const isByCode = '(length(k.code) = 3 or (k.code is not null and (a.aircraft_id is null or not is_operated(a))))';

/** Joins the matching aircraft of each row as `a`, the code of its flight as `k`, and its airline as `l`. */
export const matchSql = ({ address, tail, flight }: MatchColumns): string => `
  left join aircraft a on a.aircraft_id = coalesce(
    (select b.aircraft_id from aircraft b where lower(b.mode_s) = lower(${address})),
    (select b.aircraft_id from aircraft b where ${tailKeySql('b.registration')} = ${tailKeySql(tail)}
     order by b.aircraft_id desc limit 1))
  left join airline_codes k on k.code = ${airlineCodeSql({ flight, tail })}
  left join airlines l on l.airline_id = case when ${isByCode} then k.airline_id else a.airline_id end`;

/** Whether `l` rests on a code that another airline has or had. null = no airline. */
export const isUncertainSql = `case when l.airline_id is not null then coalesce(${isByCode} and not k.is_certain, false) end`;
