/** Mode S frames of the demo: unsolicited ones (DF 17 and 18), and replies to radars and other aircraft. One function per kind. */

import { type Half, zonesAt } from '../input/mode-s/cpr.ts';
import { squawkOf as squawkOfCode } from '../input/mode-s/fields.ts';
import { remainder } from '../input/mode-s/frame.ts';
import type { Place } from '../input/mode-s/geometry.ts';
import { aircraftTypes } from './aircraft-types.ts';
import type { DemoAircraft } from './fleet.ts';
import type { FlightState } from './flight.ts';
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

// ---- Writes Mode S frames for the demo: fields to bytes, parity, and the codes of altitude, identity, callsign and position.

/** In order of transmission: value and width in bits. */
type Fields = readonly (readonly [value: number, width: number])[];

const parityBits = 24;

/** 56 or 112 bits. `overlay` = the address in replies, the interrogator in DF 11. */
function frameOf(fields: Fields, overlay = 0): Uint8Array {
  const width = fields.reduce((sum, [, one]) => sum + one, 0);
  const bytes = new Uint8Array((width + parityBits) / 8);
  let at = 0;
  for (const [value, bits] of fields)
    for (let left = bits; left > 0; ) {
      // As much as fits into the current byte.
      const free = 8 - (at & 7);
      const taken = Math.min(free, left);
      left -= taken;
      const part = Math.floor(value / 2 ** left) & ((1 << taken) - 1);
      bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (part << (free - taken));
      at += taken;
    }
  const parity = remainder(bytes) ^ overlay;
  bytes.set([parity >> 16, parity >> 8, parity], width / 8);
  return bytes;
}

/** 13 bits with the Q bit: steps of 25 ft. */
function altitude13(feet: number): number {
  const n = Math.round((feet + 1000) / 25);
  return ((n << 2) & 0x1f80) | ((n << 1) & 0x20) | 0x10 | (n & 0xf);
}
/** The same without the M bit. */
function altitude12(feet: number): number {
  const code = altitude13(feet);
  return ((code & 0x1f80) >> 1) | (code & 0x3f);
}

/** Bit X is always 0. */
const unusedBit = 0x40;
const identities = new Map(
  Array.from({ length: 0x2000 }, (_, code) => [squawkOfCode(code & ~unusedBit), code & ~unusedBit] as const),
);
/** Four octal digits as 13 bits. */
const identity13 = (squawk: string): number => identities.get(squawk) ?? 0;

const alphabet = '@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_ !"#$%&\'()*+,-./0123456789';
/** Eight characters of six bits. */
const characters = (text: string): Fields =>
  [...text.padEnd(8).slice(0, 8)].map((one) => [Math.max(alphabet.indexOf(one), 0), 6] as const);

/** Sign and size of a velocity. Counting starts at 1, because 0 means unknown. */
const signedFrom1 = (value: number, step: number, width: number): Fields => [
  [value < 0 ? 1 : 0, 1],
  [Math.min(Math.round(Math.abs(value) / step) + 1, 2 ** width - 1), width],
];

const full = 2 ** 17;
const modulo = (value: number, by: number): number => value - by * Math.floor(value / by);

/** Compact position reporting: 17 bits each. */
function compactPosition({ lat, lon }: Place, isOdd: boolean, isSurface: boolean): Half {
  const span = isSurface ? 90 : 360;
  const odd = isOdd ? 1 : 0;
  const latZone = span / (60 - odd);
  const latCode = Math.floor((full * modulo(lat, latZone)) / latZone + 0.5);
  const latRead = latZone * (latCode / full + Math.floor(lat / latZone));
  const lonZone = span / Math.max(zonesAt(latRead) - odd, 1);
  const lonCode = Math.floor((full * modulo(lon, lonZone)) / lonZone + 0.5);
  return { lat: latCode % full, lon: lonCode % full };
}

// ---- Parts of all demo frames: sender, ground status, codes.

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

const now = (bytes: Uint8Array): Sent => ({ bytes, agoMs: 0 });

const isAloft = ({ state }: Sighting): boolean => state.altFt > 0;
const addressOf = ({ aircraft }: Sighting): number => Number.parseInt(aircraft.icao, 16);
/** 5 = airborne, 4 = on the ground. */
const capability = (sighting: Sighting): number => (isAloft(sighting) ? 5 : 4);

/** The nose points slightly into the wind. */
const headingDeg = ({ state, atMs }: Sighting): number =>
  (state.courseDeg + Math.round(6 * Math.sin(atMs / 9_000_000)) + 360) % 360;

/** One flight in some hundreds declares an emergency: squawk and state of DF 17, type 28. */
const emergencies = [
  ['7700', 1],
  ['7600', 4],
  ['7700', 2],
] as const;
function emergencyOf({ aircraft, state }: Sighting): (typeof emergencies)[number] | undefined {
  const chance = (aircraft.firstFlight * 31 + Math.floor(state.times.out / 60_000) * 7) % 900;
  return chance < 3 ? emergencies[chance] : undefined;
}
/** Four octal digits per flight, none with a special meaning. */
function squawkOf(sighting: Sighting): string {
  const { aircraft, state } = sighting;
  const emergency = emergencyOf(sighting);
  if (emergency) return emergency[0];
  const number = (aircraft.firstFlight * 197 + Math.floor(state.times.out / 60_000) * 61) % 3584;
  return number.toString(8).padStart(4, '0');
}

// ---- Positions as frames: pairs of an even and an odd one, and what a receiver makes of them.

/** A frame with this half of the position. */
type Encode = (half: Fields) => Uint8Array;
type Position = {
  readonly place: Place;
  readonly isSurface: boolean;
  readonly isSynchronised: boolean;
  readonly isOddLast: boolean;
  /** `global` = from a pair, `local` = a single half near the last position, `bad` = out of range of the station. */
  readonly readAs: 'global' | 'local' | 'bad';
};

const halfMs = 500;
/** Longer ago than a pair may last, not longer than a position is a reference (decision 9). */
const earlierPairMs = { airborne: 20_000, surface: 56_000 };
/** Farther than any station receives. */
const awayDeg = 12;

function positionFrames({ place, isSurface, isSynchronised, isOddLast, readAs }: Position, encode: Encode): Sent[] {
  const sent = readAs === 'bad' ? { ...place, lat: place.lat + awayDeg } : place;
  const frame = (isOdd: boolean, agoMs: number): Sent => {
    const { lat, lon } = compactPosition(sent, isOdd, isSurface);
    return {
      agoMs,
      bytes: encode([
        [isSynchronised ? 1 : 0, 1],
        [isOdd ? 1 : 0, 1],
        [lat, 17],
        [lon, 17],
      ]),
    };
  };
  const last = frame(isOddLast, 0);
  if (readAs !== 'local') return [frame(!isOddLast, halfMs), last];
  const pairMs = earlierPairMs[isSurface ? 'surface' : 'airborne'];
  return [frame(!isOddLast, pairMs), frame(isOddLast, pairMs - halfMs), last];
}

/** A clock synchronised to UTC is rare. Weak frames are sometimes read wrongly. */
const positionOf = ({ aircraft, state, atMs, random, levelDb }: Sighting): Omit<Position, 'isSurface'> => ({
  place: { lat: state.lat, lon: state.lon },
  isSynchronised: aircraft.firstFlight % 20 === 0,
  isOddLast: Math.floor(atMs / halfMs) % 2 === 1,
  readAs: levelDb < -29 && random.chance(0.1) ? 'bad' : random.chance(0.7) ? 'global' : 'local',
});

// ---- Replies of aircraft to radars and each other. One function per kind.

/** Codes of radars: 0 to 15 are II, from 17 on SI. */
const interrogators = [0, 0, 0, 13, 14, 10, 8, 54, 50] as const;
export const allCall: FrameKind = (s) => [now(allCallOf(s, s.random.pick(interrogators)))];
/** Without an interrogator it proves its address. */
export const allCallOf = (s: Sighting, interrogator = 0): Uint8Array =>
  frameOf(
    [
      [11, 5],
      [capability(s), 3],
      [addressOf(s), 24],
    ],
    interrogator,
  );

const altitude = ({ state }: Sighting): Fields => [[altitude13(Math.max(state.altFt, 0)), 13]];

export const airAir: FrameKind = (s) => {
  const isShort = s.random.chance(0.8);
  const sensitivity = s.state.altFt > 20_000 ? 7 : s.state.altFt > 10_000 ? 6 : s.state.altFt > 2350 ? 4 : 2;
  const fields: Fields = [
    ...([
      [isShort ? 0 : 16, 5],
      [isAloft(s) ? 0 : 1, 1],
      [isShort ? 1 : 0, 1],
      [0, 1],
      [sensitivity, 3],
      [0, 8],
    ] as const),
    ...altitude(s),
  ];
  return [now(frameOf(isShort ? fields : [...fields, [0x30, 8], [0, 24], [0, 24]], addressOf(s)))];
};

/** Common parts of replies to a radar. `code` = altitude or squawk. */
const reply = (s: Sighting, format: number, code: Fields, register: Fields = []) =>
  now(
    frameOf(
      [
        [format, 5],
        [isAloft(s) ? 0 : 1, 3],
        [s.random.chance(0.2) ? 4 : 0, 5],
        [s.random.chance(0.05) ? 1 : 0, 6],
        ...code,
        ...register,
      ],
      addressOf(s),
    ),
  );
const squawk = (s: Sighting): Fields => [[identity13(squawkOf(s)), 13]];

export const altitudeReply: FrameKind = (s) => [reply(s, 4, altitude(s))];
export const identityReply: FrameKind = (s) => [reply(s, 5, squawk(s))];
/** A register requested by a radar: the callsign (2,0). */
export const commBIdentification: FrameKind = (s) => [
  reply(s, 20, altitude(s), [[0x20, 8], ...characters(s.state.callSign)]),
];

/** Status bit, then a value in two's complement. */
const measured = (value: number, step: number, width: number): Fields => [
  [1, 1],
  [(Math.round(value / step) + 2 ** width) % 2 ** width, width],
];
const beforeMs = 3000;
/** Heading and speed (6,0). Only together with a velocity is it certain which register a reply contains. */
export const commBSpeed: FrameKind = (s) => {
  const heading = ((headingDeg(s) + 180) % 360) - 180;
  const indicatedKt = s.state.speedKt * (1 - s.state.altFt / 90_000);
  const register = [
    ...measured(heading, 90 / 512, 11),
    ...measured(indicatedKt, 1, 10),
    ...measured(s.state.speedKt / 600, 2.048 / 512, 10),
    ...measured(s.state.verticalFtMin, 32, 10),
    ...measured(s.state.verticalFtMin, 32, 10),
  ];
  const earlier = groundVelocity(s).map((sent) => ({ ...sent, agoMs: beforeMs }));
  return [...earlier, reply(s, 21, squawk(s), register)];
};
/** Selected altitude (4,0) and pressure setting. */
export const commBIntention: FrameKind = (s) => {
  const selected = Math.round(s.state.altFt / 1000) * 1000;
  const register: Fields = [...measured(selected, 16, 12), [0, 13], ...measured(1013.2 - 800, 0.1, 12), [0, 8], [0, 9]];
  return [reply(s, 20, altitude(s), register)];
};

/** The old reply to a radar, without address and parity: its digits, and a bit for IDENT. */
export const modeAcCode = (s: Sighting): number => Number.parseInt(squawkOf(s), 16) | (s.random.chance(0.2) ? 0x80 : 0);
