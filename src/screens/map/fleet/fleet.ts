/** Merges responses into the fleet: continued, new and gone aircraft. Texts where none is live. Pure. */

import { ageText, utcMoment, utcShort } from '../../../lib/time.ts';
import { type Aircraft, aircraftKey, dropUnseenAfterMs, type Fix, isAged } from './aircraft.ts';
import { guessedUpToMs, secondsAhead } from './motion.ts';
import { maxAircraft } from './read-positions.ts';

export type Fleet = {
  readonly byKey: ReadonlyMap<string, Aircraft>;
  readonly list: readonly Aircraft[];
  /** Epoch ms of the last response. null = none yet. */
  readonly receivedAt: number | null;
  /** 'stored' = from this device, the server is unreachable. */
  readonly source: 'live' | 'stored';
};
export const noFleet: Fleet = { byKey: new Map(), list: [], receivedAt: null, source: 'live' };

/** `at` = epoch ms, server time of the response. */
export type ResponseInfo = { readonly at: number; readonly source?: 'live' | 'stored' };

/** Time of its position: as received, never later than the response. Without one, the first response with this position. */
function fixedAt(fix: Fix, before: Aircraft | undefined, at: number): number {
  if (fix.seenAt !== null) return Math.min(fix.seenAt, at);
  return before && before.lat === fix.lat && before.lon === fix.lon ? before.fixAt : at;
}

function aircraftOf(fix: Fix, before: Aircraft | undefined, { at, source }: ResponseInfo): Aircraft {
  const { seenAt: _, ...known } = fix;
  const fixAt = fixedAt(fix, before, at);
  // Overtaken by a newer response: the fleet stays.
  if (before && fixAt < before.fixAt) return { ...before, reportTime: at };
  const isSamePlace = before !== undefined && fixAt === before.fixAt;
  const minTravelS = before === undefined ? 0 : isSamePlace ? before.minTravelS : secondsAhead(before, fix, at);
  return { ...known, key: aircraftKey(fix.icao), fixAt, reportTime: at, minTravelS, isStored: source === 'stored' };
}

/**
 * The fleet after a response. Missing aircraft age for a while: receivers miss frames, and aircraft outside the requested area may return.
 * Without responses none disappears.
 */
export function mergeFleet(before: Fleet, fixes: readonly Fix[], response: ResponseInfo): Fleet {
  const byKey = new Map<string, Aircraft>();
  for (const fix of fixes) {
    const key = aircraftKey(fix.icao);
    byKey.set(key, aircraftOf(fix, before.byKey.get(key), response));
  }
  for (const [key, previous] of before.byKey) {
    if (byKey.size >= maxAircraft) break;
    if (!byKey.has(key) && response.at - previous.reportTime < dropUnseenAfterMs) byKey.set(key, previous);
  }
  return { byKey, list: [...byKey.values()], receivedAt: response.at, source: response.source ?? 'live' };
}

// ---- texts where no position is live

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
