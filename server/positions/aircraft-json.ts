/**
 * What readsb and dump1090 write as aircraft.json: which aircraft they hear now. Must not: fetch it, or judge values (report.ts does).
 */
import { finiteNumber } from '../receive/clean-text.ts';
import { isObject, type Json, Unusable, under } from '../receive/json-values.ts';
import type { Said } from './report.ts';

export type AircraftJson = {
  /** When it was written, in epoch ms by the clock of the receiver. */
  readonly writtenAtMs: number;
  readonly said: readonly Said[];
};

/** `nowMs` = our clock: a receiver whose own runs ahead is taken to write now. @throws Unusable what is no such file */
export function readAircraftJson(text: string, stationId: string | null, nowMs: number): AircraftJson {
  const file = parsed(text);
  const now = finiteNumber(file.now);
  if (now === null || !Array.isArray(file.aircraft))
    throw new Unusable('it is no aircraft.json: now or aircraft is missing');
  const writtenAtMs = now * 1000;
  const baseMs = Math.min(writtenAtMs, nowMs);
  const said = (file.aircraft as unknown[]).filter(isObject).flatMap((one) => saidBy(one, stationId, baseMs) ?? []);
  return { writtenAtMs, said };
}

function parsed(text: string): Json {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    throw new Unusable('it is no JSON');
  }
}

/** The second names are those of dump1090 before 2017. `~` before an address marks one that is not an aircraft's own (TIS-B): report.ts drops it. */
function saidBy(aircraft: Json, stationId: string | null, baseMs: number): Said | null {
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
  };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
