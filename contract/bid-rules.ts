/**
 * What a bid may be (BID-07, C75), declared once for the form and the server. Pure.
 * Must not: know which bids there are; that is the database's.
 */

import { bidSentences } from './bid-sentences.ts';

export const bidLimits = {
  minGlog: 0,
  maxGlog: 100,
  /** What is older is a slip. */
  earliestStart: '2000-01-01',
  latestStartYears: 10,
} as const;

/** Glog as a person types them, a comma for the point included; null = nothing typed, NaN = no number. */
export function readGlog(text: string): number | null {
  const typed = text.trim().replace('−', '-').replace(',', '.');
  if (typed === '') return null;
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(typed) ? Number(typed) : Number.NaN;
}

/** What is wrong with a value, as a sentence; null = nothing. The bounds belong to it. */
export function bidFault(glog: number | null | undefined): string | null {
  if (glog === null || glog === undefined) return bidSentences.bidRequired;
  return glog >= bidLimits.minGlog && glog <= bidLimits.maxGlog ? null : bidSentences.bidRange;
}

/** What is wrong with a day on which a bid begins, `YYYY-MM-DD`; `today` likewise, in UTC. */
export function bidStartFault(day: string | null | undefined, today: string): string | null {
  if (!day?.trim()) return bidSentences.startDateRequired;
  if (!isDay(day)) return 'Start date must be a day of the calendar, written as YYYY-MM-DD.';
  const latest = `${Number(today.slice(0, 4)) + bidLimits.latestStartYears}${today.slice(4)}`;
  return day >= bidLimits.earliestStart && day <= latest
    ? null
    : `Start date must be between ${bidLimits.earliestStart} and ${latest}.`;
}

/** Four digits of a year, so that days sort as texts; 30 February is none. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const ms = Date.parse(`${text}T00:00:00Z`);
  return Number.isFinite(ms) && new Date(ms).toISOString().startsWith(text);
}
