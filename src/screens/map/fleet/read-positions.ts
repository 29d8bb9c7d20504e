/** Tolerant reader of the three position sources. Other servers send only the five fields of MAP-16. Pure. */
import { callsignOf } from '../../../../contract/callsign.ts';
import { type PositionKind, positionKindOf } from '../../../../contract/entities/map.ts';
import { emergencyStateOf, squawkOf } from '../../../../contract/squawk.ts';
import { type AircraftKind, aircraftKey, type Fix } from './aircraft.ts';

/** No more are taken from one response: a map of them is unreadable long before. */
export const maxAircraft = 50_000;

type Raw = Readonly<Record<string, unknown>>;

function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}
function textOf(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text.trim() !== '' ? text.trim().slice(0, 24) : null;
}
function within(value: unknown, limit: number): number | null {
  const degrees = numberOf(value);
  return degrees !== null && Math.abs(degrees) <= limit ? degrees : null;
}
/** 360 is north. Values beyond a full turn are unknown. */
function angleOf(value: unknown): number | null {
  const angle = numberOf(value);
  return angle === null || angle < -360 || angle > 360 ? null : (angle + 360) % 360;
}
function instantOf(value: unknown): number | null {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isFinite(ms) ? ms : null;
}
const scaled = (value: unknown, factor: number): number | null => {
  const number = numberOf(value);
  return number === null ? null : number * factor;
};

/** A row of receivers, or of OpenSky through our API. */
function fixOfRow(value: unknown): Fix | null {
  if (typeof value !== 'object' || value === null) return null;
  const row = value as Raw;
  const icao = textOf(row.icao);
  const [lat, lon] = [within(row.lat, 90), within(row.lon, 180)];
  if (icao === null || lat === null || lon === null) return null;
  return {
    icao,
    lat,
    lon,
    angle: angleOf(row.angle),
    seenAt: instantOf(row.seenAt),
    callsign: callsignOf(textOf(row.callsign)),
    altitudeFt: numberOf(row.altitudeFt),
    groundSpeedKt: numberOf(row.groundSpeedKt),
    verticalRateFtMin: numberOf(row.verticalRateFtMin),
    isOnGround: typeof row.isOnGround === 'boolean' ? row.isOnGround : null,
    squawk: squawkOf(row.squawk),
    messageAt: instantOf(row.lastMessageAt),
    faultAt: instantOf(row.lastFaultAt),
    typeCode: textOf(row.typeCode),
    // Older servers state MLAT only.
    positionKind: positionKindOf(row.positionKind) ?? (row.isMlat === true ? 'MLAT' : null),
    isAltitudeGeometric: row.isAltitudeGeometric === true,
    emergency: emergencyStateOf(row.emergency),
    registration: textOf(row.registration),
    isDoubtful: row.isDoubtful === true,
    kind: 'unknown',
  };
}

const metreFt = 1 / 0.3048;
const metreSecondKt = 3600 / 1852;

/** Sources of the states service: ADS-B, ASTERIX (radar), MLAT, FLARM. */
const stateKinds: readonly PositionKind[] = ['ADS-B', 'other', 'MLAT', 'other'];

/** Emitter categories of the states service. */
function kindOf(category: unknown): AircraftKind {
  if (category === 8) return 'helicopter';
  if (category === 2 || category === 9 || category === 12) return 'light';
  return typeof category === 'number' && category >= 3 && category <= 7 ? 'airliner' : 'unknown';
}

/** A state of the public service: an array, longitude before latitude, metres and metres per second. */
function fixOfState(state: unknown): Fix | null {
  if (!Array.isArray(state)) return null;
  const [icao24, callsign, , timePosition, lastContact, longitude, latitude, baroAltitude, onGround] = state;
  const icao = textOf(icao24);
  const [lat, lon] = [within(latitude, 90), within(longitude, 180)];
  if (icao === null || lat === null || lon === null) return null;
  const isGeometric = onGround !== true && numberOf(baroAltitude) === null && numberOf(state[13]) !== null;
  const seconds = numberOf(timePosition) ?? numberOf(lastContact);
  return {
    icao,
    lat,
    lon,
    angle: angleOf(state[10]),
    seenAt: seconds === null ? null : seconds * 1000,
    callsign: callsignOf(textOf(callsign)),
    altitudeFt: scaled(isGeometric ? state[13] : baroAltitude, metreFt),
    groundSpeedKt: scaled(state[9], metreSecondKt),
    verticalRateFtMin: scaled(state[11], metreFt * 60),
    isOnGround: typeof onGround === 'boolean' ? onGround : null,
    squawk: squawkOf(state[14]),
    messageAt: null,
    faultAt: null,
    typeCode: null,
    positionKind: stateKinds[numberOf(state[16]) ?? -1] ?? null,
    isAltitudeGeometric: isGeometric,
    emergency: null,
    registration: null,
    isDoubtful: false,
    kind: kindOf(state[17]),
  };
}

/** Duplicate addresses: the newer fix, without ages the later one. */
const isNewer = (next: Fix, known: Fix): boolean => (next.seenAt ?? 0) >= (known.seenAt ?? 0);

/** Fixes of a response, one per address. null = not a response of these sources. */
export function readPositions(response: unknown): Fix[] | null {
  if (typeof response !== 'object' || response === null) return null;
  const { currentLocations, openSkys, states } = response as Raw;
  if (states === null) return [];
  const rows = currentLocations ?? openSkys ?? states;
  if (!Array.isArray(rows)) return null;
  const read = rows === states ? fixOfState : fixOfRow;
  const fixes = new Map<string, Fix>();
  for (const row of rows) {
    const fix = read(row);
    if (fix === null) continue;
    const key = aircraftKey(fix.icao);
    const known = fixes.get(key);
    if (known ? isNewer(fix, known) : fixes.size < maxAircraft) fixes.set(key, fix);
  }
  return [...fixes.values()];
}
