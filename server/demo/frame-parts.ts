/** Parts of all demo frames: sender, altitude, codes. */
import type { AdsbMessage } from '../../contract/entities/messages.ts';
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
export type Frame = Partial<AdsbMessage> & { readonly msgType: string };
export type FrameKind = (sighting: Sighting) => Frame;

export const isAloft = ({ state }: Sighting): boolean => state.altFt > 0;
/** Barometric altitude has steps of 25 ft. */
export const altitude = ({ state }: Sighting) => ({ altitude: Math.round(state.altFt / 25) * 25, altUnit: 'feet' });
export const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));

/** Sender. The case is the decoder's. */
export const sender = ({ aircraft }: Sighting) => ({
  address: aircraft.icao.toLowerCase(),
  addressType: 'ICAO Address',
  icao: aircraft.icao.toLowerCase(),
});
export const capability = (sighting: Sighting): string =>
  isAloft(sighting) ? '5 (Level 2+, airborne)' : '4 (Level 2+, ground)';

/** The nose points slightly into the wind. */
export const headingDeg = ({ state, atMs }: Sighting): number =>
  (state.courseDeg + Math.round(6 * Math.sin(atMs / 9_000_000)) + 360) % 360;

/** One flight in some hundreds declares an emergency. */
const emergencies = [
  ['7700', 'General emergency (squawk 7700)'],
  ['7600', 'No communications (squawk 7600)'],
  ['7700', 'Lifeguard/Medical'],
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
