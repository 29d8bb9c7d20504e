/**
 * The part of the archive that contains a page. Without it each page of an export reads the whole archive, which has no index.
 * The rows of each day are counted in one pass, which is remembered for the next pages.
 */
import { dayMs } from '../../contract/durations.ts';
import type { Statement } from '../query/list-page.ts';
import type { MessageTable } from '../query/message-tables.ts';
import type { Messages } from './messages.ts';
import type { TimeWindow } from './window-estimates.ts';

/** `from` and `before` = bounds of messages and archive, epoch ms, null = open. `skipped` = matching rows at and after `before`. */
type ArchiveRange = {
  readonly from: number | null;
  readonly before: number | null;
  readonly skipped: number;
  /** Matching rows of the whole archive. */
  readonly archived: number;
};
/** Conditions with their values: on the time, and all of them. */
type Conditions = { readonly window: string; readonly all: string; readonly values: readonly unknown[] };
type ArchiveRequest = {
  readonly table: MessageTable;
  readonly where: Conditions;
  readonly window: TimeWindow;
  readonly offset: number;
  /** Rows to find from the offset on. */
  readonly size: number;
};
/** Matching rows of a day. */
type DayRows = { readonly startMs: number; readonly rows: number };

export async function archiveRange(messages: Messages, request: ArchiveRequest): Promise<ArchiveRange> {
  const days = await matchingDays(messages, request);
  const { offset, size } = request;
  const archived = days.reduce((sum, { rows }) => sum + rows, 0);
  const from = oldestOf(days, offset + size);
  const [newest] = days;
  if (newest === undefined || newest.rows > offset) return { from, before: null, skipped: 0, archived };
  const inMessages = await countMessages(messages, request, null, offset + 1);
  const { before, rows } = skippedDays(days, offset - inMessages);
  if (before === null) return { from, before, skipped: 0, archived };
  const skipped = rows + (await countMessages(messages, request, before, offset + 1));
  return { from, before, skipped, archived };
}

/** The day that contains this row of the archive. Rows of older days have later positions, regardless of new messages. null = there are fewer rows. */
function oldestOf(days: readonly DayRows[], row: number): number | null {
  let found = 0;
  for (const { startMs, rows } of days) {
    found += rows;
    if (found >= row) return startMs;
  }
  return null;
}

/** The newest days with up to this number of rows. */
function skippedDays(
  days: readonly DayRows[],
  most: number,
): { readonly before: number | null; readonly rows: number } {
  let skipped = { before: null as number | null, rows: 0 };
  for (const { startMs, rows } of days) {
    if (skipped.rows + rows > most) break;
    skipped = { before: startMs, rows: skipped.rows + rows };
  }
  return skipped;
}

/** Of the messages that are not archived, at and after `since`, up to `limit`. */
async function countMessages(
  messages: Messages,
  { table: { name, time }, where: { all, values } }: ArchiveRequest,
  since: number | null,
  limit: number,
): Promise<number> {
  const condition = since === null ? all : and(all, `${time} >= '${new Date(since).toISOString()}'`);
  const [row] = await messages.query<{ count: number }>(
    `select count(*) as count from (select 1 from ${name} ${condition} limit ${limit}) c`,
    values,
  );
  return Number(row?.count ?? 0);
}

/** Newest first. */
async function matchingDays(messages: Messages, request: ArchiveRequest): Promise<DayRows[]> {
  const { table, where, window } = request;
  const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = window;
  const stored = (
    await messages.query<DayRows>(
      `select extract(epoch from day)::float8 * 1000 as "startMs", row_count::float8 as rows from archive_day
     where table_name = $1 order by day desc`,
      [table.name],
    )
  ).filter(({ startMs }) => startMs + dayMs > from && startMs <= to);
  const isTimeOnly = where.all === where.window;
  const isKnown = ({ startMs }: DayRows): boolean => isTimeOnly && startMs >= from && startMs + dayMs <= to;
  const others = stored.filter((day) => !isKnown(day));
  const counted = await countDays(messages, request, others, versionOf(stored));
  return stored.map((day) => (isKnown(day) ? day : { ...day, rows: counted.get(day.startMs) ?? 0 }));
}

/** What the archive contained: its rows never change. Days are added at one end and dropped at the other. */
const versionOf = (days: readonly DayRows[]): string =>
  [days[0], days.at(-1)].map((day) => day?.startMs).join() + days.reduce((sum, { rows }) => sum + rows, 0);

async function countDays(
  messages: Messages,
  { table: { archive, name, time }, where }: ArchiveRequest,
  days: readonly DayRows[],
  version: string,
): Promise<ReadonlyMap<number, number>> {
  if (days.length === 0) return new Map();
  // The first and the last day of a window. With other conditions all of its days are counted.
  const isOneOf = days.map(({ startMs }) => `(${boundsSql(time, startMs, startMs + dayMs).join(' and ')})`);
  const condition = where.all === where.window ? and(where.all, `(${isOneOf.join(' or ')})`) : where.all;
  const sql = `select floor(extract(epoch from ${time}) / 86400)::float8 * ${dayMs} as "startMs", count(*)::float8 as rows
    from ${archive} ${name} ${condition} group by 1`;
  const counted = await readOnce<DayRows>(messages, { sql, values: where.values }, version);
  return new Map(counted.map(({ startMs, rows }) => [startMs, rows]));
}

export const and = (where: string, condition: string): string =>
  where === '' ? `where ${condition}` : `${where} and ${condition}`;

/** Rows of a pass over the archive: the pages of an export share it. `version` = whatever else changes it. */
export async function readOnce<R extends object>(
  { memory, query }: Messages,
  { sql, values }: Statement,
  version: string,
): Promise<readonly R[]> {
  const rows = await memory.passes.respond(JSON.stringify([sql, values, version]), () => query<R>(sql, values));
  return rows as readonly R[];
}

/** In place of the table, under its name. Both have the same columns in the same order. A distributed database takes no conditions within. */
export const withArchive = ({ name, archive }: Pick<MessageTable, 'name' | 'archive'>): string =>
  `(select * from ${name} union all select * from ${archive}) ${name}`;

/** A day of the archive alone, under the name of the table. */
export const archivedDaySql = ({ name, archive, time }: MessageTable, startMs: number): string =>
  `(select * from ${archive} where ${boundsSql(time, startMs, startMs + dayMs).join(' and ')}) ${name}`;

export const boundsSql = (time: string, from: number | null, before: number | null): string[] => [
  ...(from === null ? [] : [`${time} >= '${new Date(from).toISOString()}'`]),
  ...(before === null ? [] : [`${time} < '${new Date(before).toISOString()}'`]),
];
