/** Retention of messages, packed frames and station records, by days and by size, and maintenance of finished days. */

import { dayMs } from '../../contract/durations.ts';
import { agedEntries } from '../accounts/audit/audit.ts';
import { clock, type TrustedTime } from '../base/clock.ts';
import { diskReserve } from '../base/disk-reserve.ts';
import { clearRaw, dropRawDay, rawTable } from '../input/radio/raw/store-raw.ts';
import { archivedDays, dropArchived } from '../messages/archive.ts';
import { dayOf, partitionDays } from '../messages/day-partitions.ts';
import { indexFinishedDays } from '../messages/finished-days.ts';
import type { Messages } from '../messages/messages.ts';
import {
  agedMessages,
  clearMessages,
  countsFromOf,
  dropMessagesOf,
  type RetentionDays,
} from '../messages/retention.ts';
import { clearFaults } from '../messages/store-faults.ts';
import { dayTables } from '../query/message-tables.ts';
import { clearRecords } from '../stations/station-records.ts';
import { databaseBytes } from './storage.ts';

/** Until the clock is trusted, and the next run is due. */
const lookEveryMs = 10_000;
const everyMs = 3_600_000;

/** `maxBytes` of the database. null = any size. */
type RetentionConfig = RetentionDays & { readonly rawDays: number; readonly maxBytes: number | null };
type RetentionReports = {
  readonly warn: (message: string) => void;
  /** Current problem, as a text. null = none. */
  readonly onSize: (sentence: string | null) => void;
};
const usualReports: RetentionReports = { warn: (message) => console.warn(message), onSize: () => {} };

/** Runs now and every hour, when the clock is trusted. Returns a function that stops it and waits for a run in progress. */
export function startRetention(
  db: Messages,
  config: RetentionConfig,
  trustedTime: TrustedTime,
  reports: Partial<RetentionReports> = {},
): () => Promise<void> {
  const { warn, onSize } = { ...usualReports, ...reports };
  const stopping = new AbortController();
  let dueAtMs = performance.now();
  const run = async (): Promise<void> => {
    if (performance.now() < dueAtMs) return;
    try {
      const nowMs = await trustedTime();
      if (nowMs === null) return;
      dueAtMs = performance.now() + everyMs;
      await runRetention(db, config, { warn, onSize }, nowMs);
      // Indexes need space, which retention frees.
      if (!diskReserve.isLow()) await indexFinishedDays(db, stopping.signal);
    } catch (error) {
      dueAtMs = performance.now() + everyMs;
      warn(`Old messages could not be cleared now: ${(error as Error).message}`);
    }
  };
  let running = run();
  const timer = setInterval(() => {
    running = running.then(run);
  }, lookEveryMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    stopping.abort();
    return running;
  };
}

/** One run, by the time of a trusted clock. Resolves to the days whose messages were dropped because of their age. */
export async function runRetention(
  db: Messages,
  config: RetentionConfig,
  { warn, onSize }: RetentionReports = usualReports,
  nowMs: number = clock.now(),
): Promise<string[]> {
  const dropped = await clearMessages(db, config, nowMs);
  await clearRaw(db, config.rawDays, nowMs);
  await clearFaults(db, config.retentionDays > 0 ? config.retentionDays + config.archiveDays : 0, nowMs);
  await clearRecords(db, config.retentionDays, nowMs);
  if (config.maxBytes === null) return dropped;
  const { maxBytes, countsDays } = config;
  const { dropped: tooMuch, isOver } = await limitSize(db, { maxBytes, countsDays, nowMs });
  if (tooMuch.length > 0) warn(`The database was larger than MAX_GB. Dropped days: ${tooMuch.join(', ')}.`);
  onSize(isOver ? tooLarge : null);
  return dropped;
}

const tooLarge =
  'The database is larger than its limit (MAX_GB), and only the last days are left. Messages are still stored.';

/** What a clock in doubt would delete or move to the archive at once, as text. */
export async function wouldDelete(
  db: Messages,
  { retentionDays, auditDays }: { readonly retentionDays: number; readonly auditDays: number },
  nowMs: number,
): Promise<string> {
  const { rows, days } = await agedMessages(db, retentionDays, nowMs);
  const entries = await agedEntries(db, auditDays, nowMs);
  const parts = [
    ...(rows > 0 ? [`${numbered(rows, 'message')} of ${numbered(days, 'day')}`] : []),
    ...(entries > 0 ? [numbered(entries, 'audit entry', 'audit entries')] : []),
  ];
  return parts.join(' and ') || 'no messages';
}

const numbered = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

// ---- Retention by size, besides days: the oldest days go first, the last day stays (decision 10).

/** `nowMs` = of a trusted clock. */
type SizeLimit = { readonly maxBytes: number; readonly countsDays: number; readonly nowMs: number };
/** `isOver` = it does not fit, and no more can be dropped. */
type SizeResult = { readonly dropped: readonly string[]; readonly isOver: boolean };

/**
 * Drops days that ended a day ago at least, until the database fits. A day whose rows were stored within the last day stays: an imported
 * recording is not lost at once.
 */
export async function limitSize(messages: Messages, { maxBytes, countsDays, nowMs }: SizeLimit): Promise<SizeResult> {
  const dropped: string[] = [];
  const cutoffMs = nowMs - dayMs;
  const limits = { cutoffMs, countsFrom: countsFromOf(countsDays, nowMs), archivedFrom: null };
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
