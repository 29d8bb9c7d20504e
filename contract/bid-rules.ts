/** Rules of a bid (BID-07, C75), for the form and the server. Pure. */

import { bidSentences } from './bid-sentences.ts';

const bidLimits = {
  minGlog: 0,
  maxGlog: 100,
  /** Earlier dates are typing errors. */
  earliestStart: '2000-01-01',
  latestStartYears: 10,
} as const;

/** Glog as typed, with a decimal comma or point. null = empty, NaN = not a number. */
export function readGlog(text: string): number | null {
  const typed = text.trim().replace('−', '-').replace(',', '.');
  if (typed === '') return null;
  return /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(typed) ? Number(typed) : Number.NaN;
}

/** Error of a value, or null. Bounds are inclusive. */
export function bidFault(glog: number | null | undefined): string | null {
  if (glog === null || glog === undefined) return bidSentences.bidRequired;
  return glog >= bidLimits.minGlog && glog <= bidLimits.maxGlog ? null : bidSentences.bidRange;
}

/** Error of a start date `YYYY-MM-DD`, or null. `today` likewise, in UTC. */
export function bidStartFault(day: string | null | undefined, today: string): string | null {
  if (!day?.trim()) return bidSentences.startDateRequired;
  if (!isDay(day)) return 'Enter the start date as YYYY-MM-DD, such as 2026-02-01.';
  const latest = `${Number(today.slice(0, 4)) + bidLimits.latestStartYears}${today.slice(4)}`;
  return day >= bidLimits.earliestStart && day <= latest
    ? null
    : `Start date must be between ${bidLimits.earliestStart} and ${latest}.`;
}

/** Four-digit years, so that days sort as text. 30 February is invalid. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const ms = Date.parse(`${text}T00:00:00Z`);
  return Number.isFinite(ms) && new Date(ms).toISOString().startsWith(text);
}
