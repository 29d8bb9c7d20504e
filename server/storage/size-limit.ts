/** Retention by size, besides days: the oldest days go first, the last day stays (decision 64). */
import { clock } from '../base/clock.ts';
import { archivedDays, dropArchived } from '../messages/archive-moves.ts';
import { dayMs, dayOf, partitionDays } from '../messages/day-partitions.ts';
import type { Messages } from '../messages/messages.ts';
import { countsFromOf, dropMessagesOf } from '../messages/retention.ts';
import { dayTables } from '../query/message-tables.ts';
import { dropRawDay, rawTable } from '../radio/raw/store-raw.ts';
import { databaseBytes } from './sizes.ts';

type SizeLimit = { readonly maxBytes: number; readonly countsDays: number };
/** `isOver` = it does not fit, and no more can be dropped. */
type SizeResult = { readonly dropped: readonly string[]; readonly isOver: boolean };

/**
 * Drops days that ended a day ago at least, until the database fits. A day whose rows were stored within the last day stays: an imported
 * recording is not lost at once.
 */
export async function limitSize(messages: Messages, { maxBytes, countsDays }: SizeLimit): Promise<SizeResult> {
  const dropped: string[] = [];
  const cutoffMs = clock.now() - dayMs;
  const limits = { cutoffMs, countsFrom: countsFromOf(countsDays), archivedFrom: null };
  for (const day of await daysBefore(messages, dayOf(cutoffMs))) {
    if ((await databaseBytes(messages)) <= maxBytes) break;
    const hasRaw = (await partitionDays(messages, rawTable)).includes(day);
    const isRawDropped = hasRaw && (await dropRawDay(messages, day));
    const isArchiveDropped = await dropArchived(messages, day);
    if ((await dropMessagesOf(messages, day, limits)) || isRawDropped || isArchiveDropped) dropped.push(day);
  }
  return { dropped, isOver: (await databaseBytes(messages)) > maxBytes };
}

/** Of all tables and the archive, oldest first. */
async function daysBefore(messages: Messages, end: string): Promise<string[]> {
  const days = new Set<string>(await archivedDays(messages, end));
  for (const table of [...dayTables, rawTable])
    for (const day of await partitionDays(messages, table)) if (day < end) days.add(day);
  return [...days].sort();
}
