/** Numbers of messages by kind and by label. Own file: what is counted, apart from the pages of lists. */
import { dayMs } from '../../contract/durations.ts';
import {
  coverageRows,
  coverageShapes,
  type DecodingCoverage,
  type KindCounts,
} from '../../contract/entities/decoding.ts';
import { type MeaningKind, meaningKinds } from '../../contract/entities/meaning.ts';
import { maxJoinedRows, writeInstant } from '../../contract/params.ts';
import { clock } from '../base/clock.ts';
import type { Query } from '../database/pool.ts';
import { Values } from '../query/filter-sql.ts';
import { companyMarks, companySql } from './company-sql.ts';
import { stepsSql } from './joined-page.ts';
import { type MessageList, type MessageRequest, requestedSql } from './message-page.ts';
import type { Messages } from './messages.ts';

/** Messages that are counted: chips need no more, and the longest window has millions. */
const maxCounted = 500_000;

type Counted = {
  readonly kind: string | null;
  readonly level: string | null;
  readonly count: number;
  /** Rows were left out. */
  readonly isCut: boolean;
};

export async function countKinds(messages: Messages, list: MessageList, request: MessageRequest): Promise<KindCounts> {
  const { name, time } = list.table;
  const { from, values } = await requestedSql(messages, list, request);
  const limit = values.add((request.query.joined ? maxJoinedRows : maxCounted) + 1, 'bigint');
  const more = `, ${name}.meaning_kind as kind, ${name}.decode_level`;
  const counted = request.query.joined
    ? `with ${stepsSql({ time, from, limit, more })}, c as (select * from steps where is_first)`
    : `with c as (select ${more.slice(1)} from ${from} order by ${name}.${time} desc limit ${limit})`;
  const rows = await messages.query<Counted>(
    `${counted} select kind, decode_level as level, count(*)::float8 as count, (select count(*) from ${request.query.joined ? 'near' : 'c'}) > ${limit} - 1 as "isCut"
     from c group by 1, 2`,
    values.list,
  );
  const sum = (isCounted: (row: Counted) => boolean): number =>
    rows.filter(isCounted).reduce((total, { count }) => total + count, 0);
  return {
    counts: Object.fromEntries(meaningKinds.map((kind) => [kind, sum((row) => row.kind === kind)])) as Record<
      MeaningKind,
      number
    >,
    notDecoded: sum(({ level }) => level === 'none'),
    waiting: sum(({ level }) => level === null),
    isCut: rows[0]?.isCut ?? false,
  };
}

/** Shapes hide what a text contains: digits are 9, letters A. */
const shapeSql = `translate(left(coalesce(aggregated_text, text), 40),
  '012345678abcdefghijklmnopqrstuvwxyzBCDEFGHIJKLMNOPQRSTUVWXYZ', '999999999AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA')`;

type CoverageRow = DecodingCoverage['labels'][number];
/** Without bounds the last 24 hours. `company` = only its messages. null = all. */
export async function readCoverage(
  db: Query,
  window: { readonly from?: number; readonly to?: number },
  company: string | null,
): Promise<DecodingCoverage> {
  const toMs = window.to ?? clock.now();
  const fromMs = window.from ?? toMs - dayMs;
  const values = new Values();
  const own = companySql(await companyMarks(db, company), 'acars', values);
  const [from, to] = [fromMs, toMs].map((ms) => values.add(new Date(ms), 'timestamptz'));
  const where = [`acars_date_time >= ${from}`, `acars_date_time <= ${to}`, ...own].join(' and ');
  const limit = values.add(coverageRows + 1, 'bigint');
  const [found] = await db.query<{ rows: number; oldest: Date | null; labels: CoverageRow[] }>(
    `with read as materialized (
       select label, decode_level as level, acars_date_time as at, meaning -> 'facts' <> '{}' as has_facts,
         case when decode_level = 'none' then ${shapeSql} end as shape
       from acars where ${where} order by acars_date_time desc limit ${limit}),
     shapes as (
       select label, shape, count(*) as messages, row_number() over (partition by label order by count(*) desc, shape) as place
       from read where shape <> '' group by label, shape),
     labels as (
       select label, count(*)::float8 as messages, count(*) filter (where level = 'full') as full,
         count(*) filter (where level = 'partial') as partial, count(*) filter (where level = 'none') as none,
         count(*) filter (where level is null) as waiting, count(*) filter (where has_facts) as "withFacts",
         coalesce((select json_agg(json_build_object('shape', shape, 'messages', s.messages) order by place)
           from shapes s where s.label is not distinct from r.label and place <= ${values.add(coverageShapes, 'bigint')}), '[]') as shapes
       from read r group by label order by messages desc, label)
     select (select count(*)::float8 from read) as rows, (select min(at) from read) as oldest,
       coalesce((select json_agg(l) from labels l), '[]') as labels`,
    values.list,
  );
  const isCut = (found?.rows ?? 0) > coverageRows;
  return {
    from: writeInstant(isCut ? (found?.oldest?.getTime() ?? fromMs) : fromMs),
    to: writeInstant(toMs),
    isCut,
    labels: found?.labels ?? [],
  };
}
