/** Unsolicited ADS-B frames as a decoder prints them. One function per kind. */
import { aircraftTypes } from './aircraft-types.ts';
import {
  altitude,
  capability,
  emergencyOf,
  type Frame,
  type FrameKind,
  headingDeg,
  isAloft,
  rounded,
  type Sighting,
  sender,
  squawkOf,
} from './frame-parts.ts';
import type { Random } from './random.ts';

/** An extended squitter (DF 17): type and sub-type define its content. */
const squitter = (sighting: Sighting, esType: number, esSub: number, report: string) => ({
  msgType: 'DF 17: ADS-B message.',
  ...sender(sighting),
  capability: capability(sighting),
  esType: String(esType),
  esSub: String(esSub),
  report,
});

/** Even and odd frames alternate. A clock synchronised to UTC is rare. */
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

/** Constant accuracy of an aircraft: most report type 11, which is NUCp 7. */
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

/** Height above the ellipsoid minus pressure altitude: follows the day's weather, in steps of 25 ft. */
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
/** From an aircraft without ground speed. */
export const airVelocity: FrameKind = (s) => ({
  ...squitter(s, 19, 3, 'Airborne Velocity'),
  headingStatus: 'Valid',
  heading: headingDeg(s),
  airspeedStatus: 'Valid',
  airspeed: s.state.speedKt + s.random.whole(-25, 25),
  ...vertical(s),
});

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

export const emergencyStatus: FrameKind = (s) => ({
  ...squitter(s, 28, 1, 'Extended Squitter Aircraft Status (Emergency)'),
  emergencyState: emergencyOf(s)?.[1] ?? 'No emergency',
  squawk: squawkOf(s),
});
export const testMessage: FrameKind = (s) => ({
  ...squitter(s, 23, 7, 'Test Message -- Squawk'),
  squawk: squawkOf(s),
});

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
