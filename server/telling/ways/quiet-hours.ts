/** Local times of a user: end of quiet hours and time of the next digest. Pure. Own file: pure, and the only importer of Temporal. */
import { Temporal } from 'temporal-polyfill';
import type { EmailWay, QuietHours } from '../../../contract/entities/rules.ts';

const hourMs = 3_600_000;
/** Local hour of the daily digest. */
const digestHour = 8;

/** A name that this server does not know counts as UTC. */
function localTime(nowMs: number, zone: string): Temporal.ZonedDateTime {
  const now = Temporal.Instant.fromEpochMilliseconds(nowMs);
  try {
    return now.toZonedDateTimeISO(zone);
  } catch {
    return now.toZonedDateTimeISO('UTC');
  }
}

/**
 * Epoch ms at which the quiet hours end that contain `nowMs`. null = none does. A local time that a change of the clock skips counts
 * as one later by what is skipped. Of one that occurs twice the first begins and the second ends quiet hours.
 */
export function quietEnd({ from, to, days }: QuietHours, zone: string, nowMs: number): number | null {
  const now = localTime(nowMs, zone);
  const at = (day: Temporal.PlainDate, minute: number, disambiguation: 'compatible' | 'later'): number =>
    day
      .toPlainDateTime({ hour: Math.floor(minute / 60), minute: minute % 60 })
      .toZonedDateTime(now.timeZoneId, { disambiguation }).epochMilliseconds;
  const today = now.toPlainDate();
  const ends = [today.subtract({ days: 1 }), today].flatMap((day) => {
    // ISO: 7 = Sunday.
    if (!days.includes(day.dayOfWeek % 7)) return [];
    const end = at(to > from ? day : day.add({ days: 1 }), to, 'later');
    return at(day, from, 'compatible') <= nowMs && nowMs < end ? [end] : [];
  });
  return ends.length > 0 ? Math.max(...ends) : null;
}

/** Epoch ms of the next digest after `nowMs`: the full hour, or 08:00 local time. */
export function nextDigest(way: Extract<EmailWay, 'hour' | 'day'>, zone: string, nowMs: number): number {
  if (way === 'hour') return (Math.floor(nowMs / hourMs) + 1) * hourMs;
  const now = localTime(nowMs, zone);
  const at = (day: Temporal.PlainDate): number =>
    day.toPlainDateTime({ hour: digestHour }).toZonedDateTime(now.timeZoneId).epochMilliseconds;
  const today = now.toPlainDate();
  return at(today) > nowMs ? at(today) : at(today.add({ days: 1 }));
}
