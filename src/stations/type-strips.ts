/** Hours and days of a message type as strip cells, and its gaps as text. Pure. */
import { recentHours, type SilenceReason, type TypeHealth } from '../../contract/entities/station-health.ts';
import type { StripCell, StripPattern } from '../charts/StripChart.tsx';
import { formatNumber } from '../lib/format.ts';
import { utcDay, utcShort } from '../lib/time.ts';
import { hourReasons } from './station-text.ts';

const hourMs = 3_600_000;
const slotsPerHour = 6;
export const reasonPatterns: Readonly<Record<SilenceReason, StripPattern>> = {
  noSign: 'cross',
  noFrames: 'rising',
  notDecoded: 'dots',
  noUpload: 'upright',
  untold: 'plain',
};
const noReason = 'no message';

/** `hoursFrom` = epoch ms of the first hour. `now` ends the last. */
export type Strip<T = TypeHealth> = { readonly type: T; readonly hoursFrom: number; readonly now: number };
type Hours = Pick<TypeHealth, 'slots' | 'reasons'>;
const percent = (share: number): string => `${formatNumber(share * 100, 0)} %`;

/** For the current hour only the elapsed part counts. */
function partsOf({ hoursFrom, now }: Strip<Hours>, index: number): number {
  const begins = hoursFrom + index * hourMs;
  return Math.min(slotsPerHour, Math.max(1, Math.ceil((now - begins) / (hourMs / slotsPerHour))));
}

/** The last 24 hours. */
export function hourCells(strip: Strip<Hours>): StripCell[] {
  const { slots, reasons } = strip.type;
  const first = Math.max(0, slots.length - recentHours);
  return slots.slice(first).map((fed, at) => {
    const index = first + at;
    const begins = strip.hoursFrom + index * hourMs;
    const when = `${utcShort(begins)} to ${utcShort(begins + hourMs)}`;
    if (fed === null) return { share: null, pattern: null, text: `${when}: before the station existed` };
    const reason = reasons[index] ?? null;
    const share = Math.min(1, fed / partsOf(strip, index));
    const why = fed === 0 ? `, ${reason ? hourReasons[reason] : noReason}` : '';
    return {
      share,
      pattern: reason && reasonPatterns[reason],
      text: `${when}: fed ${percent(share)} of the hour${why}`,
    };
  });
}

/** The seven days, each 24 hours, ending with the current hour. */
export function dayCells(strip: Strip): StripCell[] {
  const { slots, reasons } = strip.type;
  const days = Math.ceil(slots.length / recentHours);
  return Array.from({ length: days }, (_, day) => {
    const first = day * recentHours;
    const hours = slots.slice(first, first + recentHours);
    const when = `24 h from ${utcShort(strip.hoursFrom + first * hourMs)}, ${utcDay(strip.hoursFrom + first * hourMs)}`;
    const known = hours.filter((fed) => fed !== null);
    if (known.length === 0) return { share: null, pattern: null, text: `${when}: before the station existed` };
    const parts = hours.reduce<number>((sum, fed, at) => sum + (fed === null ? 0 : partsOf(strip, first + at)), 0);
    const share = Math.min(1, known.reduce((sum, fed) => sum + fed, 0) / parts);
    const why = reasonsOf(reasons.slice(first, first + recentHours));
    const [most] = why;
    return {
      share,
      pattern: share === 0 && most ? reasonPatterns[most.reason] : null,
      text: `${when}: fed ${percent(share)}${why.map(({ reason, hours: count }) => `, ${hourReasons[reason]} ${count} h`).join('')}`,
    };
  });
}

/** Causes and their number of hours, most frequent first. */
export function reasonsOf(reasons: readonly (SilenceReason | null)[]): { reason: SilenceReason; hours: number }[] {
  const counts = new Map<SilenceReason, number>();
  for (const reason of reasons) if (reason) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].map(([reason, hours]) => ({ reason, hours })).sort((a, b) => b.hours - a.hours);
}

export type Gap = { readonly from: number; readonly to: number; readonly why: string };
/** Consecutive hours without a message with the same cause, newest first. */
export function gapsOf({ type: { slots, reasons }, hoursFrom, now }: Strip): Gap[] {
  const gaps: Gap[] = [];
  slots.forEach((fed, index) => {
    if (fed !== 0) return;
    const reason = reasons[index] ?? null;
    const why = reason ? hourReasons[reason] : noReason;
    const from = hoursFrom + index * hourMs;
    const to = Math.min(now, from + hourMs);
    const before = gaps.at(-1);
    if (before?.to === from && before.why === why) gaps[gaps.length - 1] = { ...before, to };
    else gaps.push({ from, to, why });
  });
  return gaps.reverse();
}
