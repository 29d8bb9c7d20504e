/** Positions as frames: pairs of an even and an odd one, and what a receiver makes of them. */
import type { Place } from '../mode-s/geometry.ts';
import { compactPosition, type Fields } from './frame-bits.ts';
import type { Sent, Sighting } from './frame-parts.ts';

/** A frame with this half of the position. */
type Encode = (half: Fields) => Uint8Array;
type Position = {
  readonly place: Place;
  readonly isSurface: boolean;
  readonly isSynchronised: boolean;
  readonly isOddLast: boolean;
  /** `global` = from a pair, `local` = a single half near the last position, `bad` = out of range of the station. */
  readonly readAs: 'global' | 'local' | 'bad';
};

const halfMs = 500;
/** Longer ago than a pair may last, not longer than a position is a reference (decision 134). */
const earlierPairMs = { airborne: 20_000, surface: 56_000 };
/** Farther than any station receives. */
const awayDeg = 12;

export function positionFrames(
  { place, isSurface, isSynchronised, isOddLast, readAs }: Position,
  encode: Encode,
): Sent[] {
  const sent = readAs === 'bad' ? { ...place, lat: place.lat + awayDeg } : place;
  const frame = (isOdd: boolean, agoMs: number): Sent => {
    const { lat, lon } = compactPosition(sent, isOdd, isSurface);
    return {
      agoMs,
      bytes: encode([
        [isSynchronised ? 1 : 0, 1],
        [isOdd ? 1 : 0, 1],
        [lat, 17],
        [lon, 17],
      ]),
    };
  };
  const last = frame(isOddLast, 0);
  if (readAs !== 'local') return [frame(!isOddLast, halfMs), last];
  const pairMs = earlierPairMs[isSurface ? 'surface' : 'airborne'];
  return [frame(!isOddLast, pairMs), frame(isOddLast, pairMs - halfMs), last];
}

/** A clock synchronised to UTC is rare. Weak frames are sometimes read wrongly. */
export const positionOf = ({ aircraft, state, atMs, random, levelDb }: Sighting): Omit<Position, 'isSurface'> => ({
  place: { lat: state.lat, lon: state.lon },
  isSynchronised: aircraft.firstFlight % 20 === 0,
  isOddLast: Math.floor(atMs / halfMs) % 2 === 1,
  readAs: levelDb < -29 && random.chance(0.1) ? 'bad' : random.chance(0.7) ? 'global' : 'local',
});
