/**
 * ACARS messages out of the database: one page of a list with its count, as JSON text.
 * Must not: decide who may see what (guard.ts, company-scope.ts), or write (store-acars.ts).
 */
import type { Filter } from '../../contract/filters.ts';
import { maxExactCount, maxRows } from '../../contract/params.ts';
import type { Database } from '../database/pool.ts';
import { acarsColumns, type Columns } from './columns.ts';
import { companySql } from './company-scope.ts';
import { filterSql, Values } from './filter-sql.ts';

/** What a list asks, values as the contract's parameters read them. `limit` absent or -1 = all, up to `maxRows` (C22). */
export type AcarsQuestion = {
  readonly filters: readonly Filter[];
  readonly query: Readonly<Record<string, unknown>> & { readonly offset?: number; readonly limit?: number };
  /** Only this company's messages; null = all. */
  readonly company: string | null;
};
/** `count` is exact up to 100,000; beyond it is 100,001. */
export type AcarsPage = { readonly rowsJson: string; readonly count: number };

/** Above this many rows the count is asked only if the page does not tell it. */
const bigPage = 500;

/** Newest first. Rows come as JSON text made by the database: the server neither parses nor prints them. */
export async function acarsPage(db: Database, question: AcarsQuestion): Promise<AcarsPage> {
  const { offset = 0, limit } = question.query;
  const size = limit === undefined || limit < 0 ? maxRows : Math.min(limit, maxRows);
  const values = new Values();
  const where = whereSql(question, values);
  const page = () => readRows(db, where, values, offset, size);
  const count = () => readCount(db, where, values);
  if (size <= bigPage) {
    const [rows, total] = await Promise.all([page(), count()]);
    return { rowsJson: jsonOf(rows), count: total };
  }
  const rows = await page();
  const isLast = rows.length < size && (rows.length > 0 || offset === 0);
  const total = isLast ? Math.min(offset + rows.length, maxExactCount + 1) : await count();
  return { rowsJson: jsonOf(rows), count: total };
}

const jsonOf = (rows: readonly { json: string }[]): string => `[${rows.map((row) => row.json).join(',')}]`;

function whereSql(question: AcarsQuestion, values: Values): string {
  const conditions = [
    ...filterSql(question.filters, acarsColumns, question.query, values),
    ...companySql(question.company, values),
  ];
  return conditions.length ? `where ${conditions.join(' and ')}` : '';
}

async function readRows(db: Database, where: string, shared: Values, offset: number, limit: number) {
  const values = shared.copy();
  return db.query<{ json: string }>(
    `select row_to_json(r)::text as json from (
       select ${fieldsSql(acarsColumns)}, id::text as id from acars ${where}
       order by acars_date_time desc, acars.id desc
       offset ${values.add(offset, 'bigint')} limit ${values.add(limit, 'bigint')}) r`,
    values.list,
  );
}

async function readCount(db: Database, where: string, values: Values): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*) as count from (select 1 from acars ${where} limit ${maxExactCount + 1}) c`,
    values.list,
  );
  return Number(row?.count ?? 0);
}

/** Every field of an entity under the wire's name. */
export function fieldsSql(columns: Columns): string {
  return Object.entries(columns)
    .map(([field, column]) => {
      if (column.type === 'instant')
        return `to_char(${column.name} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "${field}"`;
      return `${column.isBlankNull ? `nullif(${column.name}, '')` : column.name} as "${field}"`;
    })
    .join(', ');
}
