/** Position report from a stored ADS-B or ACARS row. */
import type { PositionKind } from '../../contract/entities/map.ts';
import type { AcarsMessage, AdsbMessage } from '../../contract/entities/messages.ts';
import type { EmergencyState } from '../../contract/squawk.ts';
import { readFaults } from '../../decoder/faults/read-faults.ts';
import { receivedText } from '../../decoder/reading.ts';
import type { RawReport } from './report.ts';

/** Fields of a frame with position or motion. */
export const frameFields = [
  'adsbDateTime',
  'aircraftType',
  'altInfo',
  'altUnit',
  'altitude',
  'bds2Identification',
  'capability',
  'controlField',
  'emergencyState',
  'error',
  'esType',
  'ewVelocity',
  'flightStatus',
  'heading',
  'icao',
  'identification',
  'lat',
  'lon',
  'msgType',
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
  'type',
] as const satisfies readonly (keyof AcarsMessage)[];
export type PlacedMessage = Pick<AcarsMessage, (typeof placedMessageFields)[number]>;
/** A text that may be a fault report: the others are not read. */
export const faultTextSql = `case when acars.text ~ 'FLR/|WRN/|MP[FC]/|PLF|CURRENT FAULTS' then acars.text end`;

export function reportOfFrame(frame: ReceivedFrame): RawReport {
  return {
    icao: icaoOfRow(frame.icao),
    atMs: receivedAtMs(frame.timestamp, frame.adsbDateTime),
    stationId: frame.stationId,
    lat: frame.lat,
    lon: frame.lon,
    positionKind: kindOf(frame),
    // A repaired frame proves nothing.
    frame: frame.error || isReply(frame.msgType) ? 'reply' : 'squitter',
    altitudeFt: altitudeFtOf(frame),
    geometricFt: isGeometric(frame) ? feetOf(frame) : null,
    verticalRateFtMin: frame.verticalRate,
    callsign: frame.identification ?? frame.bds2Identification,
    isOnGround: isOnGroundOf(frame),
    // Before version 2 of ADS-B a squitter has no code.
    squawk: frame.esType !== null && frame.squawk === '0000' ? null : frame.squawk,
    emergency: emergencyOf(frame.emergencyState),
    category: frame.aircraftType,
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
    positionKind: message.label === adscLabel ? 'ADS-C' : (linkKinds.find((kind) => kind === message.type) ?? 'other'),
    isFault: !!faultText && isFault(message.label, faultText),
    ...(message.icao === null
      ? {}
      : { lat: message.lat, lon: message.lon, altitudeFt: message.alt, isOnGround: message.isOnground }),
  };
}

/** Types of messages that name their link. */
const linkKinds = ['ACARS', 'VDLM2', 'HFDL'] as const satisfies readonly PositionKind[];

const isFault = (label: string | null, text: string): boolean =>
  readFaults(receivedText({ label: label ?? '', text }))?.kind === 'fault';

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

/** Of ADS-C downlinks. */
const adscLabel = 'B6';

/** Seven digits in rows of an address that is not of ICAO. */
export const icaoOfRow = (address: string | null): string | null =>
  address !== null && /^1[0-9a-f]{6}$/i.test(address) ? `~${address.slice(1)}` : address;

/** Replies of Mode S, and the lines of SBS that come from them. */
const isReply = (msgType: string | null): boolean => /^(DF (0|4|5|11|16|20|21)\b|SBS: MSG,[5-8])/.test(msgType ?? '');

/** By the control field of DF 18. */
export function kindOf({ controlField }: Pick<ReceivedFrame, 'controlField'>): PositionKind {
  const control = controlField?.[0] ?? '';
  if (control === '6') return 'ADS-R';
  return '235'.includes(control) && control !== '' ? 'TIS-B' : 'ADS-B';
}

/** null = not stated, or reserved. */
const emergencyOf = (text: string | null): EmergencyState | null =>
  text === null ? null : (emergencyWords.find(([words]) => words.test(text))?.[1] ?? null);
/** Of texts of decoders, such as `General emergency (squawk 7700)`. */
const emergencyWords: readonly (readonly [RegExp, EmergencyState])[] = [
  [/^no(ne| emergency)/i, 'none'],
  [/^general/i, 'general'],
  [/lifeguard|medical/i, 'lifeguard'],
  [/fuel/i, 'minfuel'],
  [/communication|nordo/i, 'nordo'],
  [/unlawful/i, 'unlawful'],
  [/downed/i, 'downed'],
];

type WithAltitude = Pick<ReceivedFrame, 'altitude' | 'altUnit' | 'altInfo'>;
const feetPerMetre = 3.28084;
/** Barometric only: GNSS height differs by hundreds of feet. */
export const altitudeFtOf = (frame: WithAltitude): number | null => (isGeometric(frame) ? null : feetOf(frame));
const isGeometric = ({ altInfo }: WithAltitude): boolean => /gnss|hae/i.test(altInfo ?? '');
const feetOf = ({ altitude, altUnit }: WithAltitude): number | null =>
  altitude !== null && /^m/i.test(altUnit ?? '') ? Math.round(altitude * feetPerMetre) : altitude;

/** By type of the squitter, otherwise by texts of decoders: 'Normal, Airborne', '4 (Level 2+, ground)'. null = unknown. */
function isOnGroundOf({ esType, capability, flightStatus, vs, msgType }: ReceivedFrame): boolean | null {
  const type = Number(esType ?? Number.NaN);
  if (type >= 5 && type <= 8) return true;
  if ((type >= 9 && type <= 22) || type === 19) return false;
  if (msgType === 'SBS: MSG,2') return true;
  for (const words of [vs, flightStatus, capability]) {
    const [isGround, isAirborne] = [/\bground\b/i.test(words ?? ''), /\bairborne\b/i.test(words ?? '')];
    if (isGround !== isAirborne) return isGround;
  }
  return null;
}
