/** A page of a list with its count as JSON text, in chunks if large. */
import { setTimeout as pause } from 'node:timers/promises';
import pLimit from 'p-limit';
import { maxExactCount, maxRows } from '../../contract/params.ts';
import { inProgress } from '../base/pieces.ts';
import type { Database, Query } from '../database/pool.ts';
import { isReplicaFailure } from '../database/reads.ts';
import { type TurnOptions, Turns } from './take-turn.ts';

type Reader = Query;
export type Statement = { readonly sql: string; readonly values: readonly unknown[] };
/** `json` = the row as text. `found` = rows from the offset on, as far as read (absent: those returned). */
type RowText = { readonly json: string; readonly found?: number };

/** A query of a list. */
export type PageRequest = {
  readonly offset: number;
  readonly size: number;
  /** Rows read beyond the page. */
  readonly rowsAhead: number;
  /** Selects `json` and, with rows ahead, `found`. */
  readonly rows: (size: number) => Statement;
  readonly count: (from: Reader) => Promise<number>;
};
/** `count` is exact up to 100,000, then 100,001. */
export type ListPage = { readonly rowsJson: string; readonly count: number };

/** `limit` absent or -1 = all, up to `maxRows` (C22). */
export function pageSize(limit: number | undefined): number {
  return limit === undefined || limit < 0 ? maxRows : Math.min(limit, maxRows);
}

/** Pages of the screen are shorter, those of an export this long or longer. */
export const manyRows = 2000;

export async function readPage(db: Reader, request: PageRequest): Promise<ListPage> {
  const { sql, values } = request.rows(request.size);
  const rows = await db.query<RowText>(sql, values);
  return { rowsJson: `[${textOf(rows)}]`, count: await countOf(db, request, foundOf(rows)) };
}

/** Longer pages are read in chunks. */
const maxWholeRows = 1000;

/** A short page, whatever its limit. null = long. */
export async function readShortPage(db: Reader, request: PageRequest): Promise<ListPage | null> {
  if (request.size <= maxWholeRows) return readPage(db, request);
  const { sql, values } = request.rows(maxWholeRows);
  const rows = await db.query<RowText>(sql, values);
  // A page of messages has several rows of each.
  if (rows.length >= maxWholeRows) return null;
  return { rowsJson: `[${textOf(rows)}]`, count: await countOf(db, request, foundOf(rows)) };
}

const chunkRows = 500;
/** Each holds a database connection until its reader has finished. Light requests need the others. */
export const openPages = new Turns(6);
/** One long page at a time: its rows are made in the database, or compressed in a thread. */
const pieces = pLimit(1);
/** A piece of a long page, made when it is its turn. */
export const withTurn = <T>(make: () => Promise<T>): Promise<T> => pieces(() => sharing(make));

/** Names of rows and count in the response. */
export type ListNames = { readonly rows: string; readonly count: string };

export const pageText = ({ rows, count }: ListNames, page: ListPage): string =>
  `{"${rows}":${page.rowsJson},"${count}":${page.count}}`;

/** A database with the query of a list in it. */
export type PageSource = { readonly db: Database; readonly request: PageRequest };
/** `instead` = the primary, where `first` reads a replica. */
type PageSources = { readonly first: PageSource; readonly instead: (() => Promise<PageSource>) | null };

/** The text of a long page in pieces. Rows and count are of one snapshot. The count is last, so a cut text is invalid JSON. @throws TurnTooLate */
export async function* longPageText(
  sources: PageSources,
  names: ListNames,
  options: TurnOptions,
): AsyncGenerator<string, void> {
  const end = await openPages.take(options);
  try {
    let count = 0;
    let before = `{"${names.rows}":[`;
    for await (const { rows, counted } of chunksOfEither(sources)) {
      count = counted ?? count;
      yield before + textOf(rows);
      before = ',';
    }
    yield `],"${names.count}":${count}}`;
  } finally {
    end();
  }
}

type Chunk = { readonly rows: readonly RowText[] /** With the first chunk. */; readonly counted?: number };

/** If the replica fails within the page, the primary continues after the last row that was sent. */
async function* chunksOfEither({ first, instead }: PageSources): AsyncGenerator<Chunk, void> {
  let last: string | null = null;
  let failure: unknown;
  try {
    for await (const chunk of chunksOf(first)) {
      yield chunk;
      last = chunk.rows.at(-1)?.json ?? last;
    }
    return;
  } catch (error) {
    if (!instead || !isReplicaFailure(error)) throw error;
    failure = error;
  }
  let isPassed = last === null;
  for await (const chunk of chunksOf(await instead())) {
    if (isPassed) yield chunk;
    else {
      const at = chunk.rows.findIndex(({ json }) => idIn(json) === idIn(last ?? ''));
      isPassed = at >= 0;
      // An empty chunk would leave a comma.
      if (isPassed && at + 1 < chunk.rows.length) yield { rows: chunk.rows.slice(at + 1) };
    }
  }
  // Its day was dropped: the response is cut, and the client sends the request again.
  if (!isPassed) throw failure;
}

/** The id is the last field of a message as text. */
const idIn = (json: string): string | undefined => /"id":"(\d+)"\}$/.exec(json)?.[1];

function chunksOf({ db, request }: PageSource): AsyncGenerator<Chunk, void> {
  const { sql, values } = request.rows(request.size);
  return db.snapshot<Chunk>(async function* (from) {
    const chunks = from.chunks<RowText>(sql, values, chunkRows);
    const next = () => withTurn(() => chunks.next());
    let chunk = await next();
    const rows = chunk.value ?? [];
    // Before the first byte: a failing count is then a refusal, not a cut body.
    yield { rows, counted: await withTurn(() => countOf(from, request, rows[0]?.found ?? null)) };
    for (chunk = await next(); chunk.value; chunk = await next()) yield { rows: chunk.value };
  });
}

/** Long pages take half of the time of one processor while other requests run. */
async function sharing<T>(make: () => Promise<T>): Promise<T> {
  const from = performance.now();
  const made = await make();
  if (inProgress.requests > 0) await pause(performance.now() - from);
  return made;
}

const foundOf = (rows: readonly RowText[]): number => rows[0]?.found ?? rows.length;
const textOf = (rows: readonly RowText[]): string => rows.map(({ json }) => json).join(',');

/** Known from the rows if fewer were found than requested. `found` null = not read. */
async function countOf(from: Reader, request: PageRequest, found: number | null): Promise<number> {
  const { offset, size, rowsAhead } = request;
  // An empty page has no information about the rows before it.
  const hasEnd = found !== null && found < size + rowsAhead && (found > 0 || (offset === 0 && size > 0));
  const count = hasEnd ? offset + found : await request.count(from);
  return Math.min(count, maxExactCount + 1);
}
