/** Reads an aircraft.json of readsb or dump1090. */
import { finiteNumber } from '../base/clean-text.ts';
import { isObject, type Json, Unusable, under } from '../base/json-values.ts';
import type { RawReport } from './report.ts';

type AircraftJson = {
  /** Creation time, epoch ms by the receiver's clock. */
  readonly writtenAtMs: number;
  readonly reports: readonly RawReport[];
};

/** `nowMs` = our clock: a receiver whose clock is ahead counts as now. @throws Unusable for other files */
export function readAircraftJson(text: string, stationId: string | null, nowMs: number): AircraftJson {
  const file = parsed(text);
  const now = finiteNumber(file.now);
  if (now === null || !Array.isArray(file.aircraft))
    throw new Unusable('not an aircraft.json: now or aircraft is missing');
  const writtenAtMs = now * 1000;
  const baseMs = Math.min(writtenAtMs, nowMs);
  const reports = (file.aircraft as unknown[])
    .filter(isObject)
    .flatMap((one) => reportOf(one, stationId, baseMs) ?? []);
  return { writtenAtMs, reports };
}

function parsed(text: string): Json {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    throw new Unusable('not JSON');
  }
}

/** Alternative names are those of dump1090 before 2017. `~` before an address marks a non-ICAO one (TIS-B), dropped by report.ts. */
function reportOf(aircraft: Json, stationId: string | null, baseMs: number): RawReport | null {
  const place = 'lat' in aircraft ? aircraft : under(aircraft, 'lastPosition');
  const [lat, lon] = [finiteNumber(place.lat), finiteNumber(place.lon)];
  const hasPlace = lat !== null && lon !== null;
  const agoSeconds = finiteNumber(hasPlace ? (place.seen_pos ?? aircraft.seen) : aircraft.seen);
  if (agoSeconds === null || agoSeconds < 0) return null;
  const altitude = aircraft.alt_baro ?? aircraft.altitude;
  return {
    icao: textOf(aircraft.hex),
    atMs: baseMs - agoSeconds * 1000,
    stationId,
    lat,
    lon,
    angleDeg: finiteNumber(aircraft.track ?? aircraft.calc_track ?? aircraft.true_heading),
    groundSpeedKt: finiteNumber(aircraft.gs ?? aircraft.speed),
    altitudeFt: finiteNumber(altitude),
    verticalRateFtMin: finiteNumber(aircraft.baro_rate ?? aircraft.geom_rate ?? aircraft.vert_rate),
    callsign: textOf(aircraft.flight),
    isOnGround: altitude === 'ground' ? true : finiteNumber(altitude) === null ? null : false,
    squawk: textOf(aircraft.squawk),
    isMlat: Array.isArray(aircraft.mlat) && aircraft.mlat.includes('lat'),
  };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
