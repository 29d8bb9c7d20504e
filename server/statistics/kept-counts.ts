/**
 * Counts outlive their messages (decision 56). Counts of a receiver, day and kind are either those of stored messages, or have a
 * row in `kept_counts`: then they are never counted again. Receivers without a station have none.
 */
import type { Database, Transaction } from '../database/pool.ts';

type Query = Pick<Database, 'query'>;
/** Days are `YYYY-MM-DD`, UTC. */
type DayOfKind = { readonly day: string; readonly isAdsb: boolean };

const isOfDay = `hour >= $1::date::timestamp at time zone 'UTC' and hour < ($1::date + 1)::timestamp at time zone 'UTC'`;
const ofKind = `(message_type = 'ADSB') = $2`;

/** In the transaction that drops the messages of a day. `retainedFrom` = first day with retained counts. null = all. */
export async function outliveMessages(
  tx: Transaction,
  { day, isAdsb }: DayOfKind,
  retainedFrom: string | null,
): Promise<void> {
  const values = [day, isAdsb];
  await tx.query(`delete from range_hour where ${isOfDay} and ${ofKind}`, values);
  if (isAdsb) await tx.query(`delete from frame_hour where ${isOfDay}`, [day]);
  else {
    await tx.query(`delete from level_hour where ${isOfDay}`, [day]);
    for (const table of ['text_day', 'text_due']) await tx.query(`delete from ${table} where day = $1::date`, [day]);
  }
  const isRetained = retainedFrom === null || day >= retainedFrom;
  if (isRetained)
    await tx.query(
      `insert into kept_counts (receiver, day, is_adsb) select distinct receiver, $1::date, $2::boolean
       from rx_hour join receiver_station using (receiver) where ${isOfDay} and ${ofKind} on conflict do nothing`,
      values,
    );
  const notRetained = isRetained
    ? 'not exists (select from kept_counts k where k.receiver = c.receiver and k.day = $1::date and k.is_adsb = $2)'
    : 'true';
  await tx.query(`delete from rx_hour c where ${isOfDay} and ${ofKind} and ${notRetained}`, values);
  await tx.query(`delete from range_day c where day = $1::date and ${ofKind} and ${notRetained}`, values);
  if (!isRetained) await tx.query('delete from kept_counts where day = $1::date and is_adsb = $2', values);
}

/** Removes retained counts before a day (null = none are too old) and those of receivers without a station. */
export async function clearKeptCounts(db: Query, retainedFrom: string | null): Promise<void> {
  if (retainedFrom !== null)
    await db.query(`delete from silent_hour where hour < $1::date::timestamp at time zone 'UTC'`, [retainedFrom]);
  await db.query(
    `with old as materialized (
       delete from kept_counts k where k.day < $1::date
         or not exists (select from receiver_station r where r.receiver = k.receiver) returning *),
     hours as (
       delete from rx_hour h using old where h.receiver = old.receiver and (h.message_type = 'ADSB') = old.is_adsb
         and h.hour >= old.day::timestamp at time zone 'UTC' and h.hour < (old.day + 1)::timestamp at time zone 'UTC')
     delete from range_day d using old where d.receiver = old.receiver and d.day = old.day and (d.message_type = 'ADSB') = old.is_adsb`,
    [retainedFrom],
  );
}

/** Before messages of an old day are counted, as of a recording that is imported again: their receivers start from nothing. */
export async function startAgain(tx: Transaction, receivers: readonly string[], days: readonly DayOfKind[]) {
  for (const { day, isAdsb } of days) {
    const again = await tx.query<{ receiver: string }>(
      'delete from kept_counts where day = $1::date and is_adsb = $2 and receiver = any($3) returning receiver',
      [day, isAdsb, receivers],
    );
    if (again.length === 0) continue;
    const values = [day, isAdsb, again.map(({ receiver }) => receiver)];
    await tx.query(`delete from rx_hour where ${isOfDay} and ${ofKind} and receiver = any($3)`, values);
    await tx.query(`delete from range_day where day = $1::date and ${ofKind} and receiver = any($3)`, values);
  }
}
