/** Replies to radars and to other aircraft: DF 0, 4, 5, 16, 20, 21. */

import { bits, fieldBits, hexOf } from './bits.ts';
import { type Altitude, altitudeOf13, identificationOf, squawkOf } from './fields.ts';

export type AirToAir = {
  readonly isOnGround: boolean;
  /** Cross-link capability. DF 16 has none. */
  readonly crossLink: number | null;
  readonly sensitivity: number;
  readonly altitude: Altitude;
};
export type Reply = {
  readonly flightStatus: number;
  readonly downlinkRequest: number;
  readonly utilityMessage: number;
  readonly altitude: Altitude | null;
  readonly squawk: string | null;
  readonly commB: CommB | null;
};
/** The register of a Comm-B reply. Only BDS 2,0 starts with its own number and is read here. */
type CommB = { readonly identification: string | null; readonly hex: string | null };

export const airToAirOf = (bytes: Uint8Array, df: number): AirToAir => ({
  isOnGround: bits(bytes, 6, 6) === 1,
  crossLink: df === 0 ? bits(bytes, 7, 7) : null,
  sensitivity: bits(bytes, 9, 11),
  altitude: altitudeOf13(bits(bytes, 20, 32)),
});

export function replyOf(bytes: Uint8Array, df: number): Reply {
  const code = bits(bytes, 20, 32);
  const hasAltitude = df === 4 || df === 20;
  return {
    flightStatus: bits(bytes, 6, 8),
    downlinkRequest: bits(bytes, 9, 13),
    utilityMessage: bits(bytes, 14, 19),
    altitude: hasAltitude ? altitudeOf13(code) : null,
    squawk: hasAltitude ? null : squawkOf(code),
    commB: df >= 20 ? commBOf(bytes) : null,
  };
}

const identificationRegister = 0x20;
const commBOf = (bytes: Uint8Array): CommB =>
  fieldBits(bytes, 1, 8) === identificationRegister
    ? { identification: identificationOf(bytes), hex: null }
    : { identification: null, hex: hexOf(bytes, 4, 11) };

/** Flight status 0 to 3. The others do not state it. */
export const groundByFlightStatus = (status: number): boolean | null => (status <= 3 ? (status & 1) === 1 : null);
/** Capability 4 and 5 of DF 11 and 17. The others do not state it. */
export const groundByCapability = (capability: number): boolean | null =>
  capability === 4 ? true : capability === 5 ? false : null;
