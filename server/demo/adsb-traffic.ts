/**
 * Demo ADS-B rows between two instants: what the decoder makes of frames that aircraft send. The same span always gives the same rows.
 * Own file: what is sent, apart from how it is stored.
 */
import type { AdsbMessage } from '../../contract/entities/messages.ts';
import { type Density, shareOf } from './density.ts';
import { demoFleet } from './fleet.ts';
import { flightState } from './flight.ts';
import {
  airAir,
  airbornePosition,
  airbornePositionGnss,
  airVelocity,
  allCall,
  allCallOf,
  altitudeReply,
  commBIdentification,
  commBIntention,
  commBSpeed,
  emergencyStatus,
  type FrameKind,
  groundVehicle,
  groundVelocity,
  identification,
  identityReply,
  modeAcCode,
  operationalStatus,
  type Sent,
  type Sighting,
  surfacePosition,
  targetState,
  testMessage,
} from './frames.ts';
import { feedingInReach, isFeeding } from './health-writer.ts';
import { firstOf, type Random, randomOf } from './random.ts';
import { type Reception, receiveFrames, receiveModeAc } from './receive-frames.ts';
import { demoStations, horizonNmi, type InReach } from './stations.ts';

const seed = 20_100_419;
/** Live, four frames a second: a decoder prints a thousand times as many, a list needs a sample. */
export const adsbSlotMs = 250;

type Weighted = readonly [weight: number, kind: FrameKind];
const otherAloft: readonly Weighted[] = [
  [38, groundVelocity],
  [5, airVelocity],
  [15, identification],
  [8, allCall],
  [7, airAir],
  [6, altitudeReply],
  [6, identityReply],
  [4, commBIdentification],
  [4, commBSpeed],
  [3, commBIntention],
  [3, operationalStatus],
  [2, targetState],
  [2, emergencyStatus],
  [0.3, testMessage],
];
const aloft: readonly Weighted[] = [[10, airbornePosition], [4, airbornePositionGnss], ...otherAloft];
const onGround: readonly Weighted[] = [
  [60, surfacePosition],
  [15, identification],
  [12, allCall],
  [6, identityReply],
  [4, operationalStatus],
  [3, airAir],
];
const vehicleShare = 0.01;
/** Of frames of aircraft in the air. */
const modeAcShare = 0.005;
/** An address is known before its replies are read. */
const provenMs = 60_000 - 1000;
/** Order of turns. It has no common divisor with the size of the fleet (adsb-traffic.test.ts). */
const fleetStride = 7;

/** Frames received from `fromMs` until before `toMs`, in order of time. */
export function demoFrames(fromMs: number, toMs: number, density: Density): AdsbMessage[] {
  const share = shareOf('adsb', density);
  const rows: AdsbMessage[] = [];
  for (let slot = Math.floor(fromMs / adsbSlotMs); slot * adsbSlotMs < toMs; slot++) {
    if (firstOf(seed, slot) >= share) continue;
    const random = randomOf(seed, slot);
    random.next(); // the number used above
    const row = slotFrame(slot, slot * adsbSlotMs + random.whole(0, adsbSlotMs - 1), random);
    const timestampMs = (row?.timestamp ?? 0) * 1000;
    if (row && timestampMs >= fromMs && timestampMs < toMs) rows.push(row);
  }
  return rows;
}

/** Each aircraft has its turn, with a position in flight. If it is out of range, another one is received instead. */
function slotFrame(slot: number, atMs: number, random: Random): AdsbMessage | null {
  if (random.chance(vehicleShare)) return vehicleRow(atMs, random);
  for (let tries = 0; tries < 20; tries++) {
    const index = tries === 0 ? (slot * fleetStride) % demoFleet.length : random.whole(0, demoFleet.length - 1);
    const aircraft = demoFleet[index];
    if (!aircraft) continue;
    const state = flightState(aircraft, index, atMs);
    // Parked aircraft have their transponder off.
    if (state.phase === 'gate') continue;
    const receiver = nearOrNext(feedingInReach(state, horizonNmi(state.altFt), atMs), random);
    if (!receiver) continue;
    const levelDb = strengthDb(receiver.nmi, random);
    const sighting = { aircraft, state, atMs, random, levelDb };
    const isTurn = tries === 0 && state.altFt > 0;
    const reception = receptionOf(receiver, atMs, levelDb, random);
    if (!isTurn && state.altFt > 0 && random.chance(modeAcShare)) return receiveModeAc(modeAcCode(sighting), reception);
    const kind = isTurn ? airbornePosition : choose(state.altFt > 0 ? aloft : onGround, random);
    return receiveFrames(asReceived(kind(sighting), sighting), reception).row;
  }
  return null;
}

/** Mostly the nearest station, sometimes the second nearest, so that ranges overlap. */
function nearOrNext(near: readonly InReach[], random: Random): InReach | undefined {
  return random.chance(0.75) ? near[0] : (near[1] ?? near[0]);
}

/** dB below full scale. */
const strengthDb = (nmi: number, random: Random): number =>
  Number((-3 - 9 * Math.log2(1 + nmi / 22) - random.next() * 3).toFixed(1));

function choose(choices: readonly Weighted[], random: Random): FrameKind {
  let left = random.next() * choices.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, kind] of choices) {
    left -= weight;
    if (left < 0) return kind;
  }
  return airbornePosition;
}

/** In microseconds, as the clocks of receivers count. */
const receptionOf = ({ station }: InReach, atMs: number, levelDb: number, random: Random): Reception => ({
  station,
  atMs: atMs + random.whole(0, 999) / 1000,
  levelDb,
});

const extendedSquitter = 17;
/**
 * Some squitters arrive with a wrong bit, weak ones often. The decoder corrects it only if it has received the address before, and replies
 * need that as well.
 */
function asReceived(frames: readonly Sent[], sighting: Sighting): readonly Sent[] {
  const { random, levelDb } = sighting;
  const last = frames.at(-1);
  if (!last) return frames;
  const isSquitter = (last.bytes[0] ?? 0) >> 3 === extendedSquitter;
  if (isSquitter && !random.chance(levelDb < -28 ? 0.15 : 0.01)) return frames;
  const before = [{ bytes: allCallOf(sighting), agoMs: provenMs }, ...frames.slice(0, -1)];
  return [...before, isSquitter ? { ...last, bytes: withWrongBit(last.bytes, random.whole(40, 80)) } : last];
}

function withWrongBit(bytes: Uint8Array, bit: number): Uint8Array {
  const damaged = Uint8Array.from(bytes);
  damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (0x80 >> (bit & 7));
  return damaged;
}

function vehicleRow(atMs: number, random: Random): AdsbMessage | null {
  const number = random.whole(0, demoStations.length * 3 - 1);
  const station = demoStations[number % demoStations.length] ?? demoStations[0];
  if (!isFeeding(station, atMs)) return null;
  const by = { station, nmi: 0.4 };
  const reception = receptionOf(by, atMs, strengthDb(by.nmi, random), random);
  return receiveFrames(groundVehicle(station, number, random), reception).row;
}
