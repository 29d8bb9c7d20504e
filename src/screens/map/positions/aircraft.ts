/**
 * An aircraft as the map knows it, and what its age means: until when it counts as live, how far its colour is drained, in words.
 * Must not: draw, ask, or read the clock (callers pass the instant, of the server's clock).
 */
import { formatCount } from '../../../lib/format.ts';
import { ageText, utcShort } from '../../../lib/time.ts';

/** What its outline tells. 'unknown' = of these nothing is known: it is drawn as any aircraft. */
export type AircraftKind = 'airliner' | 'light' | 'helicopter' | 'unknown';

/** A position as a source told it, already read: what could not be read is null, what had no place is not here. */
export type Fix = {
  /** As it was told. */
  readonly icao: string;
  /** Degrees, within -90..90 and -180..180. */
  readonly lat: number;
  readonly lon: number;
  /** Track in degrees, 0 to below 360, clockwise from north; null = not known. */
  readonly angle: number | null;
  /** Epoch ms of the server's clock; null when the server does not tell. */
  readonly seenAt: number | null;
  readonly callsign: string | null;
  readonly altitudeFt: number | null;
  readonly groundSpeedKt: number | null;
  readonly verticalRateFtMin: number | null;
  readonly isOnGround: boolean | null;
  readonly kind: AircraftKind;
};

export type Aircraft = Omit<Fix, 'seenAt'> & {
  /** By this it is found again: letter case does not matter. */
  readonly key: string;
  /** Epoch ms of its position; where the server tells none, since when the position has not changed. */
  readonly fixAt: number;
  /** Epoch ms of the answer that named it last. */
  readonly toldAt: number;
  /** It is drawn at least so many seconds of flight past its fix: a new fix moves nothing backwards. */
  readonly heldS: number;
};

export const aircraftKey = (icao: string): string => icao.trim().toUpperCase();

/** From this age on a position is no longer live: hollow, and it fades. */
export const agedAfterMs = 60_000;
/** One that is missing in answers which would have named it goes after so long. */
export const keptUntoldMs = 180_000;

/** How much of its colour is left, by age: never below 0.68, so that the outline keeps its contrast. */
export const fadeSteps: readonly { readonly fromMs: number; readonly opacity: number }[] = [
  { fromMs: 0, opacity: 1 },
  { fromMs: agedAfterMs, opacity: 0.92 },
  { fromMs: 2 * 60_000, opacity: 0.84 },
  { fromMs: 5 * 60_000, opacity: 0.76 },
  { fromMs: 15 * 60_000, opacity: 0.68 },
];

export function opacityAt(ageMs: number): number {
  return fadeSteps.findLast(({ fromMs }) => ageMs >= fromMs)?.opacity ?? 1;
}

export const ageOf = (aircraft: Pick<Aircraft, 'fixAt'>, now: number): number => Math.max(0, now - aircraft.fixAt);
export const isAged = (aircraft: Pick<Aircraft, 'fixAt'>, now: number): boolean => ageOf(aircraft, now) >= agedAfterMs;

/** `2 s ago`; from an hour on with the time of day, since `3 h ago` alone says too little. */
export function seenText(aircraft: Pick<Aircraft, 'fixAt'>, now: number): string {
  const ageMs = ageOf(aircraft, now);
  const ago = `${ageText(ageMs)} ago`;
  return ageMs < 3600_000 ? ago : `${utcShort(aircraft.fixAt)}, ${ago}`;
}

/** From here up altitudes are told as flight levels. */
const transitionFt = 18_000;

/** `on ground`, `3,450 ft` or `FL380`; null when it is not known. */
export function altitudeText(aircraft: Pick<Aircraft, 'altitudeFt' | 'isOnGround'>): string | null {
  const { altitudeFt, isOnGround } = aircraft;
  if (isOnGround === true) return 'on ground';
  if (altitudeFt === null) return null;
  if (altitudeFt < transitionFt) return `${formatFeet(altitudeFt)} ft`;
  return `FL${String(Math.round(altitudeFt / 100)).padStart(3, '0')}`;
}
const formatFeet = (feet: number): string => formatCount(Math.round(feet)).replace('-', '−');

/** What stands beside it: what it calls itself, else its address. */
export const nameOf = (aircraft: Pick<Aircraft, 'callsign' | 'icao'>): string => aircraft.callsign ?? aircraft.icao;
