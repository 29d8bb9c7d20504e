/** Replies of aircraft to radars and each other, as a decoder prints them. One function per kind. */
import {
  altitude,
  capability,
  type FrameKind,
  headingDeg,
  isAloft,
  type Sighting,
  sender,
  squawkOf,
} from './frame-parts.ts';
import type { Random } from './random.ts';

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

/** Common parts of replies to a radar. */
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
/** A register requested by a radar: the callsign (2,0). */
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
/** Selected altitude (4,0), as set in the register. */
export const commBIntention: FrameKind = (s) => ({
  ...reply(s, 'DF 20: Comm-B, Altitude Reply.'),
  ...altitude(s),
  commBBds: '40',
  commBMb: registerHex(s.random),
});
const registerHex = (random: Random): string =>
  Array.from({ length: 7 }, () => random.whole(0, 255).toString(16).padStart(2, '0')).join('');

/** The old reply to a radar, without an address: a code, or an altitude. */
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
