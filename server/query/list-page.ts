/** A page of a list with its count as JSON text, in chunks if large. */
import pLimit from 'p-limit';
import { maxExactCount, maxRows } from '../../contract/params.ts';
import type { Database } from '../database/pool.ts';
import { type TurnOptions, takeTurn } from './take-turn.ts';

type Reader = Pick<Database, 'query'>;
export type Statement = { readonly sql: string; readonly values: readonly unknown[] };
/** `json` = the row as text. `found` = rows from the offset on, as far as read (absent: those returned). */
type RowText = { readonly json: string; readonly found?: number };

/** A query of a list. */
export type PageQuestion = {
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

export async function readPage(db: Reader, question: PageQuestion): Promise<ListPage> {
  const { sql, values } = question.rows(question.size);
  const rows = await db.query<RowText>(sql, values);
  return { rowsJson: `[${textOf(rows)}]`, count: await countOf(db, question, foundOf(rows)) };
}

/** Longer pages are read in chunks. */
const maxWholeRows = 1000;

/** A short page, whatever its limit. null = long. */
export async function readShortPage(db: Reader, question: PageQuestion): Promise<ListPage | null> {
  if (question.size <= maxWholeRows) return readPage(db, question);
  const { sql, values } = question.rows(maxWholeRows);
  const rows = await db.query<RowText>(sql, values);
  if (rows.length === maxWholeRows) return null;
  return { rowsJson: `[${textOf(rows)}]`, count: await countOf(db, question, foundOf(rows)) };
}

const chunkRows = 500;
/** Each holds a database connection until its reader has finished. Light requests need the others. */
export const openPages = pLimit(6);
/** The database creates the rows of one page at a time. */
const chunksMade = pLimit(1);

/** Names of rows and count in the response. */
export type ListNames = { readonly rows: string; readonly count: string };

export const pageText = ({ rows, count }: ListNames, page: ListPage): string =>
  `{"${rows}":${page.rowsJson},"${count}":${page.count}}`;

/** The text of a long page in pieces. Rows and count are of one snapshot. The count is last, so a cut text is invalid JSON. @throws TurnTooLate */
export async function* longPageText(
  db: Database,
  names: ListNames,
  question: PageQuestion,
  options: TurnOptions,
): AsyncGenerator<string, void> {
  const end = await takeTurn(openPages, options);
  try {
    let count = 0;
    let before = `{"${names.rows}":[`;
    for await (const { rows, counted } of chunksOf(db, question)) {
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

function chunksOf(db: Database, question: PageQuestion): AsyncGenerator<Chunk, void> {
  const { sql, values } = question.rows(question.size);
  return db.snapshot<Chunk>(async function* (from) {
    const chunks = from.chunks<RowText>(sql, values, chunkRows);
    const next = () => chunksMade(() => chunks.next());
    let chunk = await next();
    const rows = chunk.value ?? [];
    // Before the first byte: a failing count is then a refusal, not a cut body.
    yield { rows, counted: await chunksMade(() => countOf(from, question, rows[0]?.found ?? null)) };
    for (chunk = await next(); chunk.value; chunk = await next()) yield { rows: chunk.value };
  });
}

const foundOf = (rows: readonly RowText[]): number => rows[0]?.found ?? rows.length;
const textOf = (rows: readonly RowText[]): string => rows.map(({ json }) => json).join(',');

/** Known from the rows if fewer were found than requested. `found` null = not read. */
async function countOf(from: Reader, question: PageQuestion, found: number | null): Promise<number> {
  const { offset, size, rowsAhead } = question;
  // An empty page has no information about the rows before it.
  const hasEnd = found !== null && found < size + rowsAhead && (found > 0 || (offset === 0 && size > 0));
  const count = hasEnd ? offset + found : await question.count(from);
  return Math.min(count, maxExactCount + 1);
}
