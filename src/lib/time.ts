/** Instants as text, always UTC. Only importer of Temporal. */
import type {} from 'temporal-polyfill/types/global';
import { measured } from './format.ts';

/** Loads the polyfill where Temporal is missing, as a separate chunk. Await once before the first render. */
export async function ensureTemporal(): Promise<void> {
  if (!('Temporal' in globalThis)) await import('temporal-polyfill/global');
}

const at = (ms: number): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(Math.floor(ms)).toZonedDateTimeISO('UTC');

/** Epoch ms as `14:50:07`. */
export function utcClock(ms: number): string {
  return at(ms).toPlainTime().toString({ smallestUnit: 'second' });
}

/** Epoch ms as `14:50:07.120`: receptions of a message are hundredths of a second apart. */
export function utcClockMs(ms: number): string {
  return at(ms).toPlainTime().toString({ smallestUnit: 'millisecond' });
}

/** Epoch ms as `2026-02-01 23:58:00` (TIME-07). */
export function utcDateTime(ms: number): string {
  return at(ms).toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' ');
}

/** Epoch ms as `14:32Z`. */
export function utcShort(ms: number): string {
  return `${at(ms).toPlainTime().toString({ smallestUnit: 'minute' })}Z`;
}

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** Epoch ms as `20 Nov 2026`. */
export function utcDay(ms: number): string {
  const { day, month, year } = at(ms);
  return `${day} ${monthNames[month - 1]} ${year}`;
}

/** Epoch ms as `14:32Z`, on another day as `20 Nov 2026, 14:32Z`. */
export const utcMoment = (ms: number, now: number): string =>
  isoDay(ms) === isoDay(now) ? utcShort(ms) : `${utcDay(ms)}, ${utcShort(ms)}`;

/** Epoch ms as `2026-11-20`: wire format of a day. */
export const isoDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Browsers name one zone differently: Europe/Kyiv in Firefox is Europe/Kiev in Chromium. False: unknown here. */
export function isSameZone(a: string, b: string): boolean {
  if (a === b) return true;
  try {
    return at(0).withTimeZone(a).equals(at(0).withTimeZone(b));
  } catch {
    return false;
  }
}

/** `2024-03-07` as `7 Mar 2024` (REF-16). Invalid days are unchanged. */
export function dayText(wire: string): string {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(wire) ?? [];
  const name = monthNames[Number(month) - 1];
  return name === undefined ? wire : `${Number(day)} ${name} ${year}`;
}

/** `2:05` (REF-16). */
export function durationText({ hours, minutes }: { readonly hours: number; readonly minutes: number }): string {
  return `${hours}:${String(minutes).padStart(2, '0')}`;
}

/** `09:05`, a time of day. */
export const clockText = (time: { readonly hours: number; readonly minutes: number }): string =>
  durationText(time).padStart(5, '0');

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** A range up to now, as its button names it: `24 h`, `3 d`. */
export const windowLabel = (hours: number): string =>
  hours > 48 && hours % 24 === 0 ? measured(hours / 24, 'd') : measured(hours, 'h');

/** A span of `ms` in its largest whole unit: `2 s`, `18 min`, `3 h`, `2 d`. Negative spans (clocks differ) read `0 s`. */
export function ageText(ms: number): string {
  const span = Math.max(0, ms);
  if (span < minute) return measured(Math.floor(span / second), 's');
  if (span < hour) return measured(Math.floor(span / minute), 'min');
  if (span < day) return measured(Math.floor(span / hour), 'h');
  return measured(Math.floor(span / day), 'd');
}
