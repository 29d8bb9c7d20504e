/**
 * A stored row of ADS-B or ACARS as what it says of a position. Must not: judge values (report.ts does).
 */
import type { AcarsMessage, AdsbMessage } from '../../contract/entities/messages.ts';
import type { Said } from './report.ts';

/** What of a frame tells where an aircraft is and how it moves. */
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
  'stationId',
  'timestamp',
  'verticalRate',
  'vs',
] as const satisfies readonly (keyof AdsbMessage)[];
export type HeardFrame = Pick<AdsbMessage, (typeof frameFields)[number]>;

export const placedMessageFields = [
  'acarsDateTime',
  'alt',
  'icao',
  'isOnground',
  'lat',
  'lon',
  'stationId',
  'timestamp',
] as const satisfies readonly (keyof AcarsMessage)[];
export type PlacedMessage = Pick<AcarsMessage, (typeof placedMessageFields)[number]>;

export function saidByFrame(frame: HeardFrame): Said {
  return {
    icao: frame.icao,
    atMs: heardAtMs(frame.timestamp, frame.adsbDateTime),
    stationId: frame.stationId,
    lat: frame.lat,
    lon: frame.lon,
    ...motionOf(frame),
    altitudeFt: altitudeFtOf(frame),
    verticalRateFtMin: frame.verticalRate,
    callsign: frame.identification,
    isOnGround: isOnGroundOf(frame),
  };
}

/** The flight of an ACARS message is no callsign: it is written with another code. */
export function saidByMessage(message: PlacedMessage): Said {
  return {
    icao: message.icao,
    atMs: heardAtMs(message.timestamp, message.acarsDateTime),
    stationId: message.stationId,
    lat: message.lat,
    lon: message.lon,
    altitudeFt: message.alt,
    isOnGround: message.isOnground,
  };
}

const heardAtMs = (epochSeconds: number | null, instant: string): number =>
  epochSeconds === null ? Date.parse(instant) : epochSeconds * 1000;

/** Where the nose points stands in for the track of an aircraft that does not tell its own. */
function motionOf({ ewVelocity, nsVelocity, heading }: HeardFrame): Pick<Said, 'angleDeg' | 'groundSpeedKt'> {
  if (ewVelocity === null || nsVelocity === null) return { angleDeg: heading };
  const speedKt = Math.hypot(ewVelocity, nsVelocity);
  // Who stands still goes nowhere.
  return speedKt === 0
    ? { groundSpeedKt: 0, angleDeg: heading }
    : { groundSpeedKt: speedKt, angleDeg: (Math.atan2(ewVelocity, nsVelocity) * 180) / Math.PI };
}

const feetPerMetre = 3.28084;
/** Of the barometer only: the height of GNSS differs by hundreds of feet. */
export function altitudeFtOf({
  altitude,
  altUnit,
  altInfo,
}: Pick<HeardFrame, 'altitude' | 'altUnit' | 'altInfo'>): number | null {
  if (altitude === null || /gnss|hae/i.test(altInfo ?? '')) return null;
  return /^m/i.test(altUnit ?? '') ? Math.round(altitude * feetPerMetre) : altitude;
}

/** By the type of the squitter; else by what decoders write: 'Normal, Airborne', '4 (Level 2+, ground)'. null = it does not say. */
function isOnGroundOf({ esType, capability, flightStatus, vs }: HeardFrame): boolean | null {
  const type = Number(esType ?? Number.NaN);
  if (type >= 5 && type <= 8) return true;
  if ((type >= 9 && type <= 22) || type === 19) return false;
  for (const words of [vs, flightStatus, capability]) {
    const [isGround, isAirborne] = [/\bground\b/i.test(words ?? ''), /\bairborne\b/i.test(words ?? '')];
    if (isGround !== isAirborne) return isGround;
  }
  return null;
}
