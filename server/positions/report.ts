/**
 * What one source says of one aircraft at one instant, and the door through which all of it comes: what is no address, no place on the earth, no
 * such speed is unknown from here on. Must not: know a source's format, or what is known already.
 */
export type Place = { readonly lat: number; readonly lon: number };

/** What is told beside the place. angleDeg = track, clockwise from north; altitudeFt is that of the barometer. */
export type Measures = {
  readonly angleDeg: number;
  readonly groundSpeedKt: number;
  readonly altitudeFt: number;
  readonly verticalRateFtMin: number;
  readonly callsign: string;
  readonly isOnGround: boolean;
};
export type Report = {
  /** 24 bit ICAO address: six hexadecimal digits in capitals. */
  readonly icao: string;
  /** Epoch ms. */
  readonly atMs: number;
  /** As its receiver names itself; null = nobody did. */
  readonly stationId: string | null;
  readonly place: Place | null;
  /** null = not told. */
  readonly measures: { readonly [M in keyof Measures]: Measures[M] | null };
};

/** As a source has it: any number, any text. */
export type Said = { readonly [M in keyof Measures]?: Measures[M] | null | undefined } & {
  readonly icao: string | null | undefined;
  readonly atMs: number;
  readonly stationId: string | null;
  readonly lat?: number | null | undefined;
  readonly lon?: number | null | undefined;
};

/** What was heard longer ago is no place to show any more: a jet is a hundred miles away by then. */
export const keepMs = 10 * 60_000;
/** Clocks of receivers differ by seconds; one that is further ahead would keep its aircraft in place for ever. */
const aheadMs = 60_000;

/** null = nothing of it can be used. */
export function usableReport(said: Said, nowMs: number): Report | null {
  const icao = said.icao?.trim().toUpperCase() ?? '';
  // The address of nobody, and that of everybody.
  if (!/^[0-9A-F]{6}$/.test(icao) || icao === '000000' || icao === 'FFFFFF') return null;
  if (!(said.atMs > nowMs - keepMs && said.atMs <= nowMs + aheadMs)) return null;
  return {
    icao,
    atMs: Math.round(said.atMs),
    stationId: said.stationId,
    place: placeOf(said.lat, said.lon),
    measures: {
      angleDeg: direction(said.angleDeg),
      groundSpeedKt: within(said.groundSpeedKt, 0, 2500),
      altitudeFt: within(said.altitudeFt, -2000, 150_000),
      verticalRateFtMin: within(said.verticalRateFtMin, -50_000, 50_000),
      callsign: callsignOf(said.callsign),
      isOnGround: said.isOnGround ?? null,
    },
  };
}

/** Decoders write 0, 0 for "no position". */
export function placeOf(lat: number | null | undefined, lon: number | null | undefined): Place | null {
  const [latitude, longitude] = [within(lat, -90, 90), within(lon, -180, 180)];
  if (latitude === null || longitude === null || (latitude === 0 && longitude === 0)) return null;
  return { lat: latitude, lon: longitude };
}

/** Some count from -180 to 180. Beyond a full turn it is no direction. */
function direction(degrees: number | null | undefined): number | null {
  const value = within(degrees, -360, 360);
  return value === null ? null : (value + 360) % 360;
}

function within(value: number | null | undefined, min: number, max: number): number | null {
  return typeof value === 'number' && value >= min && value <= max ? value : null;
}

function callsignOf(text: string | null | undefined): string | null {
  const callsign = text?.trim().toUpperCase() ?? '';
  return /^[A-Z0-9]{1,8}$/.test(callsign) ? callsign : null;
}

/** Five digits of a degree are a metre. */
export function rounded(value: number, digits: number): number {
  const factor = 10 ** digits;
  return Math.round(value * factor) / factor;
}
