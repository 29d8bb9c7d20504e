/** SQL of a page of reference data and of its count. */
import type { Filter } from '../../contract/filters.ts';
import type { ListOrder } from '../../contract/order.ts';
import { maxExactCount } from '../../contract/params.ts';
import type { Query } from '../database/pool.ts';
import type { Columns } from './columns.ts';
import { filterSql, type Values } from './filter-sql.ts';
import { type PageRequest, pageSize, type Statement } from './list-page.ts';

/** A list of reference data. `from` = table with its joins, `id` = row id, `fields` = SQL of the wire fields. */
export type ReferenceList = {
  readonly from: string;
  readonly id: string;
  readonly fields: string;
  readonly filters: readonly Filter[];
  /** Columns of filtered fields. */
  readonly columns: Columns;
};

/** `conditions` = besides filters, with their values in `values`. `order` = SQL, ties are broken by the id. */
type ReferenceRequest = {
  readonly query: Readonly<Record<string, unknown>> & { readonly offset?: number; readonly limit?: number };
  readonly conditions?: readonly string[];
  readonly order: readonly string[];
};
/** First the ids of the page, then only these rows: otherwise every sorted row would be built. */
export function referenceRows(
  list: ReferenceList,
  { query, conditions = [], order }: ReferenceRequest,
  values: Values,
): PageRequest {
  const { offset = 0, limit } = query;
  const all = [...conditions, ...filterSql(list.filters, list.columns, query, values)];
  const where = all.length ? `where ${all.map((condition) => `(${condition})`).join(' and ')}` : '';
  const sorted = [...order, list.id].join(', ');
  const rows = (size: number): Statement => {
    const page = values.copy();
    return {
      sql: `select (select row_to_json(r)::text from (select ${list.fields}, ${list.id}::text as id) r) as json from ${list.from}
       join (select ${list.id} as page_id from ${list.from} ${where} order by ${sorted}
             offset ${page.add(offset, 'bigint')} limit ${page.add(size, 'bigint')}) page on page.page_id = ${list.id}
       order by ${sorted}`,
      values: page.list,
    };
  };
  return {
    offset,
    size: pageSize(limit),
    rowsAhead: 0,
    rows,
    count: (from) => countOf(from, `${list.from} ${where}`, values),
  };
}

/** Up to 100,001. */
export async function countOf(from: Query, rows: string, values: Values): Promise<number> {
  const [row] = await from.query<{ count: number }>(
    `select count(*) as count from (select 1 from ${rows} limit ${maxExactCount + 1}) c`,
    values.list,
  );
  return Number(row?.count ?? 0);
}

type SortSql = { readonly sql: string; readonly isReversed?: true };
/** SQL by sort of the call. `isReversed`: a higher value is a lower SQL value (age and date of birth). */
export type SortFields<O extends ListOrder> = Readonly<Record<O['ways'][number]['key'], SortSql>>;

/** `<field>Asc` and `<field>Desc` that are true, in query order. Missing values are last in both directions. */
export function orderSql(
  fields: Readonly<Record<string, SortSql>>,
  query: Readonly<Record<string, unknown>>,
): string[] {
  return Object.entries(query).flatMap(([name, value]) => {
    const [, field = '', way] = /^(\w+)(Asc|Desc)$/.exec(name) ?? [];
    const sort = Object.hasOwn(fields, field) ? fields[field] : undefined;
    if (!sort || value !== true) return [];
    const isDescending = (way === 'Desc') !== (sort.isReversed === true);
    return [`${sort.sql} ${isDescending ? 'desc' : 'asc'} nulls last`];
  });
}
