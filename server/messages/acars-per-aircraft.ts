/** Reads ACARS messages with their aircraft and airline. */
import { acarsPerAircraftFilters, airlineAndOperatorFilters } from '../../contract/calls/messages.ts';
import type { acarsPerAircraft } from '../../contract/entities/messages.ts';
import { type ColumnsOf, indexedText, number, text } from '../query/columns.ts';
import { filterSql } from '../query/filter-sql.ts';
import { acarsTable } from '../query/message-tables.ts';
import { acarsColumns } from './acars-columns.ts';
import { matchColumnsOf, matchSql } from './aircraft-match-sql.ts';
import type { Joined, MessageList } from './message-page.ts';
import { senderConditions } from './senders.ts';

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
  // As in the aircraft list: a code where the source has no name.
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
const joinedColumns = {
  ...aircraftColumns,
  ...airlineColumns,
  modeS: text('coalesce(acars.icao, a.mode_s)'),
} as const;
export const perAircraftColumns = { ...ownColumns, ...joinedColumns } as const satisfies ColumnsOf<
  typeof acarsPerAircraft
>;

const filters = [...acarsPerAircraftFilters, ...airlineAndOperatorFilters];
const onJoined = filters.filter(({ field }) => Object.hasOwn(joinedColumns, field));
const onAirline = filters.filter(({ field }) => Object.hasOwn(airlineColumns, field));

const conditions: Joined['conditions'] = async (read, query, { from, where, values }) => {
  const requested = values.copy();
  const ofJoined = filterSql(onJoined, joinedColumns, query, requested);
  if (ofJoined.length === 0) return [];
  const hasFlight = onAirline.some(({ params }) => params.some(({ name }) => query[name] !== undefined));
  return senderConditions(read, { from, where, ofJoined, values: requested.list, hasFlight }, values);
};

export const perAircraftList: MessageList = {
  table: acarsTable,
  columns: ownColumns,
  joined: { columns: joinedColumns, sql: matchSql(matchColumnsOf.acars), conditions },
};
