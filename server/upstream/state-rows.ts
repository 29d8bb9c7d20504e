/** Rows of a public aircraft-states service: OpenSky's arrays, longitude before latitude, metres, metres per second. */
import type { Location } from '../../contract/entities/map.ts';
import { writeInstant } from '../../contract/params.ts';
import { squawkOf } from '../../contract/squawk.ts';

/** A valid row: its first field is an address, and it has a position. */
export type StateRow = readonly unknown[];
/** Metres. Absent = no bound. */
export type Band = { readonly from?: number | undefined; readonly to?: number | undefined };

const at = {
  icao: 0,
  callsign: 1,
  positionTime: 3,
  lon: 5,
  lat: 6,
  altitude: 7,
  onGround: 8,
  speed: 9,
  track: 10,
  climb: 11,
  squawk: 14,
};
const feetPerMetre = 1 / 0.3048;
const knotsPerMetreSecond = 3600 / 1852;

const numberAt = (row: StateRow, index: number): number | null => {
  const value = row[index];
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
};

/** Rows of a response with a position. `states` null = none. Each address once. */
export function placedRows(states: unknown): StateRow[] {
  const rows = new Map<string, StateRow>();
  for (const row of Array.isArray(states) ? states : []) {
    if (!Array.isArray(row) || typeof row[at.icao] !== 'string' || !/^[0-9a-f]{6}$/i.test(row[at.icao])) continue;
    const [lat, lon] = [numberAt(row, at.lat), numberAt(row, at.lon)];
    if (lat === null || lon === null || Math.abs(lat) > 90 || Math.abs(lon) > 180) continue;
    rows.set(row[at.icao].toLowerCase(), row);
  }
  return [...rows.values()];
}

/** Degrees. For rows with a position. */
export function placeOf(row: StateRow): { readonly lat: number; readonly lon: number } {
  return { lat: numberAt(row, at.lat) ?? 0, lon: numberAt(row, at.lon) ?? 0 };
}

/** Aircraft on the ground have no barometric altitude: they are in bands that start at the ground. */
export function isRowInBand(
  { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY }: Band,
  row: StateRow,
): boolean {
  const altitude = numberAt(row, at.altitude);
  if (altitude === null) return Math.min(from, to) <= 0;
  return altitude >= Math.min(from, to) && altitude <= Math.max(from, to);
}

/** MAP-16 and our additions. */
export function locationOf(row: StateRow): Location {
  const icao = String(row[at.icao]).toLowerCase();
  const positionTime = numberAt(row, at.positionTime);
  const callsign = row[at.callsign];
  const track = (numberAt(row, at.track) ?? 0) % 360;
  return {
    id: Number.parseInt(icao, 16),
    icao,
    angle: track < 0 ? track + 360 : track,
    seenAt: positionTime !== null && positionTime > 0 && positionTime < 1e11 ? writeInstant(positionTime * 1000) : null,
    callsign: (typeof callsign === 'string' && callsign.trim().slice(0, 20)) || null,
    altitudeFt: rounded(numberAt(row, at.altitude), feetPerMetre),
    groundSpeedKt: rounded(numberAt(row, at.speed), knotsPerMetreSecond),
    verticalRateFtMin: rounded(numberAt(row, at.climb), feetPerMetre * 60),
    isOnGround: typeof row[at.onGround] === 'boolean' ? (row[at.onGround] as boolean) : null,
    squawk: squawkOf(row[at.squawk]),
    lastMessageAt: null,
    lastFaultAt: null,
    typeCode: null,
    isMlat: null,
    isDoubtful: null,
    ...placeOf(row),
  };
}

const rounded = (value: number | null, factor: number): number | null =>
  value === null ? null : Math.round(value * factor);
