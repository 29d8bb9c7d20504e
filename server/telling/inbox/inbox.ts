/** SQL of the inbox: the notices that a reader may see, and what was done about them. */
import { dayMs } from '../../../contract/durations.ts';
import { type NoticeState, notice, type noticeActions, noticeRow } from '../../../contract/entities/notices.ts';
import { filtersOf } from '../../../contract/fields.ts';
import type { Database, Query, Transaction } from '../../database/pool.ts';
import type { CompanyScope } from '../../http/company-scope.ts';
import { fieldsSql } from '../../messages/message-page.ts';
import { type Column, sqlColumns } from '../../query/columns.ts';
import { Values } from '../../query/filter-sql.ts';
import type { PageRequest } from '../../query/list-page.ts';
import { referenceRows } from '../../query/reference-page.ts';
import { hitScope, type Reader, toldSql } from '../hit-scope.ts';

/** Older ones do not count as new. */
const newForMs = 30 * dayMs;
const retentionMs = 90 * dayMs;

const rowsFrom = (userId: string): string => `watch_hits join watch_rules on watch_rules.id = watch_hits.rule_id
  left join watch_seen on watch_seen.hit_id = watch_hits.id and watch_seen.user_id = ${userId}`;
const stateSql = `(case when watch_hits.done_by is not null then 'done' when watch_hits.taken_by is not null then 'taken'
  when watch_seen.hit_id is not null then 'seen' else 'new' end)`;
const instantText = (sql: string): string => `to_char(${sql} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** Of the reader's own devices, addresses and webhooks. `begun_at` without a result = it may have been sent. */
const deliveriesSql = (userId: string): string => `(
  select json_agg(json_build_object('way', d.way, 'state', case when d.sent_at is not null then 'sent' when d.given_up_at is not null then 'failed'
      when d.begun_at is not null then 'unknown' else 'waiting' end,
    'at', ${instantText('coalesce(d.sent_at, d.given_up_at, d.begun_at, d.not_before)')}, 'reason', d.reason, 'to', coalesce(p.name, w.name))
    order by d.created_at, d.id)
  from watch_deliveries d left join push_devices p on p.id = d.push_device_id left join webhooks w on w.id = d.webhook_id
  where d.hit_ids @> array[watch_hits.id] and (d.user_id = ${userId} or (w.owner = 'user' and w.user_id = ${userId})))`;
const historySql = `(
  select json_agg(json_build_object('what', h.what, 'by', h.done_by, 'at', ${instantText('h.at')}) order by h.at, h.what)
  from watch_history h where h.hit_id = watch_hits.id)`;

const textOf = (name: string): Column => ({ name, type: 'text' });
const columnsFor = (userId: string, receiver: string) =>
  sqlColumns(noticeRow, {
    id: textOf('watch_hits.id::text'),
    at: { name: 'watch_hits.at', type: 'instant' },
    state: { ...textOf(stateSql), hasFoldedIndex: true },
    kind: { ...textOf('watch_hits.kind'), hasFoldedIndex: true },
    tail: { ...textOf('watch_hits.tail'), hasFoldedIndex: true },
    stationId: textOf(`coalesce(watch_hits.station_number, nullif(${receiver}, ''))`),
    rule: textOf('watch_rules.name'),
    ruleId: { ...textOf('watch_rules.id::text'), hasFoldedIndex: true },
    hits: textOf('watch_hits.events'),
    changedAt: { name: 'watch_hits.changed_at', type: 'instant' },
    deliveries: textOf(deliveriesSql(userId)),
    history: textOf(historySql),
  });

/** Open emergencies, then the newest. */
export async function noticeRows(
  db: Query,
  reader: Reader,
  companyScope: CompanyScope,
  query: Parameters<typeof referenceRows>[1]['query'],
): Promise<PageRequest> {
  const values = new Values();
  const userId = values.add(reader.userId, 'text');
  const { conditions, receiver } = await hitScope(db, reader, companyScope, values);
  const columns = columnsFor(userId, receiver);
  // `referenceRows` adds the id.
  const { id: _, ...others } = columns;
  return referenceRows(
    { from: rowsFrom(userId), id: 'watch_hits.id', fields: fieldsSql(others), filters: filtersOf(notice), columns },
    {
      query,
      conditions,
      order: ['(watch_hits.is_emergency and watch_hits.done_by is null) desc', 'watch_hits.at desc'],
    },
    values,
  );
}

/** New ones of the last 30 days, by the server's clock. */
export async function countNew(
  db: Query,
  reader: Reader,
  companyScope: CompanyScope,
  nowMs: number,
): Promise<{ readonly new: number; readonly emergencies: number }> {
  const values = new Values();
  const userId = values.add(reader.userId, 'text');
  const conditions = [
    `watch_hits.at >= ${values.add(new Date(nowMs - newForMs), 'timestamptz')}`,
    'watch_hits.done_by is null and watch_hits.taken_by is null and watch_seen.hit_id is null',
    // First: the hits of these rules have an index.
    `watch_hits.rule_id = any(array(select watch_rules.id from watch_rules where ${toldSql({ userId, company: values.add(reader.company, 'text') })}))`,
    ...(await hitScope(db, reader, companyScope, values)).conditions,
  ];
  const [row] = await db.query<{ new: number; emergencies: number }>(
    `select count(*)::int as new, (count(*) filter (where watch_hits.is_emergency))::int as emergencies
     from ${rowsFrom(userId)} where ${conditions.join(' and ')}`,
    values.list,
  );
  return row ?? { new: 0, emergencies: 0 };
}

// ---- Changes

type Action = (typeof noticeActions)[number];
export type Change = {
  readonly ids: readonly string[];
  readonly action: Action;
  readonly userName: string;
  readonly nowMs: number;
};
/** `set` and `where` of `watch_hits`. $1 = ids, $2 = name of the user, $3 = time. `what` = the entry of the history: `new` = open for all again. */
const changes: Readonly<
  Record<Exclude<Action, 'seen'>, { readonly set: string; readonly where: string; readonly what: NoticeState }>
> = {
  take: { set: 'taken_by = $2', where: 'taken_by is null and done_by is null', what: 'taken' },
  release: { set: 'taken_by = null', where: 'taken_by is not null and done_by is null', what: 'new' },
  done: { set: 'done_by = $2', where: 'done_by is null', what: 'done' },
  reopen: { set: 'done_by = null, taken_by = null', where: 'done_by is not null', what: 'new' },
};

/**
 * Changes those that the reader may see. What has the requested state already stays. `missing` = there is none of them, `takenBy` = others
 * have taken all of them, `doneBy` = others have done some and taken the rest.
 */
export function changeNotices(
  db: Database,
  reader: Reader,
  companyScope: CompanyScope,
  { ids, action, userName, nowMs }: Change,
): Promise<'changed' | 'missing' | { readonly takenBy: string } | { readonly doneBy: string }> {
  return db.transaction(async (tx) => {
    const found = await lockVisible(tx, reader, companyScope, ids);
    if (found.length === 0) return 'missing';
    const foundIds = found.map(({ id }) => id);
    const now = new Date(nowMs);
    await tx.query(
      `insert into watch_seen (hit_id, user_id, seen_at) select id, $2, $3 from unnest($1::bigint[]) id on conflict do nothing`,
      [foundIds, reader.userId, now],
    );
    if (action === 'seen') return 'changed';
    const { set, where, what } = changes[action];
    await tx.query(
      `with changed as (update watch_hits set ${set}, changed_at = $3 where id = any($1::bigint[]) and ${where} returning id)
       insert into watch_history (hit_id, what, done_by, at) select id, $4, $2, $3 from changed`,
      [foundIds, userName, now, what],
    );
    return refusalOf(found, action, userName) ?? 'changed';
  });
}

/** null = at least one is, or becomes, what was requested. */
function refusalOf(
  found: readonly Locked[],
  action: Action,
  userName: string,
): { readonly takenBy: string } | { readonly doneBy: string } | null {
  if (action !== 'take' && action !== 'release') return null;
  const others = found.flatMap(({ takenBy, doneBy }) => {
    if (doneBy !== null) return doneBy === userName ? [] : { doneBy };
    return action === 'take' && takenBy !== null && takenBy !== userName ? { takenBy } : [];
  });
  if (others.length < found.length) return null;
  return others.find((other) => 'doneBy' in other) ?? others[0] ?? null;
}

type Locked = { readonly id: string; readonly takenBy: string | null; readonly doneBy: string | null };

/** In the order of their ids, so that concurrent changes never deadlock. Storing adds receptions to locked ones. */
async function lockVisible(
  tx: Transaction,
  reader: Reader,
  companyScope: CompanyScope,
  ids: readonly string[],
): Promise<readonly Locked[]> {
  const values = new Values();
  const known = values.add(
    ids.filter((id) => /^\d{1,18}$/.test(id)),
    'bigint[]',
  );
  const conditions = [
    `watch_hits.id = any(${known})`,
    ...(await hitScope(tx, reader, companyScope, values)).conditions,
  ];
  return tx.query(
    `select watch_hits.id::text as id, watch_hits.taken_by as "takenBy", watch_hits.done_by as "doneBy" from watch_hits join watch_rules on watch_rules.id = watch_hits.rule_id
     where ${conditions.join(' and ')} order by watch_hits.id for no key update of watch_hits`,
    values.list,
  );
}

/** Removes old notices and what was sent about them, by a trusted clock. */
export async function sweepHits(db: Query, nowMs: number): Promise<void> {
  const before = [new Date(nowMs - retentionMs)];
  await db.query('delete from watch_hits where stored_at < $1', before);
  await db.query('delete from watch_deliveries where created_at < $1', before);
  await db.query('delete from watch_live where seen_at < $1', [new Date(nowMs - dayMs)]);
}
