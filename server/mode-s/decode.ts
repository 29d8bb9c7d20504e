/**
 * Mode S frames of one station to decoded messages. Pure: bytes and times in, messages out; state is in the table of aircraft.
 * Stations never share a decoder: a company sees what its own receivers received, and results depend on one stream only.
 */
import { type Aircraft, AircraftTable, type Motion } from './aircraft.ts';
import { bits } from './bits.ts';
import { type Frame, isSquitterControl, type Refusal, readFrame } from './frame.ts';
import type { Place } from './geometry.ts';
import { inferRegister } from './infer-register.ts';
import { type Located, locate } from './position.ts';
import { type AirToAir, airToAirOf, groundByCapability, groundByFlightStatus, type Reply, replyOf } from './replies.ts';
import { type PositionReport, type Squitter, squitterOf } from './squitter.ts';
import { trackDegOf, type Velocity } from './velocity.ts';

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
    return understood(frame, aircraft, timeMs, signal, this.#options.station);
  }
}

function understood(
  frame: Frame,
  aircraft: Aircraft,
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
  const squitter = df === 17 || (control !== null && isSquitterControl(control)) ? squitterOf(bytes) : null;
  const content = squitter?.content;
  const report = content?.kind === 'position' ? content : null;
  const located = report ? locate(aircraft, report, timeMs, station) : null;
  const motion =
    content?.kind === 'velocity' ? motionOf(content, timeMs) : report ? surfaceMotion(report, timeMs) : null;
  if (motion) aircraft.motion = motion;
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
    isOnGround: groundOf(report, capability, airToAir, reply),
    capability,
    control,
    airToAir,
    reply,
    squitter,
    located,
    register: reply?.commB ? inferRegister(bytes, recentMotion(aircraft, timeMs)) : null,
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
const recentMotion = ({ motion }: Aircraft, timeMs: number): Motion | null =>
  motion && Math.abs(timeMs - motion.timeMs) <= recentMs ? motion : null;
