/** An aircraft on the map and the meaning of its age: live limit, fading, texts. Instants are server time. */
import { type EmergencyState, emergencyOf, emergencyStateText } from '../../../../contract/squawk.ts';
import type { Fix } from '../../../charts/positions/fix.ts';
import { ageText, utcShort } from '../../../lib/time.ts';

/** One object while the fleet contains it: each response changes it in place (decision 52). A comparison with before keeps values. */
export type Aircraft = Omit<Fix, 'seenAt'> & {
  /** Epoch ms of its position. Without one, the time since the position has not changed. */
  readonly fixAt: number;
  /** Epoch ms of the last response that contained it. */
  readonly reportTime: number;
  /** Epoch ms of the response that brought a newer message. 0 = none since it is known. */
  readonly heardAt: number;
  /** Minimum extrapolation past its fix, seconds: a new fix moves nothing backwards. */
  readonly minTravelS: number;
  /** Stored on this device: grey from the start and stationary. */
  readonly isStored: boolean;
};

/** Above this age a position is not live: hollow and fading. */
export const agedAfterMs = 60_000;
/** An aircraft missing from responses that would contain it disappears after this time. */
export const dropUnseenAfterMs = 180_000;

/** Remaining colour by age, at least 0.68, so that the outline keeps its contrast. */
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
type Ageing = Pick<Aircraft, 'fixAt'> & { readonly isStored?: boolean };
export const isAged = (aircraft: Ageing, now: number): boolean =>
  aircraft.isStored === true || ageOf(aircraft, now) >= agedAfterMs;

/** `2 s ago`. From an hour on with the time: `3 h ago` alone is too vague. */
export function seenText(aircraft: Pick<Aircraft, 'fixAt'>, now: number): string {
  const ageMs = ageOf(aircraft, now);
  const ago = `${ageText(ageMs)} ago`;
  return ageMs < 3600_000 ? ago : `${utcShort(aircraft.fixAt)}, ${ago}`;
}

/** Above this rate an aircraft climbs or descends, ft/min. */
const levelRateFtMin = 200;

/** null = level or unknown. */
export function climbOf({ verticalRateFtMin, isOnGround }: Pick<Aircraft, 'verticalRateFtMin' | 'isOnGround'>) {
  if (isOnGround === true || verticalRateFtMin === null || Math.abs(verticalRateFtMin) <= levelRateFtMin) return null;
  return verticalRateFtMin > 0 ? 'climbing' : 'descending';
}

type InEmergency = Pick<Aircraft, 'squawk' | 'emergency'>;
/** Without the text, which thousands of aircraft do not need. */
export const isEmergency = ({ squawk, emergency }: InEmergency): boolean =>
  emergencyOf(squawk) !== null || emergencyStateText(emergency) !== null;
/** `7700 emergency`, `minimum fuel`, or both if they differ. null = none. */
export function emergencyText({ squawk, emergency }: InEmergency): string | null {
  const ofSquawk = emergencyOf(squawk);
  const ofState = squawk !== null && emergency === stateOfSquawk[squawk] ? null : emergencyStateText(emergency);
  const texts = [ofSquawk === null ? null : `${squawk} ${ofSquawk}`, ofState].filter((text) => text !== null);
  return texts.length === 0 ? null : texts.join(', ');
}
/** They say the same. */
const stateOfSquawk: Readonly<Record<string, EmergencyState>> = { 7500: 'unlawful', 7600: 'nordo', 7700: 'general' };

/** Label: callsign, else registration, else address. */
export const nameOf = ({
  callsign,
  registration,
  icao,
}: Pick<Aircraft, 'callsign' | 'registration' | 'icao'>): string => callsign ?? registration ?? icao;
/** Source of a position that is not plain ADS-B. null = ADS-B, or not stated. */
export function kindMark({ positionKind }: Pick<Aircraft, 'positionKind'>): string | null {
  if (positionKind === null || positionKind === 'ADS-B') return null;
  return positionKind === 'other' ? 'other source' : positionKind;
}
/** An address that is not of ICAO belongs to no aircraft on record. */
export const hasRecord = (icao: string): boolean => !icao.startsWith('~');
