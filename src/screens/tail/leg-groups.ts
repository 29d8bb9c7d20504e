/** Messages by leg, and those between flights. Pure. */
import type { TailLeg, TailMessage } from '../../../contract/entities/tail.ts';
import { type TailSpan, tailSpans } from '../../../contract/entities/tail.ts';
import { parseInstant } from '../../../contract/params.ts';

/** `leg` null = between flights. */
export type Group = { readonly id: string; readonly leg: TailLeg | null; readonly messages: readonly TailMessage[] };

/** Newest first. Neighbouring messages without a leg are one group. */
export function groupsOf(legs: readonly TailLeg[], messages: readonly TailMessage[]): Group[] {
  const ofLeg = new Map(legs.map((leg) => [leg.id, { id: leg.id, leg, messages: [] as TailMessage[] }]));
  const groups: { id: string; leg: TailLeg | null; messages: TailMessage[]; at: string }[] = [];
  for (const leg of legs) {
    const group = ofLeg.get(leg.id);
    if (group) groups.push(Object.assign(group, { at: leg.until }));
  }
  let between: (typeof groups)[number] | null = null;
  for (const message of messages) {
    const own = message.leg === null ? undefined : ofLeg.get(message.leg);
    if (own) {
      own.messages.push(message);
      between = null;
      continue;
    }
    if (between === null) {
      between = { id: `between ${message.id}`, leg: null, messages: [], at: message.at };
      groups.push(between);
    }
    between.messages.push(message);
  }
  return groups.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
}

/** The leg of an instant: the one that contains it, otherwise the next before it. null = there is none. */
export function legAt(legs: readonly TailLeg[], instant: string): TailLeg | null {
  const at = parseInstant(instant);
  if (at === null) return null;
  const startOf = ({ id }: TailLeg): number => parseInstant(id) ?? 0;
  const within = legs.find((leg) => startOf(leg) <= at && at <= (parseInstant(leg.until) ?? 0));
  return within ?? legs.find((leg) => startOf(leg) <= at) ?? null;
}

const dayMs = 24 * 3_600_000;

/** The shortest axis that contains the instant. null = it is older than all. */
export function spanOf(instant: string, nowMs: number): TailSpan | null {
  const at = parseInstant(instant);
  return at === null ? null : (tailSpans.find((days) => nowMs - at < (days - 0.25) * dayMs) ?? null);
}
