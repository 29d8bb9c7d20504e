/** The overall bid: calls and SQL (BID-08, C75). Days are `YYYY-MM-DD` in UTC. */
import type { Api } from '../../contract/api.ts';
import { bidFault, bidStartFault } from '../../contract/bid-rules.ts';
import type { Handlers } from '../../contract/endpoint.ts';
import type { BidHistory, BidSummary } from '../../contract/entities/overall-bid.ts';
import { clock } from '../base/clock.ts';
import type { Database, Query, Transaction } from '../database/pool.ts';
import { HttpError } from '../http/api-error.ts';
import { type Context, callerOf } from '../http/guard.ts';

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

export const overallBidHandlers: Handlers<Api['overallBid'], Context> = {
  summary: async ({ db }) => bidSummaryOf(db, dayOf(clock.now())),

  history: async ({ db }) => bidHistoryOf(db, dayOf(clock.now())),

  upsert: async ({ body: { bidValue, startDate }, ...context }) => {
    const nowMs = clock.now();
    const today = dayOf(nowMs);
    const faults = { bidValue: bidFault(bidValue), startDate: bidStartFault(startDate, today) };
    const errors = Object.fromEntries(
      Object.entries(faults).flatMap(([field, fault]) => (fault === null ? [] : [[field, [fault]]])),
    );
    if (typeof bidValue !== 'number' || typeof startDate !== 'string' || Object.keys(errors).length > 0)
      throw new HttpError(400, Object.values(errors).flat().join(' '), errors);
    const { userId } = callerOf(context);
    await setBid(context.db, { bidValue, startDate }, { userId, nowMs, today });
    context.log.info({ requestId: context.request.id, by: userId, startDate }, 'an overall bid was set');
    return {};
  },
};

type NewBid = { readonly bidValue: number; readonly startDate: string };

const utcTextSql = (time: string): string => `to_char(${time}, 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
const startSql = utcTextSql('start_date::timestamp');

/** By date: a scheduled bid whose day has begun is current, and the previous one is past. */
const status = `case
  when state = 'scheduled' and start_date <= $1::date then 'Current'
  when state = 'scheduled' then 'Scheduled'
  when state = 'current' and not exists (select 1 from overall_bids where state = 'scheduled' and start_date <= $1::date) then 'Current'
  else 'Past' end`;

async function bidSummaryOf(db: Query, today: string): Promise<BidSummary> {
  const rows = await db.query<{ status: string } & NewBid>(
    `select bid_value as "bidValue", ${startSql} as "startDate", ${status} as status from overall_bids where state <> 'past'`,
    [today],
  );
  const current = rows.find((row) => row.status === 'Current');
  const scheduled = rows.find((row) => row.status === 'Scheduled');
  return {
    currentBidValue: current?.bidValue ?? null,
    currentStartDate: current?.startDate ?? null,
    scheduledBidValue: scheduled?.bidValue ?? null,
    scheduledStartDate: scheduled?.startDate ?? null,
  };
}

/** Newest first. */
export function bidHistoryOf(db: Query, today: string): Promise<BidHistory[]> {
  return db.query<BidHistory>(
    `select bid.id, bid_value as "bidValue", ${status} as status, ${startSql} as "startDate",
       ${utcTextSql("bid.created_at at time zone 'UTC'")} as "createdOn", maker.user_name as "createdByUserName"
     from overall_bids bid left join users maker on maker.id = bid.created_by
     order by bid.id desc`,
    [today],
  );
}

/**
 * Sets the current bid, or the scheduled one if it starts after `today`. The replaced one becomes past. Concurrent
 * Admins take turns. The same bid again (a retry) changes nothing.
 */
export function setBid(
  db: Database,
  { bidValue, startDate }: NewBid,
  by: { readonly userId: string; readonly nowMs: number; readonly today: string },
): Promise<void> {
  return db.transaction(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(hashtext('downlink overall bid'))`);
    await writeDownWhatIsDue(tx, by.today);
    const state = startDate > by.today ? 'scheduled' : 'current';
    const same = await tx.query(
      'select 1 from overall_bids where state = $1 and bid_value = $2 and start_date = $3::date',
      [state, bidValue, startDate],
    );
    if (same.length > 0) return;
    await tx.query(`update overall_bids set state = 'past' where state = $1`, [state]);
    await tx.query(
      `insert into overall_bids (bid_value, start_date, state, created_at, created_by) values ($1, $2::date, $3, $4, $5)`,
      [bidValue, startDate, state, new Date(by.nowMs), by.userId],
    );
  });
}

async function writeDownWhatIsDue(tx: Pick<Transaction, 'query'>, today: string): Promise<void> {
  const isDue = `state = 'scheduled' and start_date <= $1::date`;
  await tx.query(
    `update overall_bids set state = 'past' where state = 'current' and exists (select 1 from overall_bids where ${isDue})`,
    [today],
  );
  await tx.query(`update overall_bids set state = 'current' where ${isDue}`, [today]);
}
