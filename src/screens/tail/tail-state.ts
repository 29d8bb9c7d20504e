/** State of an aircraft in words: in the air, on the ground, or no current reports. Pure. */
import type { Tail, TailLeg } from '../../../contract/entities/tail.ts';
import { parseInstant } from '../../../contract/params.ts';
import { altitudeText } from '../../lib/altitude-text.ts';
import { noValue, oneLine } from '../../lib/format.ts';
import { say } from '../../lib/tense.ts';
import { ageText, utcMoment } from '../../lib/time.ts';
import type { Units } from '../../lib/units.ts';
import type { BadgeKind } from '../../ui/StateBadge.tsx';

type TailState = { readonly kind: BadgeKind; readonly word: string; readonly detail: string };

/** An older position is not the current one. */
const currentMs = 60_000;
/** Silence after which the outcome of a flight is unknown. */
const silentMs = 60 * 60_000;

export const msOf = (instant: string | null | undefined): number | null => (instant ? parseInstant(instant) : null);

/** `isNow`: the response is live. */
export function stateOf({ now: position, legs, messages }: Tail, nowMs: number, isNow: boolean): TailState {
  const [leg] = legs;
  const seenAt = msOf(position?.seenAt);
  const lastAt = Math.max(seenAt ?? 0, msOf(leg?.until) ?? 0, msOf(messages[0]?.at) ?? 0);
  // A stored response has its time: an age at that time would look current.
  const seen =
    lastAt === 0 ? '' : isNow ? `received ${ageText(nowMs - lastAt)} ago` : `received ${utcMoment(lastAt, nowMs)}`;
  const was = (word: string): string => say('state', { now: nowMs, dataAt: nowMs, isNow }, word);
  const kind = !isNow ? 'stored' : nowMs - lastAt < currentMs ? 'live' : 'idle';
  if (lastAt === 0) return { kind: 'idle', word: say('noReports', { now: nowMs, dataAt: nowMs, isNow }), detail: '' };
  if (nowMs - lastAt > silentMs) return { kind: 'idle', word: was(landedWord(leg) ?? 'Out of range'), detail: seen };
  if (position?.isOnGround === true) return { kind, word: was(landedWord(leg) ?? 'On the ground'), detail: seen };
  return { kind, word: was(landedWord(leg) ?? (leg || position ? 'In the air' : 'Received')), detail: seen };
}

function landedWord(leg: TailLeg | undefined): string | null {
  if (leg?.in) return 'At the gate';
  if (leg?.hasLanded) return 'On the ground';
  return leg?.out && !leg.off ? 'Taxiing' : null;
}

/** `LOWW to LROP`, with the actual destination of a diversion. null = both unknown. */
export function routeText({ from, to, endedAt }: Pick<TailLeg, 'from' | 'to' | 'endedAt'>): string | null {
  if (from === null && to === null) return null;
  const route = `${oneLine(from ?? '?')} to ${oneLine(to ?? '?')}`;
  return endedAt !== null && endedAt !== to ? `${route}, diverted to ${oneLine(endedAt)}` : route;
}

/** `out 16:35Z · off 16:45Z · on – · in –`, a date where it changes. Empty if none was reported. */
export function timesText(leg: TailLeg, nowMs: number): string {
  const times = (['out', 'off', 'on', 'in'] as const).map((what) => ({ what, at: msOf(leg[what]) }));
  if (times.every(({ at }) => at === null)) return '';
  let before = nowMs;
  const texts = times.map(({ what, at }) => {
    if (at === null) return `${what} ${noValue}`;
    const text = `${what} ${utcMoment(at, before)}`;
    before = at;
    return text;
  });
  return texts.join(' · ');
}

/** `FL370`, `4,200 ft`, `ground`. */
export function levelText(ft: number, units: Units): string {
  if (ft <= 0) return 'ground';
  return altitudeText({ altitudeFt: ft }, units) ?? noValue;
}

/** By registration where messages have one: few messages contain the address. `id` names an aircraft without either: no filter would match all aircraft. */
export const rawSearch = ({ registration, address }: Tail, id: string): Readonly<Record<string, string>> =>
  registration === null && address !== null ? { icao: address } : { tail: registration ?? id };
