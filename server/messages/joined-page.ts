/**
 * Pages of messages in place of receptions, by the rule of decoder/join-receptions.ts: a page has all matching receptions of its messages.
 * Own file: the rule in SQL. A test compares both.
 */
import { joinedMs } from '../../decoder/join-receptions.ts';
import type { Column } from '../query/columns.ts';
import { acarsColumns } from './acars-columns.ts';

const valueSql = ({ name, isBlankNull }: Column): string => (isBlankNull ? `nullif(${name}, '')` : name);
const { tail, label, msgno, blockId, text, aggregatedText } = acarsColumns;
const [tailSql, labelSql, numberSql, blockSql, textSql, wholeSql] = [
  ...[tail, label, msgno],
  ...[blockId, text, aggregatedText],
].map(valueSql);

const nameSql = `case
  when ${wholeSql} is not null and coalesce(${numberSql}, ${blockSql}) is not null then jsonb_build_array(left(${numberSql}, 3), ${wholeSql})
  when ${numberSql} is not null then jsonb_build_array(${numberSql}, ${blockSql})
  when ${blockSql} is not null and ${textSql} is not null then jsonb_build_array(null, ${blockSql}, ${textSql}) end`;
/** What its receptions have in common. Without a name or an aircraft, the id of the row. */
const keySql = `hashtextextended(coalesce(
  case when ${tailSql} is not null then (jsonb_build_array(${tailSql}, ${labelSql}) || ${nameSql})::text end, id::text), 0)`;

type Receptions = {
  /** Column of the time. */
  readonly time: string;
  /** From the table to its conditions. */
  readonly from: string;
  /** Receptions that are read, the newest. */
  readonly limit: string;
  /** More columns. */
  readonly more?: string;
};

const newestFirst = 'order by page_time desc, page_id desc';
const second = "date_trunc('second', page_time)";

/** Tables `near`, the receptions, and `steps`: with `is_first`, the newest reception of its message. */
export const stepsSql = ({ time, from, limit, more = '' }: Receptions): string =>
  `near as materialized (
     select ${time} as page_time, id as page_id, ${keySql} as message_key${more} from ${from}
     order by ${time} desc, id desc limit ${limit}),
   steps as (
     select *, coalesce(lag(${second}) over newest - ${second} > interval '${joinedMs} ms', true) as is_first
     from near window newest as (partition by message_key ${newestFirst}))`;

/** And `numbered`: receptions with the `place` of their message, newest first, from 1 on. */
export const numberedSql = (receptions: Receptions): string =>
  `${stepsSql(receptions)},
   parts as (
     select *, count(*) filter (where is_first) over (partition by message_key ${newestFirst}) as part from steps),
   heads as (
     select page_time, page_id, first_value(page_time) over message as head_time, first_value(page_id) over message as head_id
     from parts window message as (partition by message_key, part ${newestFirst})),
   numbered as (select page_time, page_id, dense_rank() over (order by head_time desc, head_id desc) as place from heads)`;
