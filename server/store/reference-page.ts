/**
 * Reference data out of the database: one page of a list with its count, as JSON text.
 * Must not: decide who may see what (guard.ts), know a field, or write.
 */
import type { Filter } from '../../contract/filters.ts';
import type { ListOrder } from '../../contract/order.ts';
import { maxExactCount, maxRows } from '../../contract/params.ts';
import type { Database } from '../database/pool.ts';
import type { Columns } from './columns.ts';
import { filterSql, type Values } from './filter-sql.ts';

/** What can be listed. `from` = table with its joins, `id` = the number of a row, `fields` = what a row of the wire holds, as SQL. */
export type ReferenceList = {
  readonly from: string;
  readonly id: string;
  readonly fields: string;
  readonly filters: readonly Filter[];
  /** Of the fields that are filtered by. */
  readonly columns: Columns;
};

/** What is asked. `conditions` = beyond the filters, with their values in `values`; `order` = SQL, ties are broken by the id. */
export type ReferenceQuestion = {
  readonly query: Readonly<Record<string, unknown>> & { readonly offset?: number; readonly limit?: number };
  readonly conditions?: readonly string[];
  readonly order: readonly string[];
};
/** `count` is exact up to 100,000; beyond it is 100,001. */
export type ReferencePage = { readonly rowsJson: string; readonly count: number };

/** First which rows make the page, then those alone: what a row holds would else be made for every row that is sorted. */
export async function referencePage(
  db: Database,
  list: ReferenceList,
  { query, conditions = [], order }: ReferenceQuestion,
  values: Values,
): Promise<ReferencePage> {
  const { offset = 0, limit } = query;
  const size = limit === undefined || limit < 0 ? maxRows : Math.min(limit, maxRows);
  const all = [...conditions, ...filterSql(list.filters, list.columns, query, values)];
  const where = all.length ? `where ${all.map((condition) => `(${condition})`).join(' and ')}` : '';
  const page = values.copy();
  const sorted = [...order, list.id].join(', ');
  const rows = await db.query<{ json: string }>(
    `select row_to_json(r)::text as json from (
       select ${list.fields}, ${list.id}::text as id from ${list.from}
       join (select ${list.id} as page_id from ${list.from} ${where} order by ${sorted}
             offset ${page.add(offset, 'bigint')} limit ${page.add(size, 'bigint')}) page on page.page_id = ${list.id}
       order by ${sorted}) r`,
    page.list,
  );
  // A page that is not full is the last one and tells the count.
  const isLast = rows.length < size && (rows.length > 0 || offset === 0);
  const count = isLast ? offset + rows.length : await countOf(db, list, where, values);
  return { rowsJson: `[${rows.map(({ json }) => json).join(',')}]`, count: Math.min(count, maxExactCount + 1) };
}

async function countOf(db: Database, { from }: ReferenceList, where: string, values: Values): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*) as count from (select 1 from ${from} ${where} limit ${maxExactCount + 1}) c`,
    values.list,
  );
  return Number(row?.count ?? 0);
}

type SortSql = { readonly sql: string; readonly isReversed?: true };
/** By way to sort that the call offers: the SQL. `isReversed`: the more of the field, the less of the SQL (an age and a date of birth). */
export type SortFields<O extends ListOrder> = Readonly<Record<O['ways'][number]['key'], SortSql>>;

/** `<field>Asc` and `<field>Desc` that are true, in the order of the query; what has no value comes last both ways. */
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
