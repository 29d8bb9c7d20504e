/** The table of packed minutes: writes, and drops whole days. */
import { clock } from '../../base/clock.ts';
import { diskReserve } from '../../base/disk-reserve.ts';
import { dayMs, dayOf, ensureDays, forgetDay, partitionDays, partitionName } from '../../messages/day-partitions.ts';
import type { Messages } from '../../messages/messages.ts';
import { unlessLocked } from '../../messages/retention.ts';
import type { PackedMinute } from './raw-minutes.ts';

export const rawTable = { name: 'adsb_raw' } as const;

/** The same minute again changes nothing. @throws DiskNearlyFull and errors of the database */
export async function storeRaw(messages: Messages, minute: PackedMinute): Promise<void> {
  diskReserve.check();
  await ensureDays(messages, [dayOf(minute.minuteMs)], clock.now(), rawTable);
  await messages.query(
    `insert into adsb_raw (receiver, minute, begins_at, frames, bytes)
     values ($1, to_timestamp($2), to_timestamp($3), $4, $5) on conflict do nothing`,
    [minute.receiver, minute.minuteMs / 1000, minute.beginsMs / 1000, minute.frames, minute.bytes],
  );
}

/** Drops days that ended more than `days` ago. Resolves to them. 0 = all but today. */
export async function clearRaw(messages: Messages, days: number): Promise<string[]> {
  const cutoffMs = clock.now() - days * dayMs;
  const dropped: string[] = [];
  for (const day of await partitionDays(messages, rawTable))
    if (day < dayOf(cutoffMs) && (await dropRawDay(messages, day))) dropped.push(day);
  await messages.query('delete from adsb_raw_default where minute < to_timestamp($1)', [cutoffMs / 1000]);
  return dropped;
}

/** False if a long query locks it: the next run retries. */
export async function dropRawDay(messages: Messages, day: string): Promise<boolean> {
  forgetDay(messages, day, rawTable);
  const isDropped = await unlessLocked(messages, async (tx) => {
    // Another server may do the same.
    await tx.query(`drop table if exists ${partitionName(day, rawTable)}`);
    return true;
  });
  return isDropped ?? false;
}
