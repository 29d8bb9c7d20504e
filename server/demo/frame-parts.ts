/** Parts of all demo frames: sender, ground status, codes. */
import type { DemoAircraft } from './fleet.ts';
import type { FlightState } from './flight.ts';
import type { Random } from './random.ts';

export type Sighting = {
  readonly aircraft: DemoAircraft;
  readonly state: FlightState;
  readonly atMs: number;
  readonly random: Random;
  readonly levelDb: number;
};
/** The last one is received at the moment of the sighting. It needs the earlier ones: a position has two halves, a reply has no address. */
export type Sent = { readonly bytes: Uint8Array; readonly agoMs: number };
export type FrameKind = (sighting: Sighting) => readonly Sent[];

export const now = (bytes: Uint8Array): Sent => ({ bytes, agoMs: 0 });

export const isAloft = ({ state }: Sighting): boolean => state.altFt > 0;
export const addressOf = ({ aircraft }: Sighting): number => Number.parseInt(aircraft.icao, 16);
/** 5 = airborne, 4 = on the ground. */
export const capability = (sighting: Sighting): number => (isAloft(sighting) ? 5 : 4);

/** The nose points slightly into the wind. */
export const headingDeg = ({ state, atMs }: Sighting): number =>
  (state.courseDeg + Math.round(6 * Math.sin(atMs / 9_000_000)) + 360) % 360;

/** One flight in some hundreds declares an emergency: squawk and state of DF 17, type 28. */
const emergencies = [
  ['7700', 1],
  ['7600', 4],
  ['7700', 2],
] as const;
export function emergencyOf({ aircraft, state }: Sighting): (typeof emergencies)[number] | undefined {
  const chance = (aircraft.firstFlight * 31 + Math.floor(state.times.out / 60_000) * 7) % 900;
  return chance < 3 ? emergencies[chance] : undefined;
}
/** Four octal digits per flight, none with a special meaning. */
export function squawkOf(sighting: Sighting): string {
  const { aircraft, state } = sighting;
  const emergency = emergencyOf(sighting);
  if (emergency) return emergency[0];
  const number = (aircraft.firstFlight * 197 + Math.floor(state.times.out / 60_000) * 61) % 3584;
  return number.toString(8).padStart(4, '0');
}
