/**
 * When a station counts as silent, for mails and on the screen alike, and as back: figures and the one rule (decision 29). Pure.
 * Must not: know the database.
 */
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

export const rhythm = {
  /** No pause that is shorter counts, whatever the station. */
  shortestPauseMs: 30 * minuteMs,
  /** A longer one always counts. */
  longestPauseMs: 24 * hourMs,
  /** The usual is what was within this time. */
  knownForMs: 7 * 24 * hourMs,
  /** The pauses that are looked at: the longest three of a week may be outages, the fourth longest is the station's own (a quiet night). */
  countedPauses: 4,
  /** A usual pause may once be twice as long. */
  factor: 2,
  /** Back = heard in so many ten-minute slots, i.e. for more than ten minutes ... */
  slotsToBeBack: 3,
  /** ... within the last hour. */
  backWithinMs: hourMs,
  /** The server looks every minute; when it did not look for so long, it was away itself. */
  ownPauseMs: 5 * minuteMs,
} as const;

/** `pausesMs` = the longest of the known time, the longest first: fewer than are counted means that it hardly pauses. */
export function silentAfterMs(pausesMs: readonly number[]): number {
  const usualMs = pausesMs[rhythm.countedPauses - 1] ?? 0;
  return Math.min(rhythm.longestPauseMs, Math.max(rhythm.shortestPauseMs, usualMs * rhythm.factor));
}
