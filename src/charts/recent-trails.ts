/** Past positions of aircraft as the server sends them, how long their trails are and how they fade. Pure. */
import { bandOf } from './altitude-bands.ts';

export type TrailPoint = {
  readonly lat: number;
  readonly lon: number;
  /** Epoch ms. */
  readonly at: number;
  readonly altitudeFt: number | null;
  /** Altitude band. */
  readonly band: number;
};

/** Between points further apart the path is a guess and dashed. */
export const gapMs = 3 * 60_000;

/** The valid points of a response, with the altitude band where the altitude is known. */
export function readTrail(response: unknown): TrailPoint[] {
  const rows = (response as { trail?: unknown } | null)?.trail;
  return Array.isArray(rows) ? rows.flatMap(readPoint) : [];
}

function readPoint(row: Readonly<Record<string, unknown>> | null): TrailPoint[] {
  return pointsOf({ ...row, at: Date.parse(String(row?.at)) });
}

function pointsOf(row: Readonly<Record<string, unknown>> & { readonly at: number }): TrailPoint[] {
  const { lat, lon, altitudeFt, at } = row;
  const isPlace = typeof lat === 'number' && typeof lon === 'number' && Math.abs(lat) <= 90 && Math.abs(lon) <= 180;
  if (!isPlace || !Number.isFinite(at)) return [];
  const feet = typeof altitudeFt === 'number' ? altitudeFt : null;
  return [{ lat, lon, at, altitudeFt: feet, band: bandOf({ altitudeFt: feet, isOnGround: null }) }];
}

/** The valid points of a response with all trails. */
export function readRecentTrails(
  response: unknown,
): { readonly icao: string; readonly points: readonly TrailPoint[] }[] {
  const rows = (response as { trails?: unknown } | null)?.trails;
  if (!Array.isArray(rows)) return [];
  return rows.flatMap((row: { icao?: unknown; points?: unknown } | null) => {
    if (typeof row?.icao !== 'string' || !Array.isArray(row.points)) return [];
    const points = row.points.flatMap((point: unknown) => {
      const [lat, lon, seconds, altitudeFt] = Array.isArray(point) ? point : [];
      return pointsOf({ lat, lon, at: Number(seconds) * 1000, altitudeFt });
    });
    return [{ icao: row.icao, points }];
  });
}

/** Of a few aircraft in view. */
export const longestTrailMs = 15 * 60_000;
/** In view: beyond the first number trails are shorter, beyond the second only the selected one is drawn. */
const [shorterFrom, noneFrom] = [600, 1500];
const shorterMs = 5 * 60_000;

/** Duration of the trails of so many aircraft in view. 0 = none. */
export function trailMs(inView: number): number {
  if (inView > noneFrom) return 0;
  return inView > shorterFrom ? shorterMs : longestTrailMs;
}

const [oldestOpacity, newestOpacity] = [0.08, 0.8];
/** Steps of opacity: more are invisible and cost more lines. */
const steps = 8;

export function trailOpacity(ageMs: number, longestAgeMs: number): number {
  const step = Math.min(steps - 1, Math.max(0, Math.floor((ageMs / longestAgeMs) * steps)));
  return newestOpacity - ((newestOpacity - oldestOpacity) * step) / (steps - 1);
}
