/** A position report of any source. Invalid addresses, positions and speeds become unknown here. */
import { callsignOf } from '../../contract/callsign.ts';
import { squawkOf } from '../../contract/squawk.ts';

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
};
export type Report = {
  /** 24-bit ICAO address: six hexadecimal digits in upper case. */
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
  /** Calculated by several receivers, not sent by the aircraft. */
  readonly isMlat: boolean;
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
  readonly isMlat?: boolean;
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
  if (!/^[0-9A-F]{6}$/.test(icao) || icao === '000000' || icao === 'FFFFFF') return null;
  if (!(raw.atMs > nowMs - maxAgeMs && raw.atMs <= nowMs + aheadMs)) return null;
  return {
    icao,
    atMs: Math.round(raw.atMs),
    stationId: raw.stationId,
    place: placeOf(raw.lat, raw.lon),
    isMessage: raw.isMessage ?? false,
    isFault: raw.isFault ?? false,
    isMlat: raw.isMlat ?? false,
    isSuspect: raw.isSuspect ?? false,
    measures: {
      angleDeg: direction(raw.angleDeg),
      groundSpeedKt: within(raw.groundSpeedKt, 0, 2500),
      altitudeFt: within(raw.altitudeFt, -2000, 150_000),
      verticalRateFtMin: within(raw.verticalRateFtMin, -50_000, 50_000),
      callsign: usableCallsign(raw.callsign),
      isOnGround: raw.isOnGround ?? null,
      squawk: squawkOf(raw.squawk),
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

/** Five decimals of a degree are a metre. */
export function rounded(value: number, digits: number): number {
  const factor = 10 ** digits;
  return Math.round(value * factor) / factor;
}
