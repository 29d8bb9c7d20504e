/** Reads ACARS messages with their aircraft and airline. Own file: one of three kinds of lists, each with its SQL in a file. */
import { acarsPerAircraftFilters, airlineAndOperatorFilters } from '../../contract/calls/messages.ts';
import type { acarsPerAircraft } from '../../contract/entities/messages.ts';
import { type ColumnsOf, flag, indexedText, number, text } from '../query/columns.ts';
import { filterSql, type Values } from '../query/filter-sql.ts';
import { acarsTable } from '../query/message-tables.ts';
import { acarsColumns } from './acars-columns.ts';
import { isUncertainSql, matchColumnsOf, matchSql } from './aircraft-match-sql.ts';
import type { Joined, MessageList, ReadRows } from './message-page.ts';

/** Joined tables have columns of the same names. */
const own = <N extends keyof typeof acarsColumns>(name: N) => ({
  ...acarsColumns[name],
  name: `acars.${acarsColumns[name].name}`,
});
const meaning = {
  ...acarsColumns.meaning,
  name: 'acars.meaning',
  meaning: { kind: 'acars.meaning_kind', level: 'acars.decode_level' },
} as const;
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
  meaning,
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
  isAirlineUncertain: flag(isUncertainSql),
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

// ---- Filters on the aircraft and airline of messages. Messages of a sender (address, tail, flight) all match the same aircraft,
// and senders are few: first the matching senders are found, then their messages.

type Sender = { readonly key: string; readonly tail: string | null; readonly icao: string | null };

/** `from` = the messages, under the name `acars`. `where` = conditions on them, `ofJoined` = conditions on the joined tables, with the values of both. */
type MatchQuery = {
  readonly from: string;
  readonly where: string;
  readonly ofJoined: readonly string[];
  readonly values: readonly unknown[];
  /** A condition on the airline, which depends on the flight. */
  readonly hasFlight: boolean;
};

/** No code contains a line feed. */
const keySql = (hasFlight: boolean): string =>
  ['acars.icao', 'acars.tail', ...(hasFlight ? ['acars.flight'] : [])]
    .map((column) => `coalesce(${column}, '')`)
    .join(" || E'\\n' || ");

/** Up to this number are looked up in the indexes of address and tail, which finished days have. */
const fewSenders = 50;

/** Conditions on messages equivalent to `ofJoined`. Their values are added to `values`. */
async function senderConditions(read: ReadRows, request: MatchQuery, values: Values): Promise<string[]> {
  const senders = await sendersOf(read, request);
  if (senders.length === 0) return ['false'];
  const isSender = `${keySql(request.hasFlight)} = any(${values.add(
    senders.map(({ key }) => key),
    'text[]',
  )})`;
  return senders.length > fewSenders ? [isSender] : [isSender, inIndexes(senders, values)];
}

async function sendersOf(read: ReadRows, request: MatchQuery): Promise<readonly Sender[]> {
  const flight = request.hasFlight ? 'flight' : 'null::text as flight';
  const sql = `with heard as materialized (select distinct icao, tail, ${flight} from ${request.from} ${request.where})
     select ${keySql(request.hasFlight)} as key, lower(acars.tail) as tail, lower(acars.icao) as icao
     from heard acars ${matchSql(matchColumnsOf.acars)} where ${request.ofJoined.join(' and ')}`;
  return read({ sql, values: request.values });
}

/** Only an access path, no further restriction: a message without address and tail is matched by its flight, and has none. */
function inIndexes(senders: readonly Sender[], values: Values): string {
  if (senders.some(({ tail, icao }) => tail === null && icao === null)) return 'true';
  const tails = new Set(senders.flatMap(({ tail }) => tail ?? []));
  const addresses = new Set(senders.flatMap(({ tail, icao }) => (tail === null && icao !== null ? [icao] : [])));
  const isOneOf = (column: string, texts: ReadonlySet<string>): string[] =>
    texts.size > 0 ? [`lower(${column}) = any(${values.add([...texts], 'text[]')})`] : [];
  return `(${[...isOneOf('acars.tail', tails), ...isOneOf('acars.icao', addresses)].join(' or ')})`;
}
