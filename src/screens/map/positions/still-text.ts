/**
 * Says that positions stand still, when all of them do: an old picture must not pass for the present one. Pure.
 * Must not: read the clock.
 */
import { utcShort } from '../../../lib/time.ts';
import { type Aircraft, isAged } from './aircraft.ts';

/** `Positions do not move: last seen 14:24Z to 14:32Z`; null where one of them is live, and where there are none. */
export function stillText(list: readonly Pick<Aircraft, 'fixAt'>[], now: number): string | null {
  if (list.length === 0 || !list.every((one) => isAged(one, now))) return null;
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { fixAt } of list) {
    first = Math.min(first, fixAt);
    last = Math.max(last, fixAt);
  }
  const [from, to] = [utcShort(first), utcShort(last)];
  return `Positions do not move: last seen ${from === to ? to : `${from} to ${to}`}`;
}
