/** Extended squitters: the 56 bits of DF 17 and DF 18, by type code. */

import { fieldBits } from './bits.ts';
import type { Half } from './cpr.ts';
import {
  type Accuracy,
  type Altitude,
  altitudeOf12,
  categoryOf,
  type Emergency,
  emergencyOf,
  identificationOf,
  movementKt,
  operationalStatusOf,
  type TestSquawk,
  targetStateOf,
  testSquawkOf,
  type Velocity,
  velocityOf,
} from './fields.ts';
import { isTisB, rebroadcast } from './frame.ts';

export type Identification = {
  readonly kind: 'identification';
  readonly text: string | null;
  readonly category: string;
};
/** A position that still needs its other half. `isSynchronised` = with UTC, null if the format has no such bit. */
export type PositionReport = {
  readonly kind: 'position';
  readonly isOdd: boolean;
  readonly isSynchronised: boolean | null;
  readonly half: Half;
  /** Navigation uncertainty category. 0 = unknown, 9 = best. */
  readonly nucp: number;
  readonly isSurface: boolean;
  readonly isTisB: boolean;
  /** Null on the surface. */
  readonly altitude: Altitude | null;
  /** Height above the ellipsoid instead of barometric altitude. */
  readonly isHae: boolean;
  /** On the surface only. */
  readonly speedKt: number | null;
  /** Over ground, on the surface only. */
  readonly trackDeg: number | null;
  /** A known fault of transponders sends zeros as a position. */
  readonly isFaulty: boolean;
};
/** Type code 0: the aircraft knows its altitude, but not its position. */
type AltitudeReport = { readonly kind: 'altitude'; readonly altitude: Altitude };
export type Content = Identification | PositionReport | AltitudeReport | Velocity | TestSquawk | Emergency | Accuracy;
export type Squitter = { readonly type: number; readonly sub: number; readonly content: Content | null };

/** Null if it is not stated. */
export function emergencyStateOf(content: Content | null | undefined): number | null {
  if (content?.kind === 'emergency') return content.state;
  return content?.kind === 'accuracy' ? content.emergency : null;
}

/** `control` = control field of DF 18, null for DF 17. What ground stations send differs in places. */
export function squitterOf(bytes: Uint8Array, control: number | null): Squitter {
  const type = fieldBits(bytes, 1, 5);
  // In target states, the third bit belongs to the next field.
  const sub = type === 29 ? fieldBits(bytes, 6, 7) : fieldBits(bytes, 6, 8);
  return { type, sub, content: contentOf(bytes, type, sub, control) };
}

function contentOf(bytes: Uint8Array, type: number, sub: number, control: number | null): Content | null {
  if (type === 0) return { kind: 'altitude', altitude: altitudeOf12(fieldBits(bytes, 9, 20)) };
  if (type >= 1 && type <= 4)
    return { kind: 'identification', text: identificationOf(bytes), category: categoryOf(type, sub) };
  if (type >= 5 && type <= 8) return surfaceOf(bytes, type, control);
  if (isAirbornePosition(type)) return airborneOf(bytes, type, control);
  if (type === 19) return velocityOf(bytes, isFromTisB(control));
  if (type === 23 && sub === 7) return testSquawkOf(bytes);
  if (type === 28 && sub === 1) return emergencyOf(bytes);
  if (type === 29) return targetStateOf(bytes, sub);
  return type === 31 ? operationalStatusOf(bytes, sub) : null;
}

const isFromTisB = (control: number | null): boolean => control !== null && isTisB(control);
const isAirbornePosition = (type: number): boolean => (type >= 9 && type <= 18) || (type >= 20 && type <= 22);
const isHaePosition = (type: number): boolean => type >= 20 && type <= 22;

const halfOf = (bytes: Uint8Array): Half => ({ lat: fieldBits(bytes, 23, 39), lon: fieldBits(bytes, 40, 56) });

/** Bit 21 is T, but IMF in surface positions of ground stations, and reserved in airborne ones of TIS-B (ICAO Doc 9871, appendix B). */
function isSynchronised(bytes: Uint8Array, isSurface: boolean, control: number | null): boolean | null {
  const isT = !isFromTisB(control) && !(isSurface && control === rebroadcast);
  return isT ? fieldBits(bytes, 21, 21) === 1 : null;
}

const surfaceOf = (bytes: Uint8Array, type: number, control: number | null): PositionReport => ({
  kind: 'position',
  isOdd: fieldBits(bytes, 22, 22) === 1,
  isSynchronised: isSynchronised(bytes, true, control),
  half: halfOf(bytes),
  nucp: 14 - type,
  isSurface: true,
  isTisB: isFromTisB(control),
  altitude: null,
  isHae: false,
  speedKt: movementKt(fieldBits(bytes, 6, 12)),
  trackDeg: fieldBits(bytes, 13, 13) ? (fieldBits(bytes, 14, 20) * 360) / 128 : null,
  isFaulty: false,
});

function airborneOf(bytes: Uint8Array, type: number, control: number | null): PositionReport {
  const half = halfOf(bytes);
  const code = fieldBits(bytes, 9, 20);
  return {
    kind: 'position',
    isOdd: fieldBits(bytes, 22, 22) === 1,
    isSynchronised: isSynchronised(bytes, false, control),
    half,
    nucp: nucpOf(type),
    isSurface: false,
    isTisB: isFromTisB(control),
    altitude: altitudeOf12(code),
    isHae: isHaePosition(type),
    speedKt: null,
    trackDeg: null,
    isFaulty: type === 15 && code === 0 && half.lon === 0 && (half.lat & 0xfff) === 0,
  };
}

function nucpOf(type: number): number {
  if (type === 18 || type === 22) return 0;
  return type >= 20 ? 29 - type : 18 - type;
}
