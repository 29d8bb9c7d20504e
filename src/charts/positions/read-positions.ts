/** Tolerant reader of the three position sources. Other servers send only the five fields of MAP-16. Pure. */
import { callsignOf } from '../../../contract/callsign.ts';
import { type Location, type PositionKind, positionKindOf } from '../../../contract/entities/map.ts';
import {
  type ColumnRows,
  decodeColumns,
  icaoOf,
  isPositionColumns,
  noRows,
  rowChanges,
} from '../../../contract/position-columns.ts';
import { emergencyStateOf, squawkOf } from '../../../contract/squawk.ts';
import { aircraftKindOf } from '../aircraft/kinds.ts';
import { aircraftKey, type Fix } from './fix.ts';

/** No more are taken from one response: a map of them is unreadable long before. */
export const maxAircraft = 50_000;

type Raw = Readonly<Record<string, unknown>>;

function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}
function textOf(value: unknown, most = 24): string | null {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text.trim() !== '' ? text.trim().slice(0, most) : null;
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
const flagOf = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null);
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
    ...readTexts(icao, row),
    lat,
    lon,
    angle: angleOf(row.angle),
    seenAt: instantOf(row.seenAt),
    altitudeFt: numberOf(row.altitudeFt),
    groundSpeedKt: numberOf(row.groundSpeedKt),
    verticalRateFtMin: numberOf(row.verticalRateFtMin),
    isOnGround: flagOf(row.isOnGround),
    messageAt: instantOf(row.lastMessageAt),
    faultAt: instantOf(row.lastFaultAt),
    isAltitudeGeometric: row.isAltitudeGeometric === true,
    messages: numberOf(row.messages),
    isDoubtful: row.isDoubtful === true,
  };
}

type Texts = Pick<
  Fix,
  | 'icao'
  | 'key'
  | 'callsign'
  | 'squawk'
  | 'typeCode'
  | 'positionKind'
  | 'emergency'
  | 'registration'
  | 'airline'
  | 'category'
  | 'kind'
>;
function readTexts(icao: string, row: Raw): Texts {
  const [typeCode, category] = [textOf(row.typeCode), textOf(row.category)];
  return {
    icao,
    key: aircraftKey(icao),
    callsign: callsignOf(textOf(row.callsign)),
    squawk: squawkOf(row.squawk),
    typeCode,
    // Older servers state MLAT only.
    positionKind: positionKindOf(row.positionKind) ?? (row.isMlat === true ? 'MLAT' : null),
    emergency: emergencyStateOf(row.emergency),
    registration: textOf(row.registration),
    airline: textOf(row.airline, 60),
    category,
    kind: aircraftKindOf({ icao, typeCode, category }),
  };
}

const metreFt = 1 / 0.3048;
const metreSecondKt = 3600 / 1852;

/** Sources of the states service: ADS-B, ASTERIX (radar), MLAT, FLARM. */
const stateKinds: readonly PositionKind[] = ['ADS-B', 'other', 'MLAT', 'other'];

/** Emitter categories of the states service, as those of ADS-B. */
const stateCategories: Readonly<Record<number, string>> = {
  ...{ 2: 'A1', 3: 'A2', 4: 'A3', 5: 'A4', 6: 'A5', 7: 'A6', 8: 'A7', 9: 'B1', 10: 'B2', 11: 'B3', 12: 'B4', 14: 'B6' },
};

/** A state of the public service: an array, longitude before latitude, metres and metres per second. */
function fixOfState(state: unknown): Fix | null {
  if (!Array.isArray(state)) return null;
  const [icao24, callsign, , timePosition, lastContact, longitude, latitude, baroAltitude, onGround] = state;
  const icao = textOf(icao24);
  const [lat, lon] = [within(latitude, 90), within(longitude, 180)];
  if (icao === null || lat === null || lon === null) return null;
  const isGeometric = onGround !== true && numberOf(baroAltitude) === null && numberOf(state[13]) !== null;
  const category = stateCategories[numberOf(state[17]) ?? 0] ?? null;
  const seconds = numberOf(timePosition) ?? numberOf(lastContact);
  return {
    icao,
    key: aircraftKey(icao),
    lat,
    lon,
    angle: angleOf(state[10]),
    seenAt: seconds === null ? null : seconds * 1000,
    callsign: callsignOf(textOf(callsign)),
    altitudeFt: scaled(isGeometric ? state[13] : baroAltitude, metreFt),
    groundSpeedKt: scaled(state[9], metreSecondKt),
    verticalRateFtMin: scaled(state[11], metreFt * 60),
    isOnGround: flagOf(onGround),
    squawk: squawkOf(state[14]),
    messageAt: null,
    faultAt: null,
    typeCode: null,
    positionKind: stateKinds[numberOf(state[16]) ?? -1] ?? null,
    isAltitudeGeometric: isGeometric,
    emergency: null,
    registration: null,
    airline: null,
    category,
    messages: null,
    isDoubtful: false,
    kind: aircraftKindOf({ icao, category }),
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
    const known = fixes.get(fix.key);
    if (known ? isNewer(fix, known) : fixes.size < maxAircraft) fixes.set(fix.key, fix);
  }
  return [...fixes.values()];
}

/** In wire format, to be stored. The id is not used. */
export function rowOf(fix: Fix): Location {
  const instantOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
  return {
    id: 0,
    icao: fix.icao,
    lat: fix.lat,
    lon: fix.lon,
    angle: fix.angle,
    seenAt: instantOf(fix.seenAt),
    callsign: fix.callsign,
    altitudeFt: fix.altitudeFt,
    groundSpeedKt: fix.groundSpeedKt,
    verticalRateFtMin: fix.verticalRateFtMin,
    isOnGround: fix.isOnGround,
    squawk: fix.squawk,
    lastMessageAt: instantOf(fix.messageAt),
    lastFaultAt: instantOf(fix.faultAt),
    typeCode: fix.typeCode,
    isMlat: fix.positionKind === null ? null : fix.positionKind === 'MLAT',
    positionKind: fix.positionKind,
    isAltitudeGeometric: fix.isAltitudeGeometric,
    emergency: fix.emergency,
    registration: fix.registration,
    airline: fix.airline,
    category: fix.category,
    messages: fix.messages,
    isDoubtful: fix.isDoubtful,
  };
}

// ---- Responses by column: what changed since the one before

/** Fixes in the order of the rows. */
export type ColumnState = { readonly rows: ColumnRows; readonly fixes: readonly Fix[] };

/**
 * `before` = of the response with `tag`, of no use afterwards. null = no response by column; 'other' = it continues another one, or it is
 * invalid.
 */
export function readColumns(
  response: unknown,
  before: (ColumnState & { readonly tag: string }) | null,
): ColumnState | 'other' | null {
  if (!isPositionColumns(response)) return null;
  const { base } = response;
  if (base !== null && base !== before?.tag) return 'other';
  const known = base === null ? null : before;
  const decoded = decodeColumns(known?.rows ?? noRows(), response);
  if (decoded === null || decoded.rows.ids.length > maxAircraft) return 'other';
  const { rows, from, changed } = decoded;
  const fixes: Fix[] = [];
  for (let at = 0; at < rows.ids.length; at++) {
    const old = known?.fixes[from === null ? at : (from[at] ?? -1)];
    const isSame = old !== undefined && changed[at] !== rowChanges.texts;
    const fix: Changing = isSame
      ? old
      : { ...readTexts(icaoOf(rows.ids[at] as number), textsAt(rows, at)), ...noNumbers };
    if (!(isSame && changed[at] === rowChanges.none) && !readNumbers(fix, rows, at)) return 'other';
    fixes.push(fix);
  }
  return { rows, fixes };
}

type Changing = { -readonly [Part in keyof Fix]: Fix[Part] };

const msOf = (seconds: unknown): number | null => scaled(seconds, 1000);
/** Divided: a factor of 0.00001 is not exact. */
const degreesOf = (value: unknown, limit: number): number | null =>
  within((numberOf(value) ?? Number.NaN) / 1e5, limit);

/** Fractions from the start, so that a changed number needs no new object. */
const noNumbers: Omit<Fix, keyof Texts> = {
  lat: 0.5,
  lon: 0.5,
  angle: null,
  seenAt: null,
  altitudeFt: null,
  groundSpeedKt: null,
  verticalRateFtMin: null,
  isOnGround: null,
  messageAt: null,
  faultAt: null,
  isAltitudeGeometric: false,
  messages: null,
  isDoubtful: false,
};

/** In place: this runs for each aircraft that has moved. false = it has no position. */
function readNumbers(fix: Changing, { values: v }: ColumnRows, at: number): boolean {
  const [lat, lon] = [degreesOf(v.lat[at], 90), degreesOf(v.lon[at], 180)];
  if (lat === null || lon === null) return false;
  fix.lat = lat;
  fix.lon = lon;
  fix.angle = angleOf(v.angle[at]);
  fix.seenAt = msOf(v.seenAt[at]);
  fix.altitudeFt = numberOf(v.altitudeFt[at]);
  fix.groundSpeedKt = numberOf(v.groundSpeedKt[at]);
  fix.verticalRateFtMin = numberOf(v.verticalRateFtMin[at]);
  fix.isOnGround = flagOf(v.isOnGround[at]);
  fix.messageAt = msOf(v.lastMessageAt[at]);
  fix.faultAt = msOf(v.lastFaultAt[at]);
  fix.isAltitudeGeometric = v.isAltitudeGeometric[at] === true;
  fix.messages = numberOf(v.messages[at]);
  fix.isDoubtful = v.isDoubtful[at] === true;
  return true;
}

const textsAt = ({ values: v }: ColumnRows, at: number): Raw => ({
  callsign: v.callsign[at],
  squawk: v.squawk[at],
  typeCode: v.typeCode[at],
  positionKind: v.positionKind[at],
  emergency: v.emergency[at],
  registration: v.registration[at],
  airline: v.airline[at],
  category: v.category[at],
});
