/**
 * Airlines out of the database. Must not: write (reference/), or decide who may call.
 */
import { api } from '../../contract/api.ts';
import type { airlineOrder } from '../../contract/calls/reference.ts';
import type { airline } from '../../contract/entities/reference.ts';
import type { Database } from '../database/pool.ts';
import { type ColumnsOf, indexedText, number, text } from './columns.ts';
import { Values } from './filter-sql.ts';
import { codesSql } from './meeting-sql.ts';
import { fieldsSql } from './message-page.ts';
import { orderSql, type ReferenceList, type ReferencePage, referencePage, type SortFields } from './reference-page.ts';

const airlineColumns = {
  airlineId: number('airline_id'),
  airlineName: text('airline_name'),
  iata: indexedText('iata'),
  icao: indexedText('icao'),
  fleet: number('fleet'),
} as const satisfies ColumnsOf<typeof airline>;

const airlineList: ReferenceList = {
  from: 'airlines',
  id: 'airline_id',
  fields: fieldsSql(airlineColumns),
  filters: api.airline.list.list.filters,
  columns: airlineColumns,
};

/** REF-04. */
const sortFields: SortFields<typeof airlineOrder> = {
  airlineName: { sql: 'lower(airline_name)' },
  iata: { sql: 'lower(iata)' },
  icao: { sql: 'lower(icao)' },
  fleet: { sql: 'fleet' },
};

/** By name, unless the query asks for another order. */
export function airlinePage(db: Database, query: Readonly<Record<string, unknown>>): Promise<ReferencePage> {
  const order = [...orderSql(sortFields, query), 'lower(airline_name)'];
  return referencePage(db, airlineList, { query, order }, new Values());
}

/** Every code before a flight's number by which some airline is known, in small letters. */
export async function airlineCodes(db: Pick<Database, 'query'>): Promise<string[]> {
  const [row] = await db.query<{ codes: string[] }>(`select array(select code from ${codesSql}) as codes`);
  return row?.codes ?? [];
}
