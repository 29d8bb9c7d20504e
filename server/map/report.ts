/** A position report of any source. Invalid addresses, positions and speeds become unknown here. */
import { callsignOf } from '../../contract/callsign.ts';
import type { PositionKind } from '../../contract/entities/map.ts';
import { type EmergencyState, emergencyStateOf, squawkOf } from '../../contract/squawk.ts';

export type Place = { readonly lat: number; readonly lon: number };

/** Values besides the position. angleDeg = track, clockwise from north. altitudeFt is barometric. */
export type Measures = {
  readonly angleDeg: number;
  readonly groundSpeedKt: number;
  readonly altitudeFt: number;
  readonly verticalRateFtMin: number;
  readonly callsign: string;
  readonly isOnGround: boolean;
  readonly squawk: string;
  /** Above the ellipsoid. */
  readonly geometricFt: number;
  readonly emergency: EmergencyState;
  readonly registration: string;
  /** ICAO type, as the receiver knows it. */
  readonly typeCode: string;
  /** Emitter category: A0 to D7. */
  readonly category: string;
};
/** Mode S: a squitter proves its address, the parity of a reply is overlaid with it. null = another source, which checks by itself. */
type FrameKind = 'squitter' | 'reply' | null;
export type Report = {
  /** 24-bit address: six hexadecimal digits in upper case, after ~ if it is not of ICAO. */
  readonly icao: string;
  /** Epoch ms. */
  readonly atMs: number;
  /** Name of its receiver. null = none. */
  readonly stationId: string | null;
  readonly place: Place | null;
  /** An ACARS message, not a position. */
  readonly isMessage: boolean;
  /** Its text is a fault report. */
  readonly isFault: boolean;
  readonly positionKind: PositionKind;
  readonly frame: FrameKind;
  /** Its position was refused: it shows a second transmitter at most. */
  readonly isSuspect: boolean;
  /** null = missing. */
  readonly measures: { readonly [M in keyof Measures]: Measures[M] | null };
};

/** As in the source: any number, any text. */
export type RawReport = { readonly [M in keyof Measures]?: Measures[M] | null | undefined } & {
  readonly icao: string | null | undefined;
  readonly atMs: number;
  readonly stationId: string | null;
  readonly isMessage?: boolean;
  readonly isFault?: boolean;
  /** ADS-B if it is not stated. */
  readonly positionKind?: PositionKind | undefined;
  readonly frame?: FrameKind | undefined;
  readonly isSuspect?: boolean;
  readonly lat?: number | null | undefined;
  readonly lon?: number | null | undefined;
};

/** Older positions are not shown: a jet is a hundred miles away by then. */
export const maxAgeMs = 10 * 60_000;
/** Receiver clocks differ by seconds. One further ahead would keep its aircraft in place forever. */
const aheadMs = 60_000;

/** null = unusable. */
export function usableReport(raw: RawReport, nowMs: number): Report | null {
  const icao = raw.icao?.trim().toUpperCase() ?? '';
  // Unassigned and broadcast addresses.
  if (!/^~?[0-9A-F]{6}$/.test(icao) || icao.endsWith('000000') || icao.endsWith('FFFFFF')) return null;
  if (!(raw.atMs > nowMs - maxAgeMs && raw.atMs <= nowMs + aheadMs)) return null;
  return {
    icao,
    // Two frames of one burst are microseconds apart.
    atMs: Math.round(raw.atMs * 1000) / 1000,
    stationId: raw.stationId,
    place: placeOf(raw.lat, raw.lon),
    isMessage: raw.isMessage ?? false,
    isFault: raw.isFault ?? false,
    positionKind: raw.positionKind ?? (raw.isMessage ? 'other' : 'ADS-B'),
    frame: raw.frame ?? null,
    isSuspect: raw.isSuspect ?? false,
    measures: {
      angleDeg: direction(raw.angleDeg),
      groundSpeedKt: within(raw.groundSpeedKt, 0, 2500),
      altitudeFt: within(raw.altitudeFt, -2000, 150_000),
      verticalRateFtMin: within(raw.verticalRateFtMin, -50_000, 50_000),
      callsign: usableCallsign(raw.callsign),
      isOnGround: raw.isOnGround ?? null,
      squawk: squawkOf(raw.squawk),
      geometricFt: within(raw.geometricFt, -2000, 150_000),
      emergency: emergencyStateOf(raw.emergency),
      registration: usableCode(raw.registration, 12),
      typeCode: usableCode(raw.typeCode, 4),
      category: usableCategory(raw.category),
    },
  };
}

/** Decoders write 0, 0 for "no position". */
export function placeOf(lat: number | null | undefined, lon: number | null | undefined): Place | null {
  const [latitude, longitude] = [within(lat, -90, 90), within(lon, -180, 180)];
  if (latitude === null || longitude === null || (latitude === 0 && longitude === 0)) return null;
  return { lat: latitude, lon: longitude };
}

/** Some count from -180 to 180. Beyond a full turn it is not a direction. */
function direction(degrees: number | null | undefined): number | null {
  const value = within(degrees, -360, 360);
  return value === null ? null : (value + 360) % 360;
}

function within(value: number | null | undefined, min: number, max: number): number | null {
  return typeof value === 'number' && value >= min && value <= max ? value : null;
}

function usableCallsign(text: string | null | undefined): string | null {
  const callsign = callsignOf(text)?.toUpperCase() ?? '';
  return /^[A-Z0-9]{2,8}$/.test(callsign) ? callsign : null;
}

function usableCode(text: string | null | undefined, most: number): string | null {
  const code = text?.trim().toUpperCase() ?? '';
  return /^[A-Z0-9-]{2,}$/.test(code) && code.length <= most ? code : null;
}

const usableCategory = (text: string | null | undefined): string | null =>
  /^[A-D][0-7]$/.exec(text?.trim().toUpperCase() ?? '')?.[0] ?? null;

/** Five decimals of a degree are a metre. */
export function rounded(value: number, digits: number): number {
  const factor = 10 ** digits;
  return Math.round(value * factor) / factor;
}
