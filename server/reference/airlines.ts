/** Reads airlines. */
import { api } from '../../contract/api.ts';
import type { airlineOrder } from '../../contract/calls/reference.ts';
import type { airline } from '../../contract/entities/reference.ts';
import type { Database } from '../database/pool.ts';
import { fieldsSql } from '../messages/message-page.ts';
import { type ColumnsOf, flag, indexedText, number, text } from '../query/columns.ts';
import { Values } from '../query/filter-sql.ts';
import type { PageRequest } from '../query/list-page.ts';
import { orderSql, type ReferenceList, referenceRows, type SortFields } from '../query/reference-page.ts';

const airlineColumns = {
  airlineId: number('airline_id'),
  airlineName: text('airline_name'),
  iata: indexedText('iata'),
  icao: indexedText('icao'),
  fleet: number('fleet'),
  isActive: flag('is_active'),
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

/** Every airline code of three letters, in lower case. */
export async function icaoCodes(db: Pick<Database, 'query'>): Promise<string[]> {
  const [row] = await db.query<{ codes: string[] }>(
    `select array(select code from airline_codes where length(code) = 3) as codes`,
  );
  return row?.codes ?? [];
}
