/**
 * Aircraft out of the database, with their airline and operator. Must not: write (reference/), or decide who may call.
 */
import type { Aircraft } from '../../contract/entities.ts';
import { contains, equals, foldCase } from '../../contract/filters.ts';
import { clock } from '../clock.ts';
import type { Database } from '../database/pool.ts';
import { indexedText, text } from './columns.ts';
import { containsSql, Values } from './filter-sql.ts';
import { orderSql, type ReferenceList, type ReferencePage, referencePage, type SortFields } from './reference-page.ts';

const from = 'aircraft a left join airlines l on l.airline_id = a.airline_id';
const columns = {
  typeCode: text('a.type_code'),
  aircraftType: text('a.aircraft_type'),
  registration: indexedText('a.registration'),
  serialNumber: text('a.serial_number'),
  modeS: indexedText('a.mode_s'),
};
const filters = [
  equals('typeCode'),
  contains('aircraftType', 'fullType'),
  equals('registration'),
  equals('serialNumber'),
  equals('modeS'),
];

/** An aircraft as the wire has it (REF-21); `age` in whole years of today. */
const fieldsSql = (today: string): string => `
  a.aircraft_id as "aircraftId", a.registration,
  case when l.airline_id is not null then json_build_object(
    'airlineId', l.airline_id, 'airlineName', l.airline_name, 'iata', l.iata, 'icao', l.icao, 'fleet', l.fleet) end as airline,
  a.type_code as "typeCode", a.aircraft_type as "aircraftType", a.serial_number as "serialNumber", a.mode_s as "modeS",
  case when a.manufacture_date is not null then
    greatest(0, extract(year from age(date '${today}', a.manufacture_date)))::integer end as age,
  case when coalesce(a.operator_name, a.operator_icao, a.operator_iata) is not null then json_build_object(
    'airlineName', coalesce(a.operator_name, a.operator_icao, a.operator_iata),
    'iata', a.operator_iata, 'icao', a.operator_icao) end as operator,
  to_char(a.manufacture_date, 'YYYY-MM-DD') as "manufactureDate"`;

function aircraftList(): ReferenceList {
  const today = new Date(clock.now()).toISOString().slice(0, 10);
  return { from, id: 'a.aircraft_id', fields: fieldsSql(today), filters, columns };
}

/** C42. Who is older was made earlier. */
const sortFields: SortFields = {
  registration: { sql: 'lower(a.registration)' },
  airline: { sql: 'lower(l.airline_name)' },
  typeCode: { sql: 'lower(a.type_code)' },
  aircraftType: { sql: 'lower(a.aircraft_type)' },
  serialNumber: { sql: 'lower(a.serial_number)' },
  modeS: { sql: 'lower(a.mode_s)' },
  age: { sql: 'a.manufacture_date', isReversed: true },
  operator: { sql: 'lower(coalesce(a.operator_name, a.operator_icao, a.operator_iata))' },
};
const byRegistration = 'lower(a.registration)';

type Asked = Readonly<Record<string, unknown>> & {
  readonly airline?: string;
  readonly operators?: string;
  readonly minManufactureDate?: string;
  readonly maxManufactureDate?: string;
};

/** By registration, unless the query asks for another order. `airline` and `operators` are part of a name, or a code (C43). */
export function aircraftPage(db: Database, { airline, operators, ...query }: Asked): Promise<ReferencePage> {
  const values = new Values();
  const conditions = [
    ...nameOrCode(airline, 'l.airline_name', ['l.iata', 'l.icao'], values),
    ...nameOrCode(operators, 'a.operator_name', ['a.operator_iata', 'a.operator_icao'], values),
    ...day('>=', query.minManufactureDate, values),
    ...day('<=', query.maxManufactureDate, values),
  ];
  const order = [...orderSql(sortFields, query), byRegistration];
  return referencePage(db, aircraftList(), { query, conditions, order }, values);
}

/** Aircraft that belong to an airline (link-aircraft.ts says which). */
export function aircraftOfAirline(
  db: Database,
  airlineId: number,
  query: Readonly<Record<string, unknown>>,
): Promise<ReferencePage> {
  const values = new Values();
  const conditions = [`a.airline_id = ${values.add(airlineId, 'bigint')}`];
  return referencePage(db, aircraftList(), { query, conditions, order: [byRegistration] }, values);
}

/** One aircraft as JSON text, or null. */
export function aircraftByAddress(db: Database, modeS: string): Promise<string | null> {
  return oneAircraft(db, `lower(a.mode_s) = $1 collate "C"`, foldCase(modeS.trim()));
}

export async function aircraftById(db: Database, aircraftId: number): Promise<Aircraft | null> {
  const json = await oneAircraft(db, 'a.aircraft_id = $1::bigint', aircraftId);
  return json === null ? null : (JSON.parse(json) as Aircraft);
}

async function oneAircraft(db: Database, condition: string, value: unknown): Promise<string | null> {
  const { fields } = aircraftList();
  const [row] = await db.query<{ json: string }>(
    `select row_to_json(r)::text as json from (select ${fields}, a.aircraft_id::text as id from ${from} where ${condition}) r`,
    [value],
  );
  return row?.json ?? null;
}

function nameOrCode(asked: string | undefined, name: string, codes: readonly string[], values: Values): string[] {
  if (asked === undefined) return [];
  const part = containsSql(text(name), asked, values);
  const whole = values.add(foldCase(asked), 'text');
  return [[part, ...codes.map((code) => `lower(${code}) = ${whole} collate "C"`)].join(' or ')];
}

const day = (than: '>=' | '<=', asked: string | undefined, values: Values): string[] =>
  asked === undefined ? [] : [`a.manufacture_date ${than} ${values.add(asked, 'date')}`];
