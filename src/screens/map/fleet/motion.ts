/** Extrapolates an aircraft between fixes, as far as speed and age justify. The shader uses the same formula. Pure. */
import type { Aircraft } from './aircraft.ts';

/** Maximum extrapolation past the fix: beyond it the aircraft may have turned. */
export const furthestTravelS = 15;
/** A longer guess from a stored position has no meaning: the aircraft has turned or landed. */
export const guessedUpToMs = 30 * 60_000;
/** Faster aircraft are not extrapolated. */
const fastestKt = 1200;
const earthM = 40_075_016.686;
const knotMs = 1852 / 3600;
/** Limit of the Mercator map: aircraft beyond it are drawn at its edge. */
const mapEdgeLat = 85.051129;

/** A position on the map: the whole world is 0..1, x to the east from the date line, y to the south. */
export type World = { readonly x: number; readonly y: number };

export function worldOf(lat: number, lon: number): World {
  const sin = Math.sin((Math.min(mapEdgeLat, Math.max(-mapEdgeLat, lat)) * Math.PI) / 180);
  return { x: (lon + 180) / 360, y: 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI) };
}

export function latLonOf({ x, y }: World): { lat: number; lon: number } {
  return { lat: (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI, lon: x * 360 - 180 };
}

type Moving = Pick<Aircraft, 'lat' | 'angle' | 'groundSpeedKt' | 'isOnGround'> & { readonly isStored?: boolean };

/** World units per second. 0 for unknown speed or track, on the ground, and for stored positions. */
export function driftOf({ lat, angle, groundSpeedKt, isOnGround, isStored = false }: Moving): World {
  if (angle === null || groundSpeedKt === null || isOnGround === true || isStored) return still;
  if (!(groundSpeedKt > 0 && groundSpeedKt <= fastestKt)) return still;
  const edgeLat = Math.min(mapEdgeLat, Math.abs(lat));
  const speed = (groundSpeedKt * knotMs) / (earthM * Math.cos((edgeLat * Math.PI) / 180));
  const track = (angle * Math.PI) / 180;
  return { x: Math.sin(track) * speed, y: -Math.cos(track) * speed };
}
const still: World = { x: 0, y: 0 };

/** Seconds past the fix at which it is drawn. `furthestS` 0 = no extrapolation. */
export function travelS(ageMs: number, minTravelS: number, furthestS: number): number {
  return Math.min(furthestS, Math.max(ageMs / 1000, minTravelS, 0));
}

/** Drawn position at `now`. */
export function placeAt(aircraft: Aircraft, now: number, furthestS: number): World {
  const fix = worldOf(aircraft.lat, aircraft.lon);
  const drift = driftOf(aircraft);
  const seconds = travelS(now - aircraft.fixAt, aircraft.minTravelS, furthestS);
  return { x: fix.x + drift.x * seconds, y: fix.y + drift.y * seconds };
}

/**
 * `minTravelS` of a new fix: seconds past it at which the aircraft was drawn, so that it stays there instead of moving back.
 * 0 if it was behind, or so far off that the old course was wrong.
 */
export function secondsAhead(before: Aircraft, next: Moving & { readonly lon: number }, now: number): number {
  const drift = driftOf(next);
  const speed2 = drift.x * drift.x + drift.y * drift.y;
  if (speed2 === 0) return 0;
  const drawn = placeAt(before, now, furthestTravelS);
  const fix = worldOf(next.lat, next.lon);
  // The short way across the date line.
  const dx = drawn.x - fix.x - Math.round(drawn.x - fix.x);
  const seconds = (dx * drift.x + (drawn.y - fix.y) * drift.y) / speed2;
  return seconds > 0 && seconds <= furthestTravelS ? seconds : 0;
}
