/** Retention of messages, packed frames and station records, by days and by size, and maintenance of finished days. */
import { diskReserve } from './base/disk-reserve.ts';
import { indexFinishedDays } from './messages/finished-days.ts';
import type { Messages } from './messages/messages.ts';
import { clearMessages, type RetentionDays } from './messages/retention.ts';
import { clearRaw } from './radio/raw/store-raw.ts';
import { clearRecords } from './stations/station-records.ts';
import { limitSize } from './storage/size-limit.ts';

const everyMs = 3_600_000;

/** `maxBytes` of the database. null = any size. */
export type RetentionConfig = RetentionDays & { readonly rawDays: number; readonly maxBytes: number | null };
type RetentionReports = {
  readonly warn: (message: string) => void;
  /** Current problem, as a text. null = none. */
  readonly onSize: (sentence: string | null) => void;
};
const usualReports: RetentionReports = { warn: (message) => console.warn(message), onSize: () => {} };

/** Runs now and every hour. Returns a function that stops it and waits for a run in progress. */
export function startRetention(
  db: Messages,
  config: RetentionConfig,
  reports: Partial<RetentionReports> = {},
): () => Promise<void> {
  const { warn, onSize } = { ...usualReports, ...reports };
  const stopping = new AbortController();
  const run = () =>
    runRetention(db, config, { warn, onSize })
      .then(async () => {
        // Indexes need space, which retention frees.
        if (!diskReserve.isLow()) await indexFinishedDays(db, stopping.signal);
      })
      .then(
        () => {},
        (error: Error) => warn(`Old messages could not be cleared now: ${error.message}`),
      );
  let running = run();
  const timer = setInterval(() => {
    running = running.then(run);
  }, everyMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    stopping.abort();
    return running;
  };
}

/** One run. Resolves to the days whose messages were dropped because of their age. */
export async function runRetention(
  db: Messages,
  config: RetentionConfig,
  { warn, onSize }: RetentionReports = usualReports,
): Promise<string[]> {
  const dropped = await clearMessages(db, config);
  await clearRaw(db, config.rawDays);
  await clearRecords(db, config.retentionDays);
  if (config.maxBytes === null) return dropped;
  const { dropped: tooMuch, isOver } = await limitSize(db, {
    maxBytes: config.maxBytes,
    countsDays: config.countsDays,
  });
  if (tooMuch.length > 0) warn(`The database was larger than MAX_GB. Dropped days: ${tooMuch.join(', ')}.`);
  onSize(isOver ? tooLarge : null);
  return dropped;
}

const tooLarge =
  'The database is larger than its limit (MAX_GB), and only the last days are left. Messages are still stored.';
