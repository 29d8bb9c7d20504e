/** Text shown when no position is live. Pure. */
import { ageText, utcMoment, utcShort } from '../../../lib/time.ts';
import { type Aircraft, isAged } from './aircraft.ts';
import type { Fleet } from './fleet.ts';
import { guessedUpToMs } from './possible-paths.ts';

/** Of positions stored on this device. null = live ones. */
export function storedPositionsText(
  { source, receivedAt }: Pick<Fleet, 'source' | 'receivedAt'>,
  now: number,
): string | null {
  if (source !== 'stored' || receivedAt === null) return null;
  const ageMs = Math.max(0, now - receivedAt);
  const still = `Positions of ${utcMoment(receivedAt, now)}, ${ageText(ageMs)} old. They do not move.`;
  return ageMs > guessedUpToMs ? still : `${still} A dashed line shows where each could be now.`;
}

/** `No live positions. Last received 14:24Z to 14:32Z`; null where one of them is live, and where there are none. */
export function noLivePositionsText(list: readonly Pick<Aircraft, 'fixAt'>[], now: number): string | null {
  if (list.length === 0 || !list.every((one) => isAged(one, now))) return null;
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { fixAt } of list) {
    first = Math.min(first, fixAt);
    last = Math.max(last, fixAt);
  }
  const [from, to] = [utcShort(first), utcShort(last)];
  return `No live positions. Last received ${from === to ? to : `${from} to ${to}`}`;
}
