/** Colour of an aircraft by its altitude. Pure. */

import type { MapColours } from '../ui/map-colours.ts';
import { altitudeBands, bandAt } from './altitude-bands.ts';

export const unknownBand = altitudeBands.length;
/** Stored positions show no state: their altitude is not current. */
const storedBand = unknownBand + 1;
export const bandCount = storedBand + 1;

export type InBand = {
  readonly altitudeFt: number | null;
  readonly isOnGround: boolean | null;
  readonly isStored?: boolean;
};

/** Index of its colour in `bandColours`. */
export function bandOf({ altitudeFt, isOnGround, isStored }: InBand): number {
  if (isStored) return storedBand;
  if (isOnGround === true) return 0;
  return altitudeFt === null ? unknownBand : bandAt(altitudeFt);
}

/** Altitude bands, then unknown and stored. */
export const bandColours = (colours: MapColours): readonly string[] => [
  ...altitudeBands.map(({ token }) => colours[token]),
  colours.text,
  colours['stale-mark'],
];
