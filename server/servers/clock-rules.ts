/**
 * Whether a clock can be trusted (decision 31). Compares it with the last trusted moment, the uptime of the machine and the clock
 * of the database. Own file: pure, tested with times.
 */

import { minuteMs } from '../../contract/durations.ts';
/** A moment at which a clock was trusted. `slackMs` = how much later the truth may be, because the machine was off before. */
export type ClockMark = {
  readonly atMs: number;
  readonly boot: string;
  readonly uptimeMs: number;
  readonly slackMs: number;
};
/** What a server reads at one moment. `databaseAheadMs` = of the clock of the database, beyond what an Admin confirmed. */
export type Reading = {
  readonly nowMs: number;
  readonly boot: string;
  readonly uptimeMs: number;
  readonly databaseAheadMs: number;
};
/**
 * `ahead`, `behind` = the clock jumped. `off` = Downlink was off for that long, or the clock is ahead: nothing here can tell.
 * `database` = both clocks differ.
 */
export type ClockFault = { readonly kind: 'ahead' | 'behind' | 'off' | 'database'; readonly byMs: number };

/** Corrections by a time server, and the precision of the mark. */
export const toleranceMs = 5 * minuteMs;
/** A machine that was off for less needs no confirmation. Below half an hour: clocks are wrong by whole or half hours of a time zone. */
export const restartMs = 25 * minuteMs;
/** After a start of the machine a time server corrects its clock within this time. */
const settledMs = 60 * minuteMs;

/** null = trusted. Without a mark there is nothing to compare with but the database. */
export function clockFault(mark: ClockMark | null, reading: Reading): ClockFault | null {
  const { nowMs, boot, uptimeMs, databaseAheadMs } = reading;
  if (Math.abs(databaseAheadMs) > toleranceMs) return { kind: 'database', byMs: Math.abs(databaseAheadMs) };
  if (mark === null) return null;
  const isSameBoot = boot === mark.boot;
  // Of a machine that was off, or of another one: at least nothing has passed.
  const passedMs = isSameBoot ? uptimeMs - mark.uptimeMs : 0;
  const slackMs = isSameBoot ? mark.slackMs : restartMs;
  const aheadMs = nowMs - (mark.atMs + passedMs);
  if (aheadMs < -toleranceMs) return { kind: 'behind', byMs: -aheadMs };
  if (aheadMs > slackMs + toleranceMs) return { kind: slackMs > 0 ? 'off' : 'ahead', byMs: aheadMs };
  return null;
}

/** The next mark after a reading without fault. The slack of a start stays for its corrections, and is used once. */
export function nextMark(mark: ClockMark | null, { nowMs, boot, uptimeMs }: Reading): ClockMark {
  const here = { atMs: nowMs, boot, uptimeMs };
  if (mark === null) return { ...here, slackMs: 0 };
  const isSameBoot = boot === mark.boot;
  // Counted from the mark, as if the machine had started there.
  const began = isSameBoot ? mark : { ...mark, boot, uptimeMs, slackMs: restartMs };
  return began.slackMs > 0 && uptimeMs - began.uptimeMs < settledMs ? began : { ...here, slackMs: 0 };
}

/** The time that has passed for certain since the mark: the clock shows this at least. */
export const earliestNow = ({ atMs, boot, uptimeMs }: ClockMark, reading: Pick<Reading, 'boot' | 'uptimeMs'>): number =>
  atMs + (boot === reading.boot ? Math.max(0, reading.uptimeMs - uptimeMs) : 0);

const sentences: Readonly<Record<ClockFault['kind'], (span: string) => string>> = {
  ahead: (span) => `The clock of the server jumped ${span} ahead.`,
  behind: (span) => `The clock of the server is ${span} behind the time at which Downlink last ran.`,
  off: (span) => `Downlink was off for ${span}, or the clock of the server is ahead.`,
  database: (span) => `The clocks of the server and its database differ by ${span}.`,
};

/** `wouldDelete` = what this clock would delete at once, as text. */
export function clockText({ kind, byMs }: ClockFault, wouldDelete: string | null): string {
  const consequence = wouldDelete === null ? '' : ` With this clock Downlink would delete ${wouldDelete}.`;
  return `${sentences[kind](spanText(byMs))} Nothing is deleted by age until the clock is right, or an Admin confirms it under Server status.${consequence}`;
}

function spanText(ms: number): string {
  const [count, unit] =
    ms < 2 * 60 * minuteMs
      ? [ms / minuteMs, 'minutes']
      : ms < 48 * 60 * minuteMs
        ? [ms / (60 * minuteMs), 'hours']
        : [ms / (24 * 60 * minuteMs), 'days'];
  return `${Math.round(count).toLocaleString('en')} ${unit}`;
}
