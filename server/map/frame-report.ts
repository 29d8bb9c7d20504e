/** Position report from a stored ADS-B or ACARS row. */
import type { AcarsMessage, AdsbMessage } from '../../contract/entities/messages.ts';
import { describeMessage } from '../../decoder/message-words.ts';
import type { RawReport } from './report.ts';

/** Fields of a frame with position or motion. */
export const frameFields = [
  'adsbDateTime',
  'altInfo',
  'altUnit',
  'altitude',
  'capability',
  'esType',
  'ewVelocity',
  'flightStatus',
  'heading',
  'icao',
  'identification',
  'lat',
  'lon',
  'nsVelocity',
  'squawk',
  'stationId',
  'timestamp',
  'verticalRate',
  'vs',
] as const satisfies readonly (keyof AdsbMessage)[];
export type ReceivedFrame = Pick<AdsbMessage, (typeof frameFields)[number]>;

export const placedMessageFields = [
  'acarsDateTime',
  'alt',
  'icao',
  'isOnground',
  'label',
  'lat',
  'lon',
  'stationId',
  'timestamp',
] as const satisfies readonly (keyof AcarsMessage)[];
export type PlacedMessage = Pick<AcarsMessage, (typeof placedMessageFields)[number]>;
/** A text that may be a fault report: the others are not read. */
export const faultTextSql = `case when acars.text ~ 'FLR/|WRN/|MP[FC]/|PLF|CURRENT FAULTS' then acars.text end`;

export function reportOfFrame(frame: ReceivedFrame): RawReport {
  return {
    icao: frame.icao,
    atMs: receivedAtMs(frame.timestamp, frame.adsbDateTime),
    stationId: frame.stationId,
    lat: frame.lat,
    lon: frame.lon,
    altitudeFt: altitudeFtOf(frame),
    verticalRateFtMin: frame.verticalRate,
    callsign: frame.identification,
    isOnGround: isOnGroundOf(frame),
    squawk: frame.squawk,
    ...motionOf(frame),
  };
}

type ReceivedMessage = PlacedMessage & { readonly knownIcao?: string | null; readonly faultText?: string | null };

/**
 * The flight of an ACARS message is not a callsign: its code differs. `knownIcao` = address of its tail, for a message without one:
 * a registration is typed in, so it places no aircraft.
 */
export function reportOfMessage({ knownIcao, faultText, ...message }: ReceivedMessage): RawReport {
  return {
    icao: message.icao ?? knownIcao,
    atMs: receivedAtMs(message.timestamp, message.acarsDateTime),
    stationId: message.stationId,
    isMessage: true,
    isFault: !!faultText && describeMessage(message.label, faultText).kind === 'fault',
    ...(message.icao === null
      ? {}
      : { lat: message.lat, lon: message.lon, altitudeFt: message.alt, isOnGround: message.isOnground }),
  };
}

const receivedAtMs = (epochSeconds: number | null, instant: string): number =>
  epochSeconds === null ? Date.parse(instant) : epochSeconds * 1000;

/** The heading substitutes for a missing track. */
function motionOf({ ewVelocity, nsVelocity, heading }: ReceivedFrame): Pick<RawReport, 'angleDeg' | 'groundSpeedKt'> {
  if (ewVelocity === null || nsVelocity === null) return { angleDeg: heading };
  const speedKt = Math.hypot(ewVelocity, nsVelocity);
  // A stationary aircraft has no direction.
  return speedKt === 0
    ? { groundSpeedKt: 0, angleDeg: heading }
    : { groundSpeedKt: speedKt, angleDeg: (Math.atan2(ewVelocity, nsVelocity) * 180) / Math.PI };
}

const feetPerMetre = 3.28084;
/** Barometric only: GNSS height differs by hundreds of feet. */
export function altitudeFtOf({
  altitude,
  altUnit,
  altInfo,
}: Pick<ReceivedFrame, 'altitude' | 'altUnit' | 'altInfo'>): number | null {
  if (altitude === null || /gnss|hae/i.test(altInfo ?? '')) return null;
  return /^m/i.test(altUnit ?? '') ? Math.round(altitude * feetPerMetre) : altitude;
}

/** By type of the squitter, otherwise by texts of decoders: 'Normal, Airborne', '4 (Level 2+, ground)'. null = unknown. */
function isOnGroundOf({ esType, capability, flightStatus, vs }: ReceivedFrame): boolean | null {
  const type = Number(esType ?? Number.NaN);
  if (type >= 5 && type <= 8) return true;
  if ((type >= 9 && type <= 22) || type === 19) return false;
  for (const words of [vs, flightStatus, capability]) {
    const [isGround, isAirborne] = [/\bground\b/i.test(words ?? ''), /\bairborne\b/i.test(words ?? '')];
    if (isGround !== isAirborne) return isGround;
  }
  return null;
}
