/** In which of its last legs an aircraft reported a fault: the strip, in signs and in words. Pure. */
import { stripLegs, stripSigns } from '../../contract/entities/faults.ts';

/** Of the first and last reception. `hasMessages` false: the flight is known by its positions only. */
export type StripLeg = { readonly fromMs: number; readonly toMs: number; readonly hasMessages: boolean };
type StripEvent = { readonly atMs: number; readonly what: string; readonly persistence: string | null };

const ranks = [stripSigns.intermittent, stripSigns.reported, stripSigns.hard, stripSigns.warning];
const signOf = ({ what, persistence }: StripEvent): string => {
  if (what === 'warning') return stripSigns.warning;
  if (persistence === 'hard') return stripSigns.hard;
  return persistence === 'intermittent' ? stripSigns.intermittent : stripSigns.reported;
};

/**
 * Index of the leg of an instant, oldest leg first; -1 = before all. After its last reception a leg lasts until the next one begins:
 * reports also come at the gate.
 */
export function legIndexAt(legs: readonly StripLeg[], atMs: number): number {
  let [from, to] = [0, legs.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((legs[middle]?.fromMs ?? 0) <= atMs) from = middle + 1;
    else to = middle;
  }
  return from - 1;
}

/** A sign per leg of the last ten, oldest first. `legs` oldest first. */
export function stripOf(legs: readonly StripLeg[], events: readonly StripEvent[]): string {
  const start = Math.max(0, legs.length - stripLegs);
  const signs: string[] = legs
    .slice(start)
    .map(({ hasMessages }) => (hasMessages ? stripSigns.flown : stripSigns.silent));
  for (const event of events) {
    const at = legIndexAt(legs, event.atMs) - start;
    if (at < 0) continue;
    const sign = signOf(event);
    if (ranks.indexOf(sign as (typeof ranks)[number]) > ranks.indexOf(signs[at] as (typeof ranks)[number]))
      signs[at] = sign;
  }
  return signs.join('');
}

const { flown, silent } = stripSigns;
const isReport = (sign: string): boolean => sign !== flown && sign !== silent;

/** `6 of 9`: legs with a report, of those with messages. */
export function stripCount(strip: string): string {
  const signs = [...strip];
  return `${signs.filter(isReport).length} of ${signs.filter((sign) => sign !== silent).length}`;
}

/** `6 of 9 legs, last 4 in a row, 1 leg without messages`. A leg without messages ends a row, unless it is the newest. */
export function stripWords(strip: string): string {
  const signs = [...strip];
  if (signs.length === 0) return 'No legs known';
  const silentLegs = signs.filter((sign) => sign === silent).length;
  const newestFirst = signs.slice(0, signs.findLastIndex((sign) => sign !== silent) + 1).reverse();
  const end = newestFirst.findIndex((sign) => !isReport(sign));
  const inARow = end < 0 ? newestFirst.length : end;
  return [
    `${stripCount(strip)} legs`,
    inARow > 1 ? `last ${inARow} in a row` : null,
    silentLegs > 0 ? `${silentLegs} ${silentLegs === 1 ? 'leg' : 'legs'} without messages` : null,
  ]
    .filter((part) => part !== null)
    .join(', ');
}
