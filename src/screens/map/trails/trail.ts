/** Past positions of aircraft as lines in the colours of their altitudes. Pure. */
import type { Feature, FeatureCollection, MultiLineString } from 'geojson';
import { bandOf } from '../../../charts/aircraft-bands.ts';

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
/** A longer silence means another flight: no line crosses it. */
const silenceMs = 30 * 60_000;

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

/** Oldest first, each instant once: the server's points, then those received live. */
export function joinTrail(stored: readonly TrailPoint[], seen: readonly TrailPoint[]): TrailPoint[] {
  const byInstant = new Map([...stored, ...seen].map((point) => [point.at, point]));
  return [...byInstant.values()].sort((a, b) => a.at - b.at);
}

type Properties = { readonly band: number; readonly opacity: number; readonly isGap: boolean };
export type TrailLines = FeatureCollection<MultiLineString, Properties>;
export const noLines: TrailLines = { type: 'FeatureCollection', features: [] };

/**
 * One feature per look (`longestMs` = longest time between positions that is no gap), with the pieces of all trails: thousands of features would cost more than their lines.
 * Each piece is drawn like its last point. Lines continue beyond 180 across the date line.
 */
export function trailLines(
  trails: Iterable<readonly TrailPoint[]>,
  opacityAt: (at: number) => number,
  longestMs = gapMs,
): TrailLines {
  const features = new Map<string, Feature<MultiLineString, Properties>>();
  const lookOf = (properties: Properties): Feature<MultiLineString, Properties> => {
    const key = `${properties.band} ${properties.opacity} ${properties.isGap}`;
    const known = features.get(key);
    if (known) return known;
    const made = {
      type: 'Feature',
      properties,
      geometry: { type: 'MultiLineString', coordinates: [] },
    } satisfies Feature;
    features.set(key, made);
    return made;
  };
  for (const points of trails) {
    let line: number[][] = [];
    let look: Feature<MultiLineString, Properties> | null = null;
    let before: TrailPoint | null = null;
    let from = [0, 0];
    for (const point of points) {
      const to = [before ? nearLon(point.lon, from[0] ?? 0) : point.lon, point.lat];
      const sinceMs = before ? point.at - before.at : Number.POSITIVE_INFINITY;
      if (sinceMs > silenceMs) look = null;
      else {
        const next = lookOf({ band: point.band, opacity: opacityAt(point.at), isGap: sinceMs > longestMs });
        if (next !== look) {
          line = [from];
          next.geometry.coordinates.push(line);
        }
        line.push(to);
        look = next;
      }
      before = point;
      from = to;
    }
  }
  return features.size === 0 ? noLines : { type: 'FeatureCollection', features: [...features.values()] };
}

const nearLon = (lon: number, other: number): number => lon + 360 * Math.round((other - lon) / 360);
