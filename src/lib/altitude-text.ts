import { measureText, type Units } from './units.ts';

/** Altitude from which flight levels are shown. */
const transitionFt = 18_000;

type Altitude = {
  readonly altitudeFt: number | null;
  readonly isOnGround?: boolean | null;
  readonly isAltitudeGeometric?: boolean;
};

/** `on ground`, `3,450 ft` or `FL380`, in metres without flight levels. A geometric altitude is no flight level. null = unknown. */
export function altitudeText(
  { altitudeFt, isOnGround = null, isAltitudeGeometric }: Altitude,
  units: Units,
): string | null {
  if (isOnGround === true) return 'on ground';
  if (altitudeFt === null) return null;
  if (isAltitudeGeometric) return `${measureText(units.altitude, altitudeFt)} geometric`;
  if (altitudeFt < transitionFt || units.system === 'metric') return measureText(units.altitude, altitudeFt);
  return `FL${String(Math.round(altitudeFt / 100)).padStart(3, '0')}`;
}
