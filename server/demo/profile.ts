/** Altitude, speed and distance of a flight over time, consistent with each other. */
import type { AircraftType } from './aircraft-types.ts';

export type Profile = {
  readonly climbMs: number;
  readonly cruiseMs: number;
  readonly descentMs: number;
  readonly airMs: number;
  readonly topFt: number;
  readonly cruiseKt: number;
};
type ProfilePoint = {
  readonly phase: 'climb' | 'cruise' | 'descent';
  readonly altFt: number;
  readonly speedKt: number;
  readonly verticalFtMin: number;
  readonly flownNmi: number;
};

const hourMs = 3_600_000;
const minuteMs = 60_000;
/** Speed at take-off and landing. */
const slowKt = 145;
const meanClimbFtMin = 1700;
const meanDescentFtMin = 1500;
/** Fraction of the height climbed = 1 - (1 - x) ^ bend, x from 0 to 1 of the time. */
const bend = 1.6;
/** Climb and descent take at most this share of a route: a short flight stays lower. */
const mostOfWay = 0.9;

const climbed = (x: number): number => 1 - (1 - x) ** bend;
/** The integral of `climbed` from 0 to x. */
const climbedSum = (x: number): number => x - (1 - (1 - x) ** (bend + 1)) / (bend + 1);

/** `isEven`: cruises at even thousands of feet. */
export function profileOf(type: AircraftType, distanceNmi: number, isEven: boolean): Profile {
  const fullPart = verticalPart(type, type.topFt);
  const share = Math.min(1, (mostOfWay * distanceNmi) / fullPart.nmi);
  const thousands = Math.floor((type.topFt * share) / 1000);
  const level = thousands % 2 === (isEven ? 0 : 1) ? thousands : thousands - 1;
  const { climbMs, descentMs, nmi } = verticalPart(type, level * 1000);
  const cruiseMs = ((distanceNmi - nmi) / type.cruiseKt) * hourMs;
  const { cruiseKt } = type;
  return { climbMs, cruiseMs, descentMs, airMs: climbMs + cruiseMs + descentMs, topFt: level * 1000, cruiseKt };
}

function verticalPart({ cruiseKt }: AircraftType, topFt: number): { climbMs: number; descentMs: number; nmi: number } {
  const climbMs = (topFt / meanClimbFtMin) * minuteMs;
  const descentMs = (topFt / meanDescentFtMin) * minuteMs;
  const gainKt = cruiseKt - slowKt;
  const nmi = (climbMs * (slowKt + gainKt * climbedSum(1)) + descentMs * (slowKt + gainKt / 2)) / hourMs;
  return { climbMs, descentMs, nmi };
}

/** `inAirMs` = time since take-off, 0 to `airMs`. */
export function pointOf(profile: Profile, inAirMs: number): ProfilePoint {
  const { climbMs, cruiseMs, descentMs, topFt, cruiseKt } = profile;
  const gainKt = cruiseKt - slowKt;
  const climbNmi = (part: number) => (climbMs * (slowKt * part + gainKt * climbedSum(part))) / hourMs;
  if (inAirMs < climbMs) {
    const part = inAirMs / climbMs;
    return {
      phase: 'climb',
      altFt: topFt * climbed(part),
      speedKt: slowKt + gainKt * climbed(part),
      verticalFtMin: (topFt / (climbMs / minuteMs)) * bend * (1 - part) ** (bend - 1),
      flownNmi: climbNmi(part),
    };
  }
  const level = Math.min(inAirMs - climbMs, cruiseMs);
  const cruised = climbNmi(1) + (level * cruiseKt) / hourMs;
  if (inAirMs < climbMs + cruiseMs)
    return { phase: 'cruise', altFt: topFt, speedKt: cruiseKt, verticalFtMin: 0, flownNmi: cruised };
  const part = Math.min(1, (inAirMs - climbMs - cruiseMs) / descentMs);
  return {
    phase: 'descent',
    altFt: topFt * (1 - part),
    speedKt: slowKt + gainKt * (1 - part),
    verticalFtMin: -topFt / (descentMs / minuteMs),
    flownNmi: cruised + (descentMs * (slowKt * part + gainKt * (part - part ** 2 / 2))) / hourMs,
  };
}
