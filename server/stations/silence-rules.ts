/** Limits of silence and recovery, for emails and the screen (decision 17). Pure. */
import { hourMs, minuteMs } from '../../contract/durations.ts';
import { silentAfterS } from '../../contract/feeding.ts';

export const silenceLimits = {
  /** Shorter gaps never count. */
  shortestPauseMs: silentAfterS.least * 1000,
  /** Longer gaps always count. */
  longestPauseMs: silentAfterS.most * 1000,
  /** Period that determines the usual gap. */
  knownForMs: 7 * 24 * hourMs,
  /** Gaps considered: the longest three of a week may be outages, the fourth longest is the station's own (a quiet night). */
  countedPauses: 4,
  /** A usual gap may once be twice as long. */
  factor: 2,
  /** Recovered = receptions in this number of ten-minute slots, i.e. for more than ten minutes ... */
  slotsToBeBack: 3,
  /** ... within the last hour. */
  backWithinMs: hourMs,
  /** The server checks every minute. After a longer break it was down itself. */
  ownPauseMs: 5 * minuteMs,
} as const;

/** `pausesMs` = the longest known gaps, descending: fewer than counted means hardly any gap. */
export function silentAfterMs(pausesMs: readonly number[]): number {
  const usualMs = pausesMs[silenceLimits.countedPauses - 1] ?? 0;
  return Math.min(
    silenceLimits.longestPauseMs,
    Math.max(silenceLimits.shortestPauseMs, usualMs * silenceLimits.factor),
  );
}
