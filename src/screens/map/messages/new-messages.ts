/** Aircraft with a message that was just received. Pure. */
import type { Aircraft } from '../positions/aircraft.ts';
import type { Fleet } from '../positions/fleet.ts';

/** A response reports a message within seconds. An older one is from a view that was not polled before. */
const newestMs = 30_000;
const maxRings = 12;

/** Newest first. None in the first response: nothing is known about what is new. */
export function newMessages(before: Fleet, next: Fleet, now: number): Aircraft[] {
  if (before.receivedAt === null || next.source === 'stored') return [];
  return next.list
    .filter(({ key, messageAt }) => {
      if (messageAt === null || now - messageAt > newestMs) return false;
      const known = before.byKey.get(key);
      return known !== undefined && messageAt > (known.messageAt ?? Number.NEGATIVE_INFINITY);
    })
    .sort((a, b) => (b.messageAt ?? 0) - (a.messageAt ?? 0))
    .slice(0, maxRings);
}
