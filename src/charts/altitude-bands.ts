/** Altitude bands: the colour of an altitude on maps and in profiles. Pure. */
import { amountText, type Units } from '../lib/units.ts';
import type { MapColours } from '../ui/map-colours.ts';

type Band = {
  /** Colour token. */
  readonly token: keyof MapColours & `alt-${string}`;
  /** Lower limit. null = on the ground. */
  readonly fromFt: number | null;
};
export const altitudeBands: readonly Band[] = [
  { token: 'alt-ground', fromFt: null },
  { token: 'alt-0', fromFt: Number.NEGATIVE_INFINITY },
  { token: 'alt-5', fromFt: 5000 },
  { token: 'alt-10', fromFt: 10_000 },
  { token: 'alt-20', fromFt: 20_000 },
  { token: 'alt-30', fromFt: 30_000 },
  { token: 'alt-37', fromFt: 37_000 },
];
/** Index of the band in `altitudeBands`, for an aircraft in the air. */
export const bandAt = (altitudeFt: number): number =>
  altitudeBands.findLastIndex(({ fromFt }) => fromFt !== null && altitudeFt >= fromFt);

/** Colours with less than 4.5:1 on land are drawn, but not used for text. */
export const isTextBand = (band: number): boolean => band !== 1 && band !== 2;

const lowest = 1;
/** Per band, in 1,000 of the unit: `ground`, `< 5`, `5` ... `37+`. */
export function bandLabels({ altitude }: Units): readonly string[] {
  const inThousands = { ...altitude, from: (ft: number) => altitude.from(ft) / 1000, decimals: 1 };
  const text = (band: number): string => amountText(inThousands, altitudeBands[band]?.fromFt ?? 0);
  return altitudeBands.map((_, band) => {
    if (band < lowest) return 'ground';
    if (band === lowest) return `< ${text(band + 1)}`;
    return band === altitudeBands.length - 1 ? `${text(band)}+` : text(band);
  });
}

// ---- of an aircraft

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
