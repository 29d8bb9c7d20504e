/**
 * ACARS messages with the aircraft and the airline that they meet. Must not: hold the rule of meeting (meeting-sql.ts), or write.
 */
import { acarsPerAircraftFilters, airlineAndOperatorFilters } from '../../contract/calls/messages.ts';
import type { acarsPerAircraft } from '../../contract/entities.ts';
import { acarsColumns, type Columns, type ColumnsOf, indexedText, number, text } from './columns.ts';
import { filterSql, type Values } from './filter-sql.ts';
import { meetsAircraftSql, meetsAirlineSql, metSql } from './meeting-sql.ts';
import type { MessageList } from './message-page.ts';
import { acarsTable } from './message-tables.ts';

const heard = { address: 'acars.icao', tail: 'acars.tail', flight: 'acars.flight' } as const;

/** Joined tables have columns of the same names. */
const own = <N extends keyof typeof acarsColumns>(name: N) => ({
  ...acarsColumns[name],
  name: `acars.${acarsColumns[name].name}`,
});
const ownColumns = {
  acarsDateTime: own('acarsDateTime'),
  tail: own('tail'),
  flight: own('flight'),
  text: own('text'),
  aggregatedText: own('aggregatedText'),
  aggregationStatus: own('aggregationStatus'),
  mode: own('mode'),
  label: own('label'),
  blockId: own('blockId'),
  msgno: own('msgno'),
  dsta: own('dsta'),
  consensusStatus: own('consensusStatus'),
  consensusResult: own('consensusResult'),
} as const;
const aircraftColumns = {
  aircraftType: text('a.aircraft_type'),
  typeCode: text('a.type_code'),
  serialNumber: text('a.serial_number'),
  // As in the list of aircraft: a code where the source knows no name.
  operatorName: text('coalesce(a.operator_name, a.operator_icao, a.operator_iata)'),
  operatorIata: text('a.operator_iata'),
  operatorIcao: text('a.operator_icao'),
  registration: text('a.registration'),
  aircraftId: number('a.aircraft_id'),
} as const;
const airlineColumns = {
  airlineName: text('l.airline_name'),
  iata: indexedText('l.iata'),
  airlineIata: indexedText('l.iata'),
  airlineIcao: indexedText('l.icao'),
  airlineId: number('l.airline_id'),
} as const;
const metColumns = {
  ...aircraftColumns,
  ...airlineColumns,
  modeS: text('coalesce(acars.icao, a.mode_s)'),
} as const;
export const perAircraftColumns = { ...ownColumns, ...metColumns } as const satisfies ColumnsOf<
  typeof acarsPerAircraft
>;

type Query = Readonly<Record<string, unknown>>;
const filters = [...acarsPerAircraftFilters, ...airlineAndOperatorFilters];

/** What is asked of the fields that these columns hold, as one condition; null = nothing. */
function asked(columns: Columns, query: Query, values: Values): string | null {
  const some = filters.filter(({ field }) => Object.hasOwn(columns, field));
  return filterSql(some, columns, query, values).join(' and ') || null;
}

function conditions(query: Query, values: Values): string[] {
  const ofAircraft = asked(aircraftColumns, query, values);
  const ofAirline = asked(airlineColumns, query, values);
  const ofAddress = asked({ modeS: indexedText('acars.icao') }, query, values);
  const ofMode = asked({ modeS: indexedText('a.mode_s') }, query, values);
  return [
    ofAircraft && meetsAircraftSql(heard, ofAircraft),
    ofAirline && meetsAirlineSql(heard, ofAirline),
    ofAddress && ofMode && `(${ofAddress} or acars.icao is null and ${meetsAircraftSql(heard, ofMode)})`,
  ].filter((condition) => condition !== null);
}

export const perAircraftList: MessageList = {
  table: acarsTable,
  columns: ownColumns,
  joined: { columns: metColumns, sql: metSql(heard), conditions },
};
