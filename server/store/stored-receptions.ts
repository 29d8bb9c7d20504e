/**
 * Stored rows as assembly reads them: by assembly key and time. Must not: write, or decide what belongs together (assembly/).
 */
import type { AcarsMessage } from '../../contract/entities/messages.ts';
import { writeInstant } from '../../contract/params.ts';
import { type Assembled, maxReceptions } from '../assembly/assemble.ts';
import { type Reception, reachSeconds, secondsOf } from '../assembly/reception.ts';
import type { Database } from '../database/pool.ts';
import { acarsColumns } from './columns.ts';
import { fieldsSql } from './message-page.ts';

/** A row as it came, with the values that assembly gave it. */
export type StoredReception = Reception & Pick<AcarsMessage, 'freq'> & { readonly id: string; readonly now: Assembled };
/** `fromMs` and `toMs` included. */
export type Window = { readonly key: number; readonly fromMs: number; readonly toMs: number };

/** One row more than assembly takes tells that there are too many. */
const limit = maxReceptions + 1;

const { aggregatedText, aggregationStatus, consensusStatus, consensusResult, ...sent } = acarsColumns;
const { flight, channel, alt, dsta, isOnground, isResponse, lat, lon, toAddr, ...needed } = sent;
/** The columns that `StoredReception` needs, of a table that is called `a`. */
export const receptionSql = `${fieldsSql(needed)}, receiver_status as "aggregationStatus", id::text as id,
  json_build_object('aggregatedText', aggregated_text, 'aggregationStatus', aggregation_status,
    'consensusStatus', consensus_status, 'consensusResult', consensus_result) as now`;

/** The times around these receptions of one key in which anything that concerns them was heard. */
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

/** In one query however many windows. The outer bounds let the database look into the days concerned only. */
export async function lookUpReceptions(
  db: Pick<Database, 'query'>,
  windows: readonly Window[],
): Promise<StoredReception[]> {
  const fromS = windows.map(({ fromMs }) => fromMs / 1000);
  const toS = windows.map(({ toMs }) => toMs / 1000);
  return db.query<StoredReception>(
    `select a.* from (select key, to_timestamp(from_s) as from_time, to_timestamp(to_s) as to_time
       from unnest($1::bigint[], $2::float8[], $3::float8[]) as u (key, from_s, to_s)) as w
     cross join lateral (
       select ${receptionSql} from acars
       where assembly_key = w.key and acars_date_time between w.from_time and w.to_time
         and acars_date_time between $4::timestamptz and $5::timestamptz limit ${limit}) as a`,
    [
      windows.map(({ key }) => key),
      fromS,
      toS,
      writeInstant(fromS.reduce((a, b) => Math.min(a, b)) * 1000),
      writeInstant(toS.reduce((a, b) => Math.max(a, b)) * 1000),
    ],
  );
}
