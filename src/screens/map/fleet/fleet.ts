/** Merges responses into the fleet: continued, new and gone aircraft. Texts where none is live. Pure. */

import type { Fix } from '../../../charts/positions/fix.ts';
import { maxAircraft } from '../../../charts/positions/read-positions.ts';
import { ageText, utcMoment, utcShort } from '../../../lib/time.ts';
import { type Aircraft, dropUnseenAfterMs, isAged } from './aircraft.ts';
import { guessedUpToMs, secondsAhead } from './motion.ts';

export type Fleet = {
  readonly byKey: ReadonlyMap<string, Aircraft>;
  readonly list: readonly Aircraft[];
  /** Another object when an aircraft came or left, or the name or emergency of one changed: the order of a list by name. */
  readonly names: object;
  /** Epoch ms of the last response. null = none yet. */
  readonly receivedAt: number | null;
  /** 'stored' = from this device, the server is unreachable. */
  readonly source: 'live' | 'stored';
};
export const noFleet: Fleet = { byKey: new Map(), list: [], names: {}, receivedAt: null, source: 'live' };

/** `at` = epoch ms, server time of the response. */
export type ResponseInfo = { readonly at: number; readonly source?: 'live' | 'stored' };

type Changing = { -readonly [Part in keyof Aircraft]: Aircraft[Part] };

/** Time of its position: as received, never later than the response. Without one, the first response with this position. */
function fixedAt(fix: Fix, before: Aircraft | undefined, at: number): number {
  if (fix.seenAt !== null) return Math.min(fix.seenAt, at);
  return before && before.lat === fix.lat && before.lon === fix.lon ? before.fixAt : at;
}

/** Part by part, so that all have one shape. */
const newAircraft = (fix: Fix, { at, source }: ResponseInfo): Changing => ({
  icao: fix.icao,
  key: fix.key,
  lat: fix.lat,
  lon: fix.lon,
  angle: fix.angle,
  callsign: fix.callsign,
  altitudeFt: fix.altitudeFt,
  groundSpeedKt: fix.groundSpeedKt,
  verticalRateFtMin: fix.verticalRateFtMin,
  isOnGround: fix.isOnGround,
  squawk: fix.squawk,
  messageAt: fix.messageAt,
  faultAt: fix.faultAt,
  typeCode: fix.typeCode,
  positionKind: fix.positionKind,
  isAltitudeGeometric: fix.isAltitudeGeometric,
  emergency: fix.emergency,
  registration: fix.registration,
  airline: fix.airline,
  category: fix.category,
  messages: fix.messages,
  isDoubtful: fix.isDoubtful,
  kind: fix.kind,
  fixAt: fixedAt(fix, undefined, at),
  reportTime: at,
  heardAt: 0,
  minTravelS: 0,
  isStored: source === 'stored',
});

/** Whether the order by name may be another one. */
function changeAircraft(one: Changing, fix: Fix, { at, source }: ResponseInfo): boolean {
  const fixAt = fixedAt(fix, one, at);
  one.reportTime = at;
  // Overtaken by a newer response: the rest stays.
  if (fixAt < one.fixAt) return false;
  const isRenamed = one.callsign !== fix.callsign || one.squawk !== fix.squawk || one.emergency !== fix.emergency;
  if (fixAt !== one.fixAt) one.minTravelS = secondsAhead(one, fix, at);
  if (fix.messageAt !== null && fix.messageAt > (one.messageAt ?? Number.NEGATIVE_INFINITY)) one.heardAt = at;
  one.icao = fix.icao;
  one.lat = fix.lat;
  one.lon = fix.lon;
  one.angle = fix.angle;
  one.callsign = fix.callsign;
  one.altitudeFt = fix.altitudeFt;
  one.groundSpeedKt = fix.groundSpeedKt;
  one.verticalRateFtMin = fix.verticalRateFtMin;
  one.isOnGround = fix.isOnGround;
  one.squawk = fix.squawk;
  one.messageAt = fix.messageAt;
  one.faultAt = fix.faultAt;
  one.typeCode = fix.typeCode;
  one.positionKind = fix.positionKind;
  one.isAltitudeGeometric = fix.isAltitudeGeometric;
  one.emergency = fix.emergency;
  one.registration = fix.registration;
  one.airline = fix.airline;
  one.category = fix.category;
  one.messages = fix.messages;
  one.isDoubtful = fix.isDoubtful;
  one.kind = fix.kind;
  one.fixAt = fixAt;
  one.isStored = source === 'stored';
  return isRenamed;
}

/**
 * The fleet after a response. Missing aircraft age for a while: receivers miss frames, and aircraft outside the requested area may return.
 * Without responses none disappears. Map and aircraft of `before` are changed in place: thousands of new objects per response cost more in
 * garbage collection than everything else that a response does.
 */
export function mergeFleet(before: Fleet, fixes: readonly Fix[], response: ResponseInfo): Fleet {
  const byKey = before.receivedAt === null ? new Map<string, Changing>() : (before.byKey as Map<string, Changing>);
  const { at } = response;
  let [isOther, isRenamed] = [false, false];
  for (const fix of fixes) {
    const known = byKey.get(fix.key);
    if (known) isRenamed = changeAircraft(known, fix, response) || isRenamed;
    else {
      byKey.set(fix.key, newAircraft(fix, response));
      isOther = true;
    }
  }
  for (const [key, { reportTime }] of byKey) {
    if (reportTime === at || (at - reportTime < dropUnseenAfterMs && byKey.size <= maxAircraft)) continue;
    byKey.delete(key);
    isOther = true;
  }
  return {
    byKey,
    // Another list each time: what is made of it is made again.
    list: isOther ? [...byKey.values()] : before.list.slice(),
    names: isOther || isRenamed ? {} : before.names,
    receivedAt: at,
    source: response.source ?? 'live',
  };
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
