/** SQL of a page of messages and of its count. */
import type { Filter } from '../../contract/filters.ts';
import { maxExactCount, maxJoinedRows } from '../../contract/params.ts';
import type { Database } from '../database/pool.ts';
import type { Columns } from '../query/columns.ts';
import { filterSql, Values } from '../query/filter-sql.ts';
import { type ListPage, type PageRequest, pageSize, readPage, type Statement } from '../query/list-page.ts';
import type { MessageTable } from '../query/message-tables.ts';
import { readSpellings } from '../query/spellings.ts';
import { stationNamesFor } from '../statistics/station-query.ts';
import { and, archiveRange, boundsSql, readOnce, withArchive } from './archive-range.ts';
import { companyMarks, companySql } from './company-sql.ts';
import { numberedSql } from './joined-page.ts';
import type { Messages } from './messages.ts';
import { isCountedToEnd, newestFrom, type TimeWindow } from './window-estimates.ts';

/** A partitioned table and the columns of its fields. */
export type MessageList = { readonly table: MessageTable; readonly columns: Columns; readonly joined?: Joined };
/** `from` = the table, or the table with its archive. */
type Source = MessageList & { readonly from: string };
export type ReadRows = <R extends object>(statement: Statement) => Promise<readonly R[]>;
/** Joined tables. The rows of a page are joined. Filters on them become conditions on the messages. */
export type Joined = {
  readonly columns: Columns;
  readonly sql: string;
  /** `where` = the other conditions with their values, to which this adds its own. */
  readonly conditions: (
    read: ReadRows,
    query: MessageRequest['query'],
    requested: { readonly from: string; readonly where: string; readonly values: Values },
  ) => Promise<readonly string[]>;
};

/** Query of a list, values as parsed by the contract. `limit` absent or -1 = all, up to `maxRows` (C22). */
export type MessageRequest = {
  readonly filters: readonly Filter[];
  readonly query: Readonly<Record<string, unknown>> & {
    readonly offset?: number;
    readonly limit?: number;
    readonly archive?: boolean;
    /** Messages in place of receptions: offset, limit and count are of messages. */
    readonly joined?: boolean;
  };
  /** Only this company's messages. null = all. */
  readonly company: string | null;
};
/** Rows read beyond the page: results of selective filters are counted by them, without reading the window again. */
const rowsAhead = 1000;
/** Pages of the screen. Of a longer one every shard of a distributed database would send all rows instead of their ids. */
const maxNewest = 100;

/** A complete page, newest first. */
export async function messagePage(messages: Messages, list: MessageList, request: MessageRequest): Promise<ListPage> {
  return readPage(messages, await messageRows(messages, list, request));
}

/** Newest first. The database creates rows as JSON text: the server neither parses nor serialises them. */
export async function messageRows(
  messages: Messages,
  list: MessageList,
  request: MessageRequest,
): Promise<PageRequest> {
  const { offset = 0, limit, archive } = request.query;
  const { table } = list;
  const size = pageSize(limit);
  const window = windowOf(request);
  const source = { ...list, from: archive ? withArchive(table) : table.name };
  const where = await whereOf(messages, source, request);
  const requested = { table, where: { ...where, values: where.values.list }, window, offset, size: size + rowsAhead };
  const range = archive ? await archiveRange(messages, requested) : null;
  const bounds = range ? boundsSql(table.time, range.from, range.before) : [];
  const read = { ...where, window: bounds.reduce(and, where.window), all: bounds.reduce(and, where.all) };
  if (request.query.joined === true)
    return {
      ...{ offset, size },
      // The query counts all messages.
      rowsAhead: Number.MAX_SAFE_INTEGER,
      rows: (count) => joinedRowsSql(source, where, offset, count),
      count: (db) => readJoinedCount(db, source, where),
    };
  const isNewest = offset === 0 && size <= maxNewest && !archive && where.all === where.window;
  return {
    offset,
    size,
    rowsAhead: isNewest ? 0 : rowsAhead,
    rows: (count) =>
      isNewest ? newestSql(source, where, count) : rowsSql(source, read, offset - (range?.skipped ?? 0), count),
    count: async (db) => (range?.archived ?? 0) + (await readCount(db, { messages, table, where, window })),
  };
}

/** `window` = time bounds, which select the days. `all` = these and all other conditions. */
type Where = { readonly window: string; readonly all: string; readonly values: Values };

async function whereOf(messages: Messages, source: Source, request: MessageRequest): Promise<Where> {
  const { columns, table, joined, from } = source;
  const { query } = request;
  const marks = await companyMarks(messages, request.company);
  const values = new Values();
  const filters = joined ? request.filters.filter(({ field }) => Object.hasOwn(columns, field)) : request.filters;
  const isOfTime = (filter: Filter): boolean => filter.way === 'between';
  const spellingsOf = await readSpellings(messages, filters, columns, query);
  const stations = await stationNamesFor(messages, filters, query);
  const sql = (some: readonly Filter[]): string[] => filterSql(some, columns, query, values, spellingsOf, stations);
  const window = sql(filters.filter(isOfTime));
  const others = sql(filters.filter((filter) => !isOfTime(filter)));
  const own = [...window, ...others, ...companySql(marks, table.name, values)];
  const isArchived = from !== table.name;
  const read: ReadRows = ({ sql, values }) =>
    isArchived ? readOnce(messages, { sql, values }, '') : messages.query(sql, values);
  const ofJoined = (await joined?.conditions(read, query, { from, where: whereSql(own), values })) ?? [];
  return { window: whereSql(window), all: whereSql([...own, ...ofJoined]), values };
}

const whereSql = (conditions: readonly string[]): string =>
  conditions.length ? `where ${conditions.join(' and ')}` : '';

/** A distributed database refuses functions such as to_char in a select without a table (decision 3). */
const oneRow = '(values (1)) one';

/** Every field of a row, then its id, as JSON text. */
function jsonSql({ table, columns, joined }: Source): string {
  const fields = fieldsSql({ ...columns, ...joined?.columns });
  return `(select row_to_json(r)::text from (select ${fields}, ${table.name}.id::text as id from ${oneRow}) r) as json`;
}

const inOrder = 'order by page_time desc, page_id desc';

/** The order is that of the outermost level: no other is promised. */
const joinedSql = (page: string, selected: string, { table, joined }: Source): string =>
  `page as materialized (${page}) select ${selected} from page ${table.name} ${joined?.sql} ${inOrder}`;

/**
 * First the ids of the page and some more, from an index that covers the filter (decision 5), then only these rows.
 * Rows skipped by a deep page or a rare value are never read. The window is in both parts, because the planner cannot
 * derive the days from a join. `found` = rows from the offset on, at most `limit + rowsAhead`.
 */
function rowsSql(list: Source, where: Where, offset: number, limit: number): Statement {
  const { name, time } = list.table;
  const values = where.values.copy();
  const size = values.add(limit, 'bigint');
  const found = `found as materialized (
       select ${time} as page_time, id as page_id from ${list.from} ${where.all}
       order by ${time} desc, id desc
       offset ${values.add(offset, 'bigint')} limit ${size} + ${rowsAhead})`;
  const page = `from (select * from found ${inOrder} limit ${size}) page
     join ${list.from} on ${name}.${time} = page_time and ${name}.id = page_id ${where.window}`;
  const selected = `${jsonSql(list)}, (select count(*) from found) as found`;
  const rows = list.joined
    ? `, ${joinedSql(`select ${name}.*, page_time, page_id ${page}`, selected, list)}`
    : ` select ${selected} ${page} ${inOrder}`;
  return { sql: `with ${found}${rows}`, values: values.list };
}

/** The first page of a window without other conditions. A distributed database queries its shards once instead of twice. */
function newestSql(list: Source, where: Where, limit: number): Statement {
  const { name, time } = list.table;
  const values = where.values.copy();
  const newest = `from ${name} ${where.window} order by ${time} desc, id desc limit ${values.add(limit, 'bigint')}`;
  const sql = list.joined
    ? `with ${joinedSql(`select *, ${time} as page_time, id as page_id ${newest}`, jsonSql(list), list)}`
    : `select ${jsonSql(list)} ${newest}`;
  return { sql, values: values.list };
}

const joinedPart = ({ table, from }: Source, where: Where, limit: string) => ({
  ...{ time: table.time, from: `${from} ${where.all}`, limit },
});
/** Of the messages among `numbered`; more than `maxExactCount` = unknown. */
const joinedCount = (limit: string): string =>
  `(select case when (select count(*) from near) < ${limit} then coalesce(max(place), 0) else ${maxExactCount + 1} end from numbered)`;

/** `found` = messages from the offset on. */
function joinedRowsSql(list: Source, where: Where, offset: number, limit: number): Statement {
  const { name, time } = list.table;
  const values = where.values.copy();
  const all = values.add(maxJoinedRows + 1, 'bigint');
  const skipped = values.add(offset, 'bigint');
  const numbered = numberedSql(joinedPart(list, where, all));
  const page = `from (select page_time, page_id from numbered where place > ${skipped} and place <= ${skipped} + ${values.add(limit, 'bigint')}) page
     join ${list.from} on ${name}.${time} = page_time and ${name}.id = page_id ${where.window}`;
  const selected = `${jsonSql(list)}, ${joinedCount(all)} - ${skipped} as found`;
  const rows = list.joined
    ? `, ${joinedSql(`select ${name}.*, page_time, page_id ${page}`, selected, list)}`
    : ` select ${selected} ${page} ${inOrder}`;
  return { sql: `with ${numbered}${rows}`, values: values.list };
}

async function readJoinedCount(db: Pick<Database, 'query'>, list: Source, where: Where): Promise<number> {
  const values = where.values.copy();
  const all = values.add(maxJoinedRows + 1, 'bigint');
  const [row] = await db.query<{ count: number }>(
    `with ${numberedSql(joinedPart(list, where, all))} select ${joinedCount(all)}::float8 as count`,
    values.list,
  );
  return Number(row?.count ?? 0);
}

/** The estimate may be up to a quarter too high. */
const surelyMany = 1.25 * maxExactCount;

type Counted = {
  readonly messages: Messages;
  readonly table: MessageTable;
  readonly where: Where;
  readonly window: TimeWindow;
};

async function readCount(db: Pick<Database, 'query'>, { messages, table, where, window }: Counted): Promise<number> {
  const countOf = async (from: string): Promise<number> => {
    const [row] = await db.query<{ count: number }>(`select count(*) as count from ${from}`, where.values.list);
    return Number(row?.count ?? 0);
  };
  // If there are no other conditions, the newest part of a long window already exceeds the largest exact count.
  const start = where.all === where.window ? await newestFrom(messages, table, window, surelyMany) : null;
  if (start !== null) {
    const part = boundsSql(table.time, start, null).reduce(and, where.window);
    const count = await countOf(`${table.name} ${part}`);
    if (count > maxExactCount) return count;
  }
  const all = `${table.name} ${where.all}`;
  const isToEnd = await isCountedToEnd(messages, table, window);
  return countOf(isToEnd ? all : `(select 1 from ${all} limit ${maxExactCount + 1}) c`);
}

function windowOf({ filters, query }: MessageRequest): TimeWindow {
  const [from, to] = filters.find(({ way }) => way === 'between')?.params ?? [];
  const at = (name: string | undefined) => (name === undefined ? undefined : (query[name] as number | undefined));
  return { from: at(from?.name), to: at(to?.name) };
}

/** The messages of a request without its archive: the rest of a select from its table, and its values. */
export async function requestedSql(
  messages: Messages,
  list: MessageList,
  request: MessageRequest,
): Promise<{ readonly from: string; readonly values: Values }> {
  const { name } = list.table;
  const { all, values } = await whereOf(messages, { ...list, from: name }, request);
  return { from: `${name} ${all}`, values };
}

/** Every field of an entity by wire name. */
export function fieldsSql(columns: Columns): string {
  return Object.entries(columns)
    .map(([field, column]) => {
      if (column.type === 'instant')
        return `to_char(${column.name} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "${field}"`;
      return `${column.isBlankNull ? `nullif(${column.name}, '')` : column.name} as "${field}"`;
    })
    .join(', ');
}
