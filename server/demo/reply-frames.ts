/** Replies of aircraft to radars and each other. One function per kind. */
import { altitude13, characters, type Fields, frameOf, identity13 } from './frame-bits.ts';
import {
  addressOf,
  capability,
  type FrameKind,
  headingDeg,
  isAloft,
  now,
  type Sighting,
  squawkOf,
} from './frame-parts.ts';
import { groundVelocity } from './frames.ts';

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
