/** Reads airlines. */
import { api } from '../../contract/api.ts';
import type { airlineOrder } from '../../contract/calls/reference.ts';
import type { airline } from '../../contract/entities/reference.ts';
import type { Database } from '../database/pool.ts';
import { codesSql } from '../messages/aircraft-match-sql.ts';
import { fieldsSql } from '../messages/message-page.ts';
import { type ColumnsOf, indexedText, number, text } from '../query/columns.ts';
import { Values } from '../query/filter-sql.ts';
import type { PageRequest } from '../query/list-page.ts';
import { orderSql, type ReferenceList, referenceRows, type SortFields } from '../query/reference-page.ts';

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

/** By name, unless the query requests another order. */
export function airlineRows(query: Readonly<Record<string, unknown>>): PageRequest {
  const order = [...orderSql(sortFields, query), 'lower(airline_name)'];
  return referenceRows(airlineList, { query, order }, new Values());
}

/** Every airline code before a flight number, in lower case. */
export async function airlineCodes(db: Pick<Database, 'query'>): Promise<string[]> {
  const [row] = await db.query<{ codes: string[] }>(`select array(select code from ${codesSql}) as codes`);
  return row?.codes ?? [];
}
