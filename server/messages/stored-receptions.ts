/** Reads stored receptions for assembly, by assembly key and time. */
import { hourMs } from '../../contract/durations.ts';
import type { AcarsMessage } from '../../contract/entities/messages.ts';
import { writeInstant } from '../../contract/params.ts';
import type { Query } from '../database/pool.ts';
import { acarsColumns } from './acars-columns.ts';
import { type Assembled, maxReceptions } from './assembly/assemble.ts';
import { type Reception, reachSeconds, secondsOf } from './assembly/reception.ts';
import { fieldsSql } from './message-page.ts';

/** A stored row with the values assigned by assembly. */
export type StoredReception = Reception &
  Pick<AcarsMessage, 'freq' | 'lat' | 'lon'> & {
    readonly id: string;
    readonly now: Assembled;
    /** As JSON, if the receiver decoded something. Read for assembly only. */
    readonly extra?: string | null;
  };
/** `fromMs` and `toMs` inclusive. */
export type Window = { readonly key: number; readonly fromMs: number; readonly toMs: number };

/** One row more than the limit of assembly shows that there are too many. */
const limit = maxReceptions + 1;
/** Rows of one query for each window. Most have fewer. */
const usualReceptions = 4;

const { aggregatedText, aggregationStatus, consensusStatus, consensusResult, ...sent } = acarsColumns;
const { meaning, flight, channel, alt, dsta, isOnground, isResponse, toAddr, ...needed } = sent;
/** Columns of `StoredReception`, of a table alias `a`. */
export const receptionSql = `${fieldsSql(needed)}, receiver_status as "aggregationStatus", id::text as id,
  json_build_object('aggregatedText', aggregated_text, 'aggregationStatus', aggregation_status,
    'consensusStatus', consensus_status, 'consensusResult', consensus_result) as now`;

/** Times around these receptions of one key in which others may affect them. */
export function windowsOf(key: number, receptions: readonly Reception[]): Window[] {
  const [first] = receptions;
  if (first && receptions.length === 1) return [windowAround(key, first)];
  const windows: Window[] = [];
  const spans = receptions.map((reception) => windowAround(key, reception));
  for (const span of spans.sort((a, b) => a.fromMs - b.fromMs)) {
    const last = windows.at(-1);
    if (last && span.fromMs <= last.toMs) windows.splice(-1, 1, { ...last, toMs: Math.max(last.toMs, span.toMs) });
    else windows.push(span);
  }
  return windows;
}

function windowAround(key: number, reception: Reception): Window {
  const ms = Math.floor(secondsOf(reception)) * 1000;
  const reachMs = 2 * reachSeconds(reception) * 1000;
  return { key, fromMs: ms - reachMs, toMs: ms + reachMs };
}

/**
 * One query for any number of windows, unless a flood of one key exceeds its limit: then each half is read on its own, down to the window
 * of the flood, of which `limit` rows are read.
 */
export async function lookUpReceptions(db: Query, windows: readonly Window[]): Promise<StoredReception[]> {
  const most = limit + (windows.length - 1) * usualReceptions;
  const rows = await readReceptions(db, windows, most);
  if (windows.length === 1 || rows.length < most) return rows;
  const half = windows.length >> 1;
  const first = await lookUpReceptions(db, windows.slice(0, half));
  return [...first, ...(await lookUpReceptions(db, windows.slice(half)))];
}

/** In such a span only one or two days are opened, with few rows at most or with many. */
const narrowMs = 6 * hourMs;
/**
 * Each key is looked up in the index. A database without statistics of the day, as in its first minutes, would instead read all rows of the span
 * for each batch: it expects a two hundredth of them.
 */
const lookUpEach = 'set local enable_hashjoin = off; set local enable_mergejoin = off; set local cpu_tuple_cost = 100';
const asUsual =
  'set local enable_hashjoin to default; set local enable_mergejoin to default; set local cpu_tuple_cost to default';

/** In a transaction. */
async function readReceptions(db: Query, windows: readonly Window[], most: number): Promise<StoredReception[]> {
  const fromMs = windows.reduce((least, window) => Math.min(least, window.fromMs), Number.POSITIVE_INFINITY);
  const toMs = windows.reduce((most, window) => Math.max(most, window.toMs), 0);
  const isNarrow = toMs - fromMs <= narrowMs;
  if (isNarrow) await db.query(lookUpEach);
  const found = await readBetween(db, windows, { fromMs, toMs, most });
  if (isNarrow) await db.query(asUsual);
  return found;
}

/** The outer bounds limit the days that the database opens. */
function readBetween(
  db: Query,
  windows: readonly Window[],
  { fromMs, toMs, most }: { readonly fromMs: number; readonly toMs: number; readonly most: number },
): Promise<StoredReception[]> {
  return db.query<StoredReception>(
    `select ${receptionSql}, case when extra ? 'decoded' then extra::text end as extra from (select key, to_timestamp(from_s) as from_time, to_timestamp(to_s) as to_time
       from unnest($1::bigint[], $2::float8[], $3::float8[]) as u (key, from_s, to_s)) as w
     join acars on assembly_key = w.key and acars_date_time between w.from_time and w.to_time
     where acars_date_time between $4::timestamptz and $5::timestamptz limit $6`,
    [
      list(windows.map(({ key }) => key)),
      list(windows.map((window) => window.fromMs / 1000)),
      list(windows.map((window) => window.toMs / 1000)),
      writeInstant(fromMs),
      writeInstant(toMs),
      most,
    ],
  );
}

/** The driver would check each for characters that need quotes. */
const list = (numbers: readonly number[]): string => `{${numbers.join(',')}}`;
