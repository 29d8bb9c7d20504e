/** What the database leads to at the measured rate. Pure. */
import type { Sizes } from './sizes.ts';

export type RetentionSettings = {
  /** 0 = forever. */
  readonly retentionDays: number;
  /** After `retentionDays`. 0 = no archive. */
  readonly archiveDays: number;
  readonly rawDays: number;
  readonly maxBytes: number | null;
};
/** Size of the database when it no longer grows, and the days of messages that it then contains. */
type Forecast = { readonly bytes: number; readonly days: number };

/** A day in columns takes this part of a day in rows (decision 124). Where days are archived, their own size counts. */
const columnarPart = 1 / 7;

/** Null without a full day, or if it grows for ever. */
export function forecastOf(
  { perDay, otherBytes, measuredDays, archive }: Pick<Sizes, 'perDay' | 'otherBytes' | 'measuredDays' | 'archive'>,
  { retentionDays, archiveDays, rawDays, maxBytes }: RetentionSettings,
): Forecast | null {
  if (measuredDays === 0) return null;
  const ofDay = perDay.messages + perDay.frames;
  if (retentionDays > 0) {
    const ofArchivedDay = archive.days > 0 ? archive.bytes / archive.days : ofDay * columnarPart;
    // Without the setting, archived days stay as they are.
    const archived = archiveDays > 0 ? ofArchivedDay * archiveDays : archive.bytes;
    const bytes = Math.round(otherBytes + ofDay * retentionDays + perDay.rawFrames * rawDays + archived);
    if (maxBytes === null || bytes <= maxBytes) return { bytes, days: retentionDays };
  }
  if (maxBytes === null) return null;
  // The oldest day goes with its packed frames, the last day stays.
  const days = Math.max(1, Math.floor((maxBytes - otherBytes) / Math.max(1, ofDay + perDay.rawFrames)));
  return { bytes: maxBytes, days: retentionDays > 0 ? Math.min(days, retentionDays) : days };
}
