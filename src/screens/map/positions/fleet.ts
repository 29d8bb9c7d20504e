/** Merges responses into the fleet: continued, new and gone aircraft. Pure. */
import { type Aircraft, aircraftKey, dropUnseenAfterMs, type Fix } from './aircraft.ts';
import { secondsAhead } from './motion.ts';
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
