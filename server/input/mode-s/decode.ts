/**
 * Mode S frames of one station to decoded messages. Pure: bytes and times in, messages out; state is in the table of aircraft.
 * Stations never share a decoder: a company sees what its own receivers received, and results depend on one stream only.
 */
import {
  type Aircraft,
  AircraftTable,
  Generations,
  type Motion,
  receivedOnce,
  type Track,
  trackOf,
} from './aircraft.ts';
import { bits, fieldBits } from './bits.ts';
import { isIdentification, trackDegOf, type Velocity } from './fields.ts';
import { type Frame, isSquitterControl, type Refusal, readFrame } from './frame.ts';
import type { Place } from './geometry.ts';
import { type Located, locate } from './position.ts';
import { type AirToAir, airToAirOf, groundByCapability, groundByFlightStatus, type Reply, replyOf } from './replies.ts';
import { type PositionReport, type Squitter, squitterOf } from './squitter.ts';

export type DecoderOptions = {
  /** Position of the receiver, null if unknown. It places surface positions and limits the range. */
  readonly station: Place | null;
  /** Corrects one wrong bit of DF 11, 17 and 18. Sources that correct bits themselves need it off. */
  readonly repairs: boolean;
};

export type Decoded = Frame & {
  readonly timeMs: number;
  /** 0 to 255, null or 0 if unknown. */
  readonly signal: number | null;
  /** The address was in two accepted frames at least. One alone can be noise: never show it as an aircraft. */
  readonly isConfirmed: boolean;
  /** With the second frame of an address: the first one. */
  readonly first: Decoded | null;
  /** Null if the frame does not state it. */
  readonly isOnGround: boolean | null;
  /** DF 11 and 17. */
  readonly capability: number | null;
  /** DF 18. */
  readonly control: number | null;
  readonly airToAir: AirToAir | null;
  readonly reply: Reply | null;
  readonly squitter: Squitter | null;
  readonly located: Located | null;
  /** Register of a Comm-B reply, if it is certain. */
  readonly register: string | null;
};

export class ModeSDecoder {
  readonly #options: DecoderOptions;
  readonly #table = new AircraftTable();
  readonly #first = new Generations<Decoded>(receivedOnce);

  constructor(options: DecoderOptions) {
    this.#options = options;
  }

  /** Addresses in memory, bounded. */
  get addresses(): number {
    return this.#table.size;
  }

  /** `bytes` are not copied: they must not change while the result is in use. */
  decode(bytes: Uint8Array, timeMs: number, signal: number | null = null): Decoded | Refusal {
    const frame = readFrame(bytes, timeMs, this.#table, this.#options.repairs);
    if (typeof frame === 'string') return frame;
    const aircraft = this.#table.addFrame(frame.address, timeMs, frame.isProof);
    const { address } = frame;
    const first = aircraft.frames === 2 ? (this.#first.get(address, timeMs) ?? null) : null;
    if (first) this.#first.delete(address);
    const decoded = understood(frame, aircraft, first, timeMs, signal, this.#options.station);
    if (aircraft.frames === 1) this.#first.set(address, decoded, timeMs);
    return decoded;
  }
}

function understood(
  frame: Frame,
  aircraft: Aircraft,
  first: Decoded | null,
  timeMs: number,
  signal: number | null,
  station: Place | null,
): Decoded {
  const { df, bytes } = frame;
  const field = bits(bytes, 6, 8);
  const capability = df === 11 || df === 17 ? field : null;
  const control = df === 18 ? field : null;
  const airToAir = df === 0 || df === 16 ? airToAirOf(bytes, df) : null;
  const reply = df === 4 || df === 5 || df === 20 || df === 21 ? replyOf(bytes, df) : null;
  const squitter = df === 17 || (control !== null && isSquitterControl(control)) ? squitterOf(bytes, control) : null;
  const content = squitter?.content;
  const report = content?.kind === 'position' ? content : null;
  const track = trackOf(aircraft, control);
  const located = report ? locate(track, report, timeMs, station) : null;
  const motion =
    content?.kind === 'velocity' ? motionOf(content, timeMs) : report ? surfaceMotion(report, timeMs) : null;
  if (motion) track.motion = motion;
  return {
    df,
    bytes,
    address: frame.address,
    isProof: frame.isProof,
    interrogator: frame.interrogator,
    repairedBits: frame.repairedBits,
    timeMs,
    signal,
    isConfirmed: aircraft.frames > 1,
    first,
    isOnGround: groundOf(report, capability, airToAir, reply),
    capability,
    control,
    airToAir,
    reply,
    squitter,
    located,
    register: reply?.commB ? inferRegister(bytes, recentMotion(aircraft.own, timeMs)) : null,
  };
}

/** Transponders often report a wrong capability. The type of a position is right: its encoding depends on it. */
function groundOf(
  report: PositionReport | null,
  capability: number | null,
  airToAir: AirToAir | null,
  reply: Reply | null,
): boolean | null {
  if (report) return report.isSurface;
  if (capability !== null) return groundByCapability(capability);
  if (airToAir) return airToAir.isOnGround;
  return reply ? groundByFlightStatus(reply.flightStatus) : null;
}

/** Airspeeds are no measure of the way over ground. */
function motionOf({ ground }: Velocity, timeMs: number): Motion | null {
  if (!ground || ground.eastKt === null || ground.northKt === null) return null;
  return { speedKt: Math.sqrt(ground.eastKt ** 2 + ground.northKt ** 2), trackDeg: trackDegOf(ground), timeMs };
}

const surfaceMotion = ({ speedKt }: PositionReport, timeMs: number): Motion | null =>
  speedKt === null ? null : { speedKt, trackDeg: null, timeMs };

const recentMs = 10_000;
const recentMotion = ({ motion }: Track, timeMs: number): Motion | null =>
  motion && Math.abs(timeMs - motion.timeMs) <= recentMs ? motion : null;

// ---- Names the register (BDS) of a Comm-B reply, which the reply itself does not state. Only if no other register fits.

type Field = (first: number, last: number) => number;

/** `motion` = ground speed and track of the aircraft in the last seconds. It decides between 5,0 and 6,0. Two hexadecimal digits, or null. */
export function inferRegister(bytes: Uint8Array, motion: Motion | null): string | null {
  const field: Field = (first, last) => fieldBits(bytes, first, last);
  if (field(1, 24) === 0 && field(25, 48) === 0 && field(49, 56) === 0) return null;
  let [first, second]: (string | null)[] = [null, null];
  for (const [name, fits] of registers) {
    if (!fits(field, bytes)) continue;
    if (second) return null;
    if (first) second = name;
    else first = name;
  }
  if (!second) return first ?? null;
  return first === '50' && second === '60' && motion ? byMotion(field, motion) : null;
}

const registers: readonly (readonly [name: string, fits: (field: Field, bytes: Uint8Array) => boolean])[] = [
  ['10', (field) => field(1, 8) === 0x10 && field(10, 14) === 0],
  // 1,7 lists the registers of the aircraft, and 2,0 is mandatory. The last three are E,1, E,2 and F,1 (Doc 9871, table A-2-23).
  ['17', (field) => field(7, 7) === 1 && field(25, 26) === 0 && field(30, 48) === 0 && field(49, 56) === 0],
  ['20', (field, bytes) => field(1, 8) === 0x20 && isIdentification(bytes)],
  // Threat type 3 is not assigned, and resolution advisories of ACAS III do not exist.
  ['30', (field) => field(1, 8) === 0x30 && field(29, 30) !== 3 && field(16, 22) < 48],
  ['40', isIntention],
  ['50', isTurn],
  ['60', isHeading],
];

/** A value whose status bit is off is zero. */
const isConsistent = (field: Field, values: Values): boolean =>
  values.every(([status, last]) => field(status, status) === 1 || field(status + 1, last) === 0);
type Values = readonly (readonly [status: number, last: number])[];

const intentionValues: Values = [
  [1, 13],
  [14, 26],
  [27, 39],
  [48, 51],
  [54, 56],
];
const turnValues: Values = [
  [1, 11],
  [12, 23],
  [24, 34],
  [35, 45],
  [46, 56],
];
const headingValues: Values = [
  [1, 12],
  [13, 23],
  [24, 34],
  [35, 45],
  [46, 56],
];
/** Selected altitudes and pressure setting. */
function isIntention(field: Field): boolean {
  return isConsistent(field, intentionValues) && field(40, 47) === 0 && field(52, 53) === 0;
}

/** Roll, true track, ground speed, track rate, true airspeed. */
function isTurn(field: Field): boolean {
  if (!isConsistent(field, turnValues)) return false;
  const roll = field(1, 1) ? (signed(field, 2, 11) * 45) / 256 : 0;
  const groundKt = field(24, 24) ? field(25, 34) * 2 : null;
  const airKt = field(46, 46) ? field(47, 56) * 2 : null;
  // Jet streams carry airliners over ground at more than 600 kt.
  if (Math.abs(roll) > 50 || (groundKt ?? 0) > 750 || (airKt ?? 0) > 600) return false;
  return groundKt === null || airKt === null || Math.abs(groundKt - airKt) <= 200;
}

/** Magnetic heading, indicated airspeed, Mach, vertical rates. Air data computers measure no airspeed near 0, so a valid 0 is the start of another value. */
function isHeading(field: Field): boolean {
  if (!isConsistent(field, headingValues)) return false;
  const airKt = field(13, 13) ? field(14, 23) : null;
  const mach = field(24, 24) ? (field(25, 34) * 2.048) / 512 : null;
  const rates = [35, 46].map((status) => (field(status, status) ? signed(field, status + 1, status + 10) * 32 : 0));
  return airKt !== 0 && (airKt ?? 0) <= 500 && (mach ?? 0) <= 1 && rates.every((rate) => Math.abs(rate) <= 6000);
}

/** The one register whose values agree with the squitters. */
function byMotion(field: Field, { speedKt, trackDeg }: Motion): string | null {
  const angle = (deg: number): number => (trackDeg === null ? 0 : Math.abs(((deg - trackDeg + 540) % 360) - 180));
  const isTurnNear =
    field(24, 24) === 1 &&
    Math.abs(field(25, 34) * 2 - speedKt) <= 20 &&
    (!field(12, 12) || angle((signed(field, 13, 23) * 90) / 512) <= 10);
  // Wind and declination turn the heading away from the track. At altitude, indicated airspeed is below ground speed.
  const isHeadingNear =
    field(1, 1) === 1 &&
    angle((signed(field, 2, 12) * 90) / 512) <= 40 &&
    (!field(13, 13) || field(14, 23) <= speedKt + 150);
  if (isTurnNear === isHeadingNear) return null;
  return isTurnNear ? '50' : '60';
}

/** Two's complement. */
function signed(field: Field, first: number, last: number): number {
  const value = field(first, last);
  const size = 2 ** (last - first + 1);
  return value >= size / 2 ? value - size : value;
}
