/** Unsolicited ADS-B frames (DF 17 and 18). One function per kind. */
import type { Place } from '../mode-s/geometry.ts';
import { aircraftTypes } from './aircraft-types.ts';
import { altitude12, characters, type Fields, frameOf, identity13, signedFrom1 } from './frame-bits.ts';
import {
  addressOf,
  capability,
  emergencyOf,
  type FrameKind,
  headingDeg,
  isAloft,
  now,
  type Sent,
  type Sighting,
  squawkOf,
} from './frame-parts.ts';
import { positionFrames, positionOf } from './positions.ts';
import type { Random } from './random.ts';

/** `content` = 56 bits. */
const squitter = (sighting: Sighting, content: Fields): Uint8Array =>
  frameOf([[17, 5], [capability(sighting), 3], [addressOf(sighting), 24], ...content]);

/** Constant accuracy of an aircraft: most report type 11, which is NUCp 7. */
const airborneType = ({ aircraft }: Sighting): number =>
  aircraft.firstFlight % 17 === 0 ? 12 : aircraft.firstFlight % 29 === 0 ? 18 : 11;

const airborne = (s: Sighting, type: number, feet: number): readonly Sent[] =>
  positionFrames({ ...positionOf(s), isSurface: false }, (half) =>
    squitter(s, [[type, 5], [0, 3], [altitude12(feet), 12], ...half]),
  );
export const airbornePosition: FrameKind = (s) => airborne(s, airborneType(s), s.state.altFt);
/** Height above the ellipsoid instead of pressure altitude. */
export const airbornePositionGnss: FrameKind = (s) => airborne(s, 20, s.state.altFt + baroOffsetFt(s));

/** Movement 1 = stopped. The track has 128 steps. */
const surfaceContent = (type: number, trackDeg: number, half: Fields): Fields => [
  ...([
    [type, 5],
    [1, 7],
    [1, 1],
    [Math.round((trackDeg * 128) / 360) % 128, 7],
  ] as const),
  ...half,
];
export const surfacePosition: FrameKind = (s) =>
  positionFrames({ ...positionOf(s), isSurface: true }, (half) =>
    squitter(s, surfaceContent(7, s.state.courseDeg, half)),
  );

/** Height above the ellipsoid minus pressure altitude: follows the day's weather, in steps of 25 ft. */
const baroOffsetFt = ({ state, atMs }: Sighting): number =>
  Math.round(((Math.sin(atMs / 40_000_000) * 400 + 500) * (0.3 + state.altFt / 30_000)) / 25) * 25;

/** Vertical rate, and the difference of the altitudes, which some aircraft do not send. */
const vertical = (s: Sighting): Fields => [
  [s.aircraft.firstFlight % 12 === 0 ? 1 : 0, 1],
  ...signedFrom1(s.state.verticalFtMin + s.random.whole(-40, 40), 64, 9),
  [0, 2],
  ...(s.random.chance(0.04) ? ([[0, 8]] as const) : signedFrom1(baroOffsetFt(s), 25, 7)),
];
const velocity = (s: Sighting, sub: number, horizontal: Fields): readonly Sent[] => [
  now(squitter(s, [[19, 5], [sub, 3], [0, 5], ...horizontal, ...vertical(s)])),
];
export const groundVelocity: FrameKind = (s) => {
  const course = (s.state.courseDeg * Math.PI) / 180;
  return velocity(s, 1, [
    ...signedFrom1(s.state.speedKt * Math.sin(course), 1, 10),
    ...signedFrom1(s.state.speedKt * Math.cos(course), 1, 10),
  ]);
};
/** From an aircraft without ground speed. */
export const airVelocity: FrameKind = (s) =>
  velocity(s, 3, [
    [1, 1],
    [Math.round((headingDeg(s) * 1024) / 360) % 1024, 10],
    [1, 1],
    [s.state.speedKt + s.random.whole(-25, 25) + 1, 10],
  ]);

export const identification: FrameKind = (s) => {
  const { category } = aircraftTypes[s.aircraft.type];
  return [now(squitter(s, [[4, 5], [Number(category[1]), 3], ...characters(s.state.callSign)]))];
};
/** Version 2, with the accuracy of the position (NACp). */
export const operationalStatus: FrameKind = (s) => [
  now(
    squitter(s, [
      [31, 5],
      [isAloft(s) ? 0 : 1, 3],
      [0, 16],
      [0, 16],
      [2, 3],
      [0, 1],
      [accuracy(s), 4],
      [0, 8],
    ]),
  ),
];
export const targetState: FrameKind = (s) => [
  now(
    squitter(s, [
      [29, 5],
      [1, 2],
      [0, 16],
      [0, 16],
      [accuracy(s), 4],
      [0, 13],
    ]),
  ),
];
const accuracy = ({ aircraft }: Sighting): number => 8 + (aircraft.firstFlight % 3);

export const emergencyStatus: FrameKind = (s) => [
  now(
    squitter(s, [
      [28, 5],
      [1, 3],
      [emergencyOf(s)?.[1] ?? 0, 3],
      [identity13(squawkOf(s)), 13],
      [0, 16],
      [0, 16],
    ]),
  ),
];
export const testMessage: FrameKind = (s) => [
  now(
    squitter(s, [
      [23, 5],
      [7, 3],
      [identity13(squawkOf(s)), 13],
      [0, 16],
      [0, 19],
    ]),
  ),
];

/** A car on the apron of a station's airport: its address is not of ICAO (DF 18, control 1). */
export function groundVehicle(place: Place, number: number, random: Random): readonly Sent[] {
  const frame = (content: Fields): Uint8Array => frameOf([[18, 5], [1, 3], [0x3f_0000 + number, 24], ...content]);
  if (random.chance(0.3)) return [now(frame([[2, 5], [2, 3], ...characters(`APRON${(number % 9) + 1}`)]))];
  const isOddLast = random.chance(0.5);
  const near = { lat: place.lat + (random.next() - 0.5) * 0.02, lon: place.lon + (random.next() - 0.5) * 0.03 };
  return positionFrames({ place: near, isSurface: true, isSynchronised: false, isOddLast, readAs: 'local' }, (half) =>
    frame(surfaceContent(8, 0, half)),
  );
}
