/**
 * Messages of any kind out of the database: one page of a list with its count, as JSON text.
 * Must not: decide who may see what (guard.ts, company-scope.ts), know a field, or write.
 */
import type { Filter } from '../../contract/filters.ts';
import { maxExactCount, maxRows } from '../../contract/params.ts';
import type { Database } from '../database/pool.ts';
import type { Columns } from './columns.ts';
import { companyMarks, companySql } from './company-scope.ts';
import { filterSql, Values } from './filter-sql.ts';
import type { MessageTable } from './message-tables.ts';
import { rowsInWindow, type TimeWindow } from './rows-in-window.ts';
import { readSpellings } from './spellings.ts';

/** What can be listed: a table that is cut into days, and which column holds which field. */
export type MessageList = { readonly table: MessageTable; readonly columns: Columns; readonly joined?: Joined };
/** What stands in other tables. The rows of a page are joined; filters on it become conditions on the messages themselves. */
export type Joined = {
  readonly columns: Columns;
  readonly sql: string;
  /** `where` = what else is asked, with its values; those of the conditions are added there. */
  readonly conditions: (
    db: Database,
    query: MessageQuestion['query'],
    asked: { readonly where: string; readonly values: Values },
  ) => Promise<readonly string[]>;
};

/** What a list asks, values as the contract's parameters read them. `limit` absent or -1 = all, up to `maxRows` (C22). */
export type MessageQuestion = {
  readonly filters: readonly Filter[];
  readonly query: Readonly<Record<string, unknown>> & { readonly offset?: number; readonly limit?: number };
  /** Only this company's messages; null = all. */
  readonly company: string | null;
};
/** `count` is exact up to 100,000; beyond it is 100,001. */
export type MessagePage = { readonly rowsJson: string; readonly count: number };

/** So many rows beyond the page are looked for with it: a filter that fewer pass is counted by that, without reading the window again. */
const rowsAhead = 1000;

/** Newest first. Rows come as JSON text made by the database: the server neither parses nor prints them. */
export async function messagePage(db: Database, list: MessageList, question: MessageQuestion): Promise<MessagePage> {
  const { offset = 0, limit } = question.query;
  const size = limit === undefined || limit < 0 ? maxRows : Math.min(limit, maxRows);
  const where = await whereOf(db, list, question);
  const rows = await readRows(db, list, where, offset, size);
  const found = rows[0]?.found ?? 0;
  // An empty page tells nothing of what stands before it.
  const hasEnd = found < size + rowsAhead && (found > 0 || (offset === 0 && size > 0));
  const count = hasEnd
    ? Math.min(offset + found, maxExactCount + 1)
    : await readCount(db, list, where, windowOf(question));
  return { rowsJson: `[${rows.map((row) => row.json).join(',')}]`, count };
}

/** `window` = the bounds of time alone, which tell the days that a question touches; `all` = these and every other condition. */
type Where = { readonly window: string; readonly all: string; readonly values: Values };

async function whereOf(db: Database, list: MessageList, question: MessageQuestion): Promise<Where> {
  const { columns, table, joined } = list;
  const { query } = question;
  const marks = await companyMarks(db, question.company);
  const values = new Values();
  const filters = joined ? question.filters.filter(({ field }) => Object.hasOwn(columns, field)) : question.filters;
  const isOfTime = (filter: Filter): boolean => filter.way === 'between';
  const spellingsOf = await readSpellings(db, filters, columns, query);
  const sql = (some: readonly Filter[]): string[] => filterSql(some, columns, query, values, spellingsOf);
  const window = sql(filters.filter(isOfTime));
  const others = sql(filters.filter((filter) => !isOfTime(filter)));
  const own = [...window, ...others, ...companySql(marks, table.name, values)];
  const met = (await joined?.conditions(db, query, { where: whereSql(own), values })) ?? [];
  return { window: whereSql(window), all: whereSql([...own, ...met]), values };
}

const whereSql = (conditions: readonly string[]): string =>
  conditions.length ? `where ${conditions.join(' and ')}` : '';

/**
 * First which rows make the page, and some more, out of an index that knows what is filtered by (0007, 0011); then those of the page alone.
 * The rows that a deep page or a rare value passes over are never touched. The window stands in both parts, since a join does not tell the
 * planner which days to open. `found` = rows from the offset on, at most `limit + rowsAhead`.
 */
async function readRows(db: Database, list: MessageList, where: Where, offset: number, limit: number) {
  const { name, time } = list.table;
  const columns = { ...list.columns, ...list.joined?.columns };
  const values = where.values.copy();
  const size = values.add(limit, 'bigint');
  return db.query<{ json: string; found: number }>(
    `with found as materialized (
       select ${time} as page_time, id as page_id from ${name} ${where.all}
       order by ${time} desc, id desc
       offset ${values.add(offset, 'bigint')} limit ${size} + ${rowsAhead})
     select row_to_json(r)::text as json, (select count(*) from found) as found from (
       select ${fieldsSql(columns)}, ${name}.id::text as id
       from (select * from found order by page_time desc, page_id desc limit ${size}) page
       join ${name} on ${name}.${time} = page_time and ${name}.id = page_id
       ${list.joined?.sql ?? ''}
       ${where.window}
       order by page_time desc, page_id desc) r`,
    values.list,
  );
}

/** To stop at a number costs as much for each row as to count it: a window that holds no more than this is counted to its end. */
const maxCountedToEnd = 250_000;

async function readCount(db: Database, { table }: MessageList, where: Where, window: TimeWindow): Promise<number> {
  const all = `${table.name} ${where.all}`;
  const isToEnd = (await rowsInWindow(db, table, window)) <= maxCountedToEnd;
  const [row] = await db.query<{ count: number }>(
    `select count(*) as count from ${isToEnd ? all : `(select 1 from ${all} limit ${maxExactCount + 1}) c`}`,
    where.values.list,
  );
  return Math.min(Number(row?.count ?? 0), maxExactCount + 1);
}

function windowOf({ filters, query }: MessageQuestion): TimeWindow {
  const [from, to] = filters.find(({ way }) => way === 'between')?.params ?? [];
  const at = (name: string | undefined) => (name === undefined ? undefined : (query[name] as number | undefined));
  return { from: at(from?.name), to: at(to?.name) };
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
