/** Reads aircraft with airline and operator, and aircraft types. */
import { api } from '../../contract/api.ts';
import type { aircraftOrder } from '../../contract/calls/reference.ts';
import type { Aircraft } from '../../contract/entities/reference.ts';
import { foldCase } from '../../contract/filters.ts';
import { clock } from '../base/clock.ts';
import type { Database } from '../database/pool.ts';
import { indexedText, text } from '../query/columns.ts';
import { Values } from '../query/filter-sql.ts';
import type { PageRequest } from '../query/list-page.ts';
import { orderSql, type ReferenceList, referenceRows, type SortFields } from '../query/reference-page.ts';

const from = 'aircraft a left join airlines l on l.airline_id = a.airline_id';
/** An operator without a name has its code as name. */
const operatorName = 'coalesce(a.operator_name, a.operator_icao, a.operator_iata)';
const columns = {
  airline: { name: 'l.airline_name', type: 'text', codes: ['l.iata', 'l.icao'] },
  operator: { name: operatorName, type: 'text', codes: ['a.operator_iata', 'a.operator_icao'] },
  typeCode: text('a.type_code'),
  aircraftType: text('a.aircraft_type'),
  registration: indexedText('a.registration'),
  serialNumber: text('a.serial_number'),
  modeS: indexedText('a.mode_s'),
  manufactureDate: { name: 'a.manufacture_date', type: 'day' },
} as const;

/** An aircraft in wire format (REF-21). `age` in whole years today. */
const fieldsSql = (today: string): string => `
  a.aircraft_id as "aircraftId", a.registration,
  case when l.airline_id is not null then json_build_object(
    'airlineId', l.airline_id, 'airlineName', l.airline_name, 'iata', l.iata, 'icao', l.icao, 'fleet', l.fleet, 'isActive', l.is_active) end as airline,
  a.type_code as "typeCode", a.aircraft_type as "aircraftType", a.serial_number as "serialNumber", a.mode_s as "modeS",
  case when a.manufacture_date is not null then
    greatest(0, extract(year from age(date '${today}', a.manufacture_date)))::integer end as age,
  case when ${operatorName} is not null then json_build_object(
    'airlineName', ${operatorName},
    'iata', a.operator_iata, 'icao', a.operator_icao) end as operator,
  to_char(a.manufacture_date, 'YYYY-MM-DD') as "manufactureDate"`;

function aircraftList(): ReferenceList {
  const today = new Date(clock.now()).toISOString().slice(0, 10);
  return { from, id: 'a.aircraft_id', fields: fieldsSql(today), filters: api.aircraft.list.list.filters, columns };
}

/** C42. A higher age is an earlier date. */
const sortFields: SortFields<typeof aircraftOrder> = {
  registration: { sql: 'lower(a.registration)' },
  airline: { sql: 'lower(l.airline_name)' },
  typeCode: { sql: 'lower(a.type_code)' },
  aircraftType: { sql: 'lower(a.aircraft_type)' },
  serialNumber: { sql: 'lower(a.serial_number)' },
  modeS: { sql: 'lower(a.mode_s)' },
  age: { sql: 'a.manufacture_date', isReversed: true },
  operator: { sql: `lower(${operatorName})` },
};
const byRegistration = 'lower(a.registration)';

/** By registration, unless the query requests another order. */
export function aircraftRows(query: Readonly<Record<string, unknown>>): PageRequest {
  const order = [...orderSql(sortFields, query), byRegistration];
  return referenceRows(aircraftList(), { query, order }, new Values());
}

/** Aircraft of an airline (link-aircraft.ts). */
export function aircraftOfAirline(airlineId: number, query: Readonly<Record<string, unknown>>): PageRequest {
  const values = new Values();
  const conditions = [`a.airline_id = ${values.add(airlineId, 'bigint')}`];
  return referenceRows(aircraftList(), { query, conditions, order: [byRegistration] }, values);
}

/** An aircraft as JSON text, or null. */
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

// ---- types and type designators for suggestions

const escaped = (text: string): string => foldCase(text).replace(/[\\%_]/g, '\\$&');

/** Types that contain the text, those that start with it first. */
export function typesFor(db: Database, part: string, limit: number): Promise<{ aircraftType: string }[]> {
  return db.query(
    `select aircraft_type as "aircraftType" from aircraft_types
     where aircraft_type <> '' and lower(aircraft_type) like $1 collate "C" escape '\\'
     group by aircraft_type
     order by lower(aircraft_type) like $2 collate "C" escape '\\' desc, lower(aircraft_type), aircraft_type limit $3`,
    [`%${escaped(part)}%`, `${escaped(part)}%`, limit],
  );
}

/** Designators that start with the text. */
export function typeCodesFor(db: Database, beginning: string, limit: number): Promise<{ typeCode: string }[]> {
  return db.query(
    `select type_code as "typeCode" from aircraft_types
     where type_code <> '' and lower(type_code) like $1 collate "C" escape '\\'
     group by type_code order by type_code limit $2`,
    [`${escaped(beginning)}%`, limit],
  );
}
