/** ACARS messages of one aircraft, newest first. */
import { writeInstant } from '../../contract/params.ts';
import type { TailReception } from '../../decoder/tail-parts.ts';
import type { Database } from '../database/pool.ts';
import { acarsColumns } from '../messages/acars-columns.ts';
import { type CompanyMarks, companySql } from '../messages/company-sql.ts';
import { fieldsSql } from '../messages/message-page.ts';
import { Values } from '../query/filter-sql.ts';
import { acarsTable } from '../query/message-tables.ts';
import type { WhichAircraft } from './which-aircraft.ts';

/** Receptions of 15 days of one aircraft at busy receivers. */
const mostReceptions = 5000;
/** Longest text that is described. */
const textStart = 4000;

const { acarsDateTime, stationId, tail, flight, error, label, msgno, blockId, dsta } = acarsColumns;
const { lat, lon, alt, isOnground, type, icao } = acarsColumns;
const columns = {
  ...{ acarsDateTime, stationId, tail, flight, error, label, msgno, blockId, dsta, lat, lon, alt, isOnground },
  ...{ type, icao },
};
export type Reception = TailReception & { readonly icao: string | null };

type MessagesRequest = {
  readonly of: Pick<WhichAircraft, 'tails' | 'address'>;
  readonly marks: CompanyMarks | null;
  readonly fromMs: number;
  readonly toMs: number;
};

/**
 * One index for the registration, one for the address. Not limited where it filters: with a limit the planner may read every
 * message in order of time, in search of few.
 */
export function messagesSql({ of, marks, fromMs, toMs }: MessagesRequest): { sql: string; values: unknown[] } {
  const { name, time } = acarsTable;
  const values = new Values();
  const own = [
    `${time} >= ${values.add(writeInstant(fromMs), 'timestamptz')}`,
    `${time} <= ${values.add(writeInstant(toMs), 'timestamptz')}`,
    ...companySql(marks, name, values),
  ].join(' and ');
  const rowsBy = (isIt: string): string =>
    `select ${time} as found_time, ${name}.id as found_id, ${name}.id::text as id, ${fieldsSql(columns)},
       left(text, ${textStart}) as text, left(aggregated_text, ${textStart}) as "aggregatedText"
     from ${name} where ${isIt} and ${own}`;
  const isTail = `lower(tail) = any(${values.add(of.tails, 'text[]')})`;
  const isAddress =
    of.address === null
      ? null
      : `lower(icao) = ${values.add(of.address, 'text')} collate "C" and (${isTail}) is not true`;
  const names = ['id', ...Object.keys(columns), 'text', 'aggregatedText'].map((field) => `"${field}"`);
  return {
    sql: `with found as materialized (${[isTail, isAddress]
      .flatMap((isIt) => isIt ?? [])
      .map(rowsBy)
      .join(' union all ')})
      select ${names.join(', ')} from found order by found_time desc, found_id desc limit ${mostReceptions}`,
    values: values.list,
  };
}

export async function readMessages(db: Pick<Database, 'query'>, request: MessagesRequest): Promise<Reception[]> {
  const { sql, values } = messagesSql(request);
  return db.query<Reception>(sql, values);
}
