/**
 * Mode S frames as a decoder prints them: which fields a frame of each kind has, and how their values are spelt. One function a kind.
 * Must not: choose what is sent (adsb-traffic.ts does), know stations.
 */
import type { AdsbMessage } from '../../contract/entities.ts';
import { aircraftTypes } from './aircraft-types.ts';
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

const isAloft = ({ state }: Sighting): boolean => state.altFt > 0;
/** Barometric altitude goes in steps of 25 ft. */
const altitude = ({ state }: Sighting) => ({ altitude: Math.round(state.altFt / 25) * 25, altUnit: 'feet' });
const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));

/** Who sends. The letter case is the decoder's. */
const sender = ({ aircraft }: Sighting) => ({
  address: aircraft.icao.toLowerCase(),
  addressType: 'ICAO Address',
  icao: aircraft.icao.toLowerCase(),
});
const capability = (sighting: Sighting): string =>
  isAloft(sighting) ? '5 (Level 2+, airborne)' : '4 (Level 2+, ground)';

/** An extended squitter (DF 17): its type and sub-type say what it holds. */
const squitter = (sighting: Sighting, esType: number, esSub: number, report: string) => ({
  msgType: 'DF 17: ADS-B message.',
  ...sender(sighting),
  capability: capability(sighting),
  esType: String(esType),
  esSub: String(esSub),
  report,
});

/** Even and odd frames take turns; a clock that follows UTC is rare. */
const position = ({ aircraft, state, atMs, random, levelDb }: Sighting) => {
  const flags = {
    fFlag: Math.floor(atMs / 500) % 2 ? 'odd' : 'even',
    tFlag: aircraft.firstFlight % 20 === 0 ? 'UTC' : 'non-UTC',
  };
  if (levelDb < -29 && random.chance(0.1)) return { ...flags, posDecoding: 'Bad position data, not decoded.' };
  return {
    ...flags,
    posDecoding: random.chance(0.7) ? 'Global CPR decoding used.' : 'Local CPR decoding used.',
    lat: rounded(state.lat, 6),
    lon: rounded(state.lon, 6),
  };
};

/** An aircraft keeps its accuracy: most say type 11, which is NUCp 7. */
const airborneType = ({ aircraft }: Sighting): number =>
  aircraft.firstFlight % 17 === 0 ? 12 : aircraft.firstFlight % 29 === 0 ? 18 : 11;

export const airbornePosition: FrameKind = (s) => {
  const esType = airborneType(s);
  const frame = squitter(s, esType, 0, 'Airborne Position (Baro Altitude)');
  return { ...frame, ...altitude(s), altInfo: 'barometric', nucp: String(18 - esType), ...position(s) };
};
/** Height above the ellipsoid instead of pressure altitude. */
export const airbornePositionGnss: FrameKind = (s) => ({
  ...squitter(s, 20, 0, 'Airborne Position (GNSS Height)'),
  altitude: Math.round((s.state.altFt + baroOffsetFt(s)) / 25) * 25,
  altUnit: 'feet',
  altInfo: 'GNSS',
  nucp: '9',
  ...position(s),
});
export const surfacePosition: FrameKind = (s) => ({
  ...squitter(s, 7, s.random.whole(0, 3), 'Surface Position'),
  nucp: '7',
  ...position(s),
});

/** Height above the ellipsoid less pressure altitude: follows the day's weather, in steps of 25 ft. */
const baroOffsetFt = ({ state, atMs }: Sighting): number =>
  Math.round(((Math.sin(atMs / 40_000_000) * 400 + 500) * (0.3 + state.altFt / 30_000)) / 25) * 25;

const vertical = (s: Sighting) => ({
  verticalStatus: 'Valid',
  verticalRate: Math.round((s.state.verticalFtMin + s.random.whole(-40, 40)) / 64) * 64,
  verticalRateSrc: s.aircraft.firstFlight % 12 === 0 ? '1' : '0',
  haeBaroOffset: s.random.chance(0.04) ? -9999 : baroOffsetFt(s),
});

export const groundVelocity: FrameKind = (s) => {
  const course = (s.state.courseDeg * Math.PI) / 180;
  return {
    ...squitter(s, 19, 1, 'Airborne Velocity'),
    ewStatus: 'Valid',
    ewVelocity: Math.round(s.state.speedKt * Math.sin(course)),
    nsStatus: 'Valid',
    nsVelocity: Math.round(s.state.speedKt * Math.cos(course)),
    ...vertical(s),
  };
};
/** From an aircraft that does not know its speed over ground. */
export const airVelocity: FrameKind = (s) => ({
  ...squitter(s, 19, 3, 'Airborne Velocity'),
  headingStatus: 'Valid',
  heading: headingDeg(s),
  airspeedStatus: 'Valid',
  airspeed: s.state.speedKt + s.random.whole(-25, 25),
  ...vertical(s),
});
/** The nose points a little into the wind. */
const headingDeg = ({ state, atMs }: Sighting): number =>
  (state.courseDeg + Math.round(6 * Math.sin(atMs / 9_000_000)) + 360) % 360;

export const identification: FrameKind = (s) => {
  const { category } = aircraftTypes[s.aircraft.type];
  return {
    ...squitter(s, 4, Number(category[1]), 'Aircraft Identification and Category'),
    aircraftType: category,
    identification: s.state.callSign,
  };
};
export const operationalStatus: FrameKind = (s) => ({
  ...squitter(s, 31, isAloft(s) ? 0 : 1, 'Aircraft Operational Status Message'),
  nacp: accuracy(s),
});
export const targetState: FrameKind = (s) => ({
  ...squitter(s, 29, 1, 'Target State and Status Message'),
  nacp: accuracy(s),
});
const accuracy = ({ aircraft }: Sighting): string => String(8 + (aircraft.firstFlight % 3));

/** One flight in some hundreds declares an emergency. */
const emergencies = [
  ['7700', 'General emergency (squawk 7700)'],
  ['7600', 'No communications (squawk 7600)'],
  ['7700', 'Lifeguard/Medical'],
] as const;
function emergencyOf({ aircraft, state }: Sighting): (typeof emergencies)[number] | undefined {
  const chance = (aircraft.firstFlight * 31 + Math.floor(state.times.out / 60_000) * 7) % 900;
  return chance < 3 ? emergencies[chance] : undefined;
}
/** Four octal digits, given for one flight; none of those with a meaning. */
export function squawkOf(sighting: Sighting): string {
  const { aircraft, state } = sighting;
  const emergency = emergencyOf(sighting);
  if (emergency) return emergency[0];
  const number = (aircraft.firstFlight * 197 + Math.floor(state.times.out / 60_000) * 61) % 3584;
  return number.toString(8).padStart(4, '0');
}

export const emergencyStatus: FrameKind = (s) => ({
  ...squitter(s, 28, 1, 'Extended Squitter Aircraft Status (Emergency)'),
  emergencyState: emergencyOf(s)?.[1] ?? 'No emergency',
  squawk: squawkOf(s),
});
export const testMessage: FrameKind = (s) => ({
  ...squitter(s, 23, 7, 'Test Message -- Squawk'),
  squawk: squawkOf(s),
});

export const allCall: FrameKind = (s) => ({
  msgType: 'DF 11: All Call Reply.',
  ...sender(s),
  capability: capability(s),
  iid: s.random.pick(['II-00', 'II-00', 'II-00', 'II-13', 'II-14', 'II-10', 'II-08', 'SI-38', 'SI-34']),
});
export const airAir: FrameKind = (s) => ({
  msgType: s.random.chance(0.8) ? 'DF 0: Short Air-Air Surveillance.' : 'DF 16: Long Air to Air ACAS',
  ...sender(s),
  ...altitude(s),
  vs: isAloft(s) ? 'Airborne' : 'Ground',
  cc: '1',
  sl: s.state.altFt > 20_000 ? '7' : s.state.altFt > 10_000 ? '6' : s.state.altFt > 2350 ? '4' : '2',
});

/** What replies to a radar have in common. */
const reply = (s: Sighting, msgType: string) => ({
  msgType,
  ...sender(s),
  flightStatus: isAloft(s) ? 'Normal, Airborne' : 'Normal, On the ground',
  dr: s.random.chance(0.2) ? '4' : '0',
  um: s.random.chance(0.05) ? '1' : '0',
});
export const altitudeReply: FrameKind = (s) => ({ ...reply(s, 'DF 4: Surveillance, Altitude Reply.'), ...altitude(s) });
export const identityReply: FrameKind = (s) => ({
  ...reply(s, 'DF 5: Surveillance, Identity Reply.'),
  squawk: squawkOf(s),
});
/** A register of the aircraft's that a radar asked for: its call sign (2,0). */
export const commBIdentification: FrameKind = (s) => ({
  ...reply(s, 'DF 20: Comm-B, Altitude Reply.'),
  ...altitude(s),
  commBBds: '20',
  bds2Identification: s.state.callSign,
});
/** Heading and speed (6,0). */
export const commBSpeed: FrameKind = (s) => ({
  ...reply(s, 'DF 21: Comm-B, Identity Reply.'),
  squawk: squawkOf(s),
  commBBds: '60',
  commBMb: registerHex(s.random),
  heading: headingDeg(s),
  headingStatus: 'Valid',
  airspeed: Math.round(s.state.speedKt * (1 - s.state.altFt / 90_000)),
  airspeedStatus: 'Valid',
  verticalRate: Math.round(s.state.verticalFtMin / 32) * 32,
});
/** Selected altitude (4,0), as the register was sent. */
export const commBIntention: FrameKind = (s) => ({
  ...reply(s, 'DF 20: Comm-B, Altitude Reply.'),
  ...altitude(s),
  commBBds: '40',
  commBMb: registerHex(s.random),
});
const registerHex = (random: Random): string =>
  Array.from({ length: 7 }, () => random.whole(0, 255).toString(16).padStart(2, '0')).join('');

/** The old answer to a radar, which names nobody: a code, or a height. */
export const modeAc: FrameKind = (s) => {
  const squawk = squawkOf(s);
  const isIdent = s.random.chance(0.2);
  return {
    msgType: 'SSR : Mode A/C Reply.',
    address: `00${squawk}`,
    addressType: 'Other Address',
    modeA: squawk,
    modeAIdent: isIdent ? 'IDENT' : null,
    modeC: isIdent ? null : String(Math.round(s.state.altFt / 100) * 100),
  };
};

/** A car on the apron of a station's airport (DF 18). */
export const groundVehicle = (place: { lat: number; lon: number }, number: number, random: Random): Frame => {
  const vehicle = {
    msgType: 'DF 18: Extended Squitter.',
    address: (0x3f_0000 + number).toString(16),
    addressType: 'Other Address',
    controlField: '1 (ADS-B ES/NT device with other address)',
  };
  if (random.chance(0.3))
    return {
      ...vehicle,
      esType: '2',
      esSub: '2',
      aircraftType: 'C2',
      identification: `APRON${(number % 9) + 1}`,
      report: 'Aircraft Identification and Category',
    };
  return {
    ...vehicle,
    esType: '8',
    esSub: '0',
    report: 'Surface Position',
    fFlag: random.pick(['even', 'odd']),
    tFlag: 'non-UTC',
    nucp: '6',
    posDecoding: 'Local CPR decoding used.',
    lat: rounded(place.lat + (random.next() - 0.5) * 0.02, 6),
    lon: rounded(place.lon + (random.next() - 0.5) * 0.03, 6),
  };
};
