/** What the database leads to at the measured rate. Pure. */
import type { Sizes } from './sizes.ts';

export type KeptFor = {
  /** 0 = forever. */
  readonly retentionDays: number;
  readonly rawDays: number;
  readonly maxBytes: number | null;
};
/** Size of the database when it no longer grows, and the days of messages that it then contains. */
type Forecast = { readonly bytes: number; readonly days: number };

/** Null without a full day, or if it grows for ever. */
export function forecastOf(
  { perDay, otherBytes, measuredDays }: Pick<Sizes, 'perDay' | 'otherBytes' | 'measuredDays'>,
  { retentionDays, rawDays, maxBytes }: KeptFor,
): Forecast | null {
  if (measuredDays === 0) return null;
  const ofDay = perDay.messages + perDay.frames;
  if (retentionDays > 0) {
    const bytes = Math.round(otherBytes + ofDay * retentionDays + perDay.rawFrames * rawDays);
    if (maxBytes === null || bytes <= maxBytes) return { bytes, days: retentionDays };
  }
  if (maxBytes === null) return null;
  // The oldest day goes with its packed frames, the last day stays.
  const days = Math.max(1, Math.floor((maxBytes - otherBytes) / Math.max(1, ofDay + perDay.rawFrames)));
  return { bytes: maxBytes, days: retentionDays > 0 ? Math.min(days, retentionDays) : days };
}
