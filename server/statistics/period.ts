/** Requested periods and their parts of hours. Pure. */
import { hourMs } from '../../contract/durations.ts';
import { feedingSlotS } from '../../contract/feeding.ts';

export const slotMs = feedingSlotS * 1000;
const slotsAnHour = hourMs / slotMs;

/** `fromMs` null = from the beginning. For messages both ends are inclusive, to the second, as in lists. */
export type Period = { readonly fromMs: number | null; readonly toMs: number };

export const hourBegin = (ms: number): number => Math.floor(ms / hourMs) * hourMs;
const hourEnd = (ms: number): number => Math.ceil(ms / hourMs) * hourMs;

/** End exclusive. */
export type Span = { readonly fromMs: number; readonly toMs: number };
/** Whole hours of a period, and the remainder at both ends. */
export type Parts = { readonly hours: Span | null; readonly rest: readonly Span[] };

/** `earliestMs` replaces a missing start. */
export function partsOf({ fromMs, toMs }: Period, earliestMs = 0): Parts {
  const [begin, end] = [fromMs ?? earliestMs, toMs + 1000];
  const [first, last] = [hourEnd(begin), hourBegin(end)];
  if (first >= last) return { hours: null, rest: [{ fromMs: begin, toMs: end }] };
  const rest = [
    { fromMs: begin, toMs: first },
    { fromMs: last, toMs: end },
  ].filter((span) => span.fromMs < span.toMs);
  return { hours: { fromMs: first, toMs: last }, rest };
}

/** Every combination of slots of an hour, as bits of rx_hour. */
const combinations = 2 ** slotsAnHour;

/** Seconds of the slots of an hour within a span, for each combination of slots: element 5 = slots 0 and 2. */
export function secondsOfSlots(hourBeginMs: number, { fromMs, toMs }: Span): number[] {
  const ofSlot = Array.from({ length: slotsAnHour }, (_, slot) => {
    const begin = hourBeginMs + slot * slotMs;
    return Math.max(0, Math.min(begin + slotMs, toMs) - Math.max(begin, fromMs)) / 1000;
  });
  return Array.from({ length: combinations }, (_, slots) =>
    ofSlot.reduce((sum, seconds, slot) => sum + ((slots >> slot) & 1 ? seconds : 0), 0),
  );
}

/** Start of the first of these slots, from the start of its hour. */
export const firstSlotMs = (slots: number): number => (slots === 0 ? 0 : (31 - Math.clz32(slots & -slots)) * slotMs);
