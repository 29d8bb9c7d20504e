/** Slots, axes, gaps and texts of the time band. Pure. */
import { hourMs } from '../../contract/durations.ts';
import type { MessageBand } from '../../contract/entities/statistics.ts';
import { feedingSlotS } from '../../contract/feeding.ts';
import { parseInstant } from '../../contract/params.ts';
import { counted, formatCount } from '../lib/format.ts';
import { utcDay, utcShort } from '../lib/time.ts';
import type { TimeRange } from './range.ts';

export const slotMs = feedingSlotS * 1000;
export const bandTypes = ['acars', 'vdlm2', 'hfdl', 'adsb'] as const;
export type BandType = (typeof bandTypes)[number];
export const typeNames: Readonly<Record<BandType, string>> = {
  acars: 'ACARS',
  vdlm2: 'VDLM2',
  hfdl: 'HFDL',
  adsb: 'ADSB',
};

/** Whole slots. */
export type Slots = {
  readonly from: number;
  readonly length: number;
  /** End of the known part: later slots are not known. */
  readonly known: number;
  readonly counts: Readonly<Record<BandType, readonly number[]>>;
};

/** 24 hours that end with the current slot: of a stored band the slots since then are unknown, and old ones leave. */
export function slotsOf(band: MessageBand, now: number): Slots {
  const from = parseInstant(band.from) ?? 0;
  const asOf = parseInstant(band.asOf) ?? from;
  const { length } = band.acars;
  const end = Math.floor(now / slotMs) * slotMs + slotMs;
  const moved = Math.round((end - (from + length * slotMs)) / slotMs);
  // A day later nothing would be left.
  const shift = moved > 0 && moved < length / 2 ? moved : 0;
  const shifted = (counts: readonly number[]): number[] => Array.from({ length }, (_, at) => counts[at + shift] ?? 0);
  const counts = {
    acars: shifted(band.acars),
    vdlm2: shifted(band.vdlm2),
    hfdl: shifted(band.hfdl),
    adsb: shifted(band.adsb),
  };
  return { from: from + shift * slotMs, length, known: Math.min(asOf, from + length * slotMs), counts };
}

/** Two slots become one where columns would be too narrow. */
export function joinedSlots(slots: Slots, by: number): Slots & { readonly slotMs: number } {
  const length = Math.ceil(slots.length / by);
  const join = (counts: readonly number[]): number[] =>
    Array.from({ length }, (_, at) => counts.slice(at * by, at * by + by).reduce((sum, count) => sum + count, 0));
  const { acars, vdlm2, hfdl, adsb } = slots.counts;
  return {
    ...slots,
    length,
    slotMs: slotMs * by,
    counts: { acars: join(acars), vdlm2: join(vdlm2), hfdl: join(hfdl), adsb: join(adsb) },
  };
}

export const slotAt = ({ from, length }: Slots, ms: number): number =>
  Math.min(length - 1, Math.max(0, Math.floor((ms - from) / slotMs)));

/** Top of an axis: the largest sum, rounded up. */
export const axisTop = (largest: number, step: number): number => Math.max(1, Math.ceil(largest / step)) * step;
export const textStep = 50;
export const adsbStep = 1000;

/** `10:00Z, 61 ACARS, 22 VDLM2, 1 HFDL, 2,015 ADSB`. */
export function slotText(slots: Slots, at: number): string {
  const begin = slots.from + at * slotMs;
  if (begin >= slots.known) return `${utcShort(begin)}, not known`;
  const counts = bandTypes.map((type) => `${formatCount(slots.counts[type][at] ?? 0)} ${typeNames[type]}`);
  return `${utcShort(begin)}, ${counts.join(', ')}`;
}

export type Gap = TimeRange & { readonly cause: 'serverOff' | 'nothingReceived' };
export const gapsOf = (band: MessageBand): Gap[] =>
  band.gaps.flatMap(({ from, to, cause }) => {
    const [begin, end] = [parseInstant(from), parseInstant(to)];
    return begin === null || end === null ? [] : [{ from: begin, to: end, cause }];
  });

/** Shorter gaps have no room for a text. */
const minTextMs = 20 * 60_000;
export const hasGapText = ({ from, to }: Gap): boolean => to - from >= minTextMs;

/** `03:40Z to 04:30Z: server off`. */
export function gapText({ from, to, cause }: Gap, stations: number): string {
  const silent = `${counted(stations, 'station')} silent`;
  const what = cause === 'serverOff' ? 'server off' : `nothing received, ${silent}`;
  return `${utcShort(from)} to ${utcShort(to)}: ${what}`;
}

/** Half of the label of a day. */
const tickHalfPx = 18;
/** The first and the last label are not cut at the edge. */
export const tickX = (px: number, width: number): number => Math.min(width - tickHalfPx, Math.max(px, tickHalfPx));

type Tick = { readonly at: number; readonly label: string };
/** Every `hours` hours, midnight as the day. */
export function ticksOf({ from, length }: Slots, hours: number): Tick[] {
  const stepMs = hours * hourMs;
  const ticks: Tick[] = [];
  for (let at = Math.ceil(from / stepMs) * stepMs; at < from + length * slotMs; at += stepMs) {
    const isMidnight = at % (24 * hourMs) === 0;
    ticks.push({ at, label: isMidnight ? utcDay(at).slice(0, -5) : utcShort(at).slice(0, 2).concat('Z') });
  }
  return ticks;
}
