/**
 * All aircraft that the map holds, from answer to answer: which go on, which are new, which have gone.
 * Pure. Must not: read the clock or draw.
 */
import { type Aircraft, aircraftKey, type Fix, keptUntoldMs } from './aircraft.ts';
import { secondsAhead } from './motion.ts';
import { mostAircraft } from './read-positions.ts';

export type Fleet = {
  readonly byKey: ReadonlyMap<string, Aircraft>;
  readonly list: readonly Aircraft[];
  /** Epoch ms of the answer that it stands by; null = none came yet. */
  readonly answeredAt: number | null;
  /** 'stored' = told by this device, the server was not reached. */
  readonly source: 'live' | 'stored';
};
export const noFleet: Fleet = { byKey: new Map(), list: [], answeredAt: null, source: 'live' };

/** `at` = epoch ms of the server's clock at which it was said. */
export type Told = { readonly at: number; readonly source?: 'live' | 'stored' };

/** Since when it is where it is: as told, never ahead of the answer; untold, since the answer that first had it there. */
function fixedAt(fix: Fix, before: Aircraft | undefined, at: number): number {
  if (fix.seenAt !== null) return Math.min(fix.seenAt, at);
  return before && before.lat === fix.lat && before.lon === fix.lon ? before.fixAt : at;
}

function aircraftOf(fix: Fix, before: Aircraft | undefined, at: number): Aircraft {
  const { seenAt: _, ...known } = fix;
  const fixAt = fixedAt(fix, before, at);
  // An answer that was overtaken by a newer one: what is held stays.
  if (before && fixAt < before.fixAt) return { ...before, toldAt: at };
  const isSamePlace = before !== undefined && fixAt === before.fixAt;
  const heldS = before === undefined ? 0 : isSamePlace ? before.heldS : secondsAhead(before, fix, at);
  return { ...known, key: aircraftKey(fix.icao), fixAt, toldAt: at, heldS };
}

/**
 * What the map holds after an answer. Whom it does not name ages on for a while: a receiver misses a frame now and then, and what lies
 * outside of what was asked may come into view again. While no answer comes, nobody goes.
 */
export function mergeFleet(before: Fleet, fixes: readonly Fix[], told: Told): Fleet {
  const byKey = new Map<string, Aircraft>();
  for (const fix of fixes) {
    const key = aircraftKey(fix.icao);
    byKey.set(key, aircraftOf(fix, before.byKey.get(key), told.at));
  }
  for (const [key, held] of before.byKey) {
    if (byKey.size >= mostAircraft) break;
    if (!byKey.has(key) && told.at - held.toldAt < keptUntoldMs) byKey.set(key, held);
  }
  return { byKey, list: [...byKey.values()], answeredAt: told.at, source: told.source ?? 'live' };
}
