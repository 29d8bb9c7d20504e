/** Past positions of aircraft: of responses, as received here, and as lines in the colours of their altitudes. */
import { useQuery } from '@tanstack/react-query';
import type { Feature, FeatureCollection, MultiLineString } from 'geojson';
import { api } from '../../../../contract/api.ts';
import { bandOf } from '../../../charts/altitude-bands.ts';
import { readAny } from '../../../data/response.ts';
import { send } from '../../../data/send.ts';
import { companyQuery, useMapShare } from '../map-context.ts';
import type { Aircraft } from './aircraft.ts';

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

// ---- of all aircraft, from the positions that this client received

const longestMs = 15 * 60_000;
const mostPoints = 32;
/** Interval of points, so that the most points cover the longest time. */
const everyMs = longestMs / mostPoints;
/** With more aircraft each has fewer points: about 15 MB. */
const maxInAll = 160_000;

export class RecentTrails {
  private readonly byKey = new Map<string, TrailPoint[]>();

  /** Adds a fleet's positions and forgets aircraft that it does not contain. */
  take(fleet: ReadonlyMap<string, Aircraft>): void {
    const most = Math.min(mostPoints, Math.max(2, Math.floor(maxInAll / fleet.size)));
    for (const aircraft of fleet.values()) if (!aircraft.isStored) this.add(aircraft, most);
    for (const key of this.byKey.keys()) if (!fleet.has(key)) this.byKey.delete(key);
  }

  /** Adds earlier points, such as those of the server, oldest first. */
  addEarlier(key: string, earlier: readonly TrailPoint[]): void {
    const known = this.byKey.get(key) ?? [];
    const first = known[0]?.at ?? Number.POSITIVE_INFINITY;
    this.byKey.set(key, [...earlier.filter(({ at }) => at < first), ...known].slice(-mostPoints));
  }

  /** Oldest first, up to its position. Fewer than two points are no trail. */
  of(aircraft: Aircraft, sinceMs: number): readonly TrailPoint[] {
    const points = (this.byKey.get(aircraft.key) ?? []).filter(({ at }) => at >= sinceMs && at < aircraft.fixAt);
    const isParked = points.every(({ lat, lon }) => lat === aircraft.lat && lon === aircraft.lon);
    return isParked ? [] : [...points, pointOf(aircraft)];
  }

  private add(aircraft: Aircraft, most: number): void {
    const points = this.byKey.get(aircraft.key);
    const last = points?.at(-1);
    if (!points || !last) this.byKey.set(aircraft.key, [pointOf(aircraft)]);
    else if (aircraft.fixAt - last.at >= everyMs && (aircraft.lat !== last.lat || aircraft.lon !== last.lon)) {
      points.push(pointOf(aircraft));
      if (points.length > most) points.splice(0, points.length - most);
    }
  }
}

export const pointOf = (aircraft: Aircraft): TrailPoint => ({
  lat: aircraft.lat,
  lon: aircraft.lon,
  at: aircraft.fixAt,
  altitudeFt: aircraft.altitudeFt,
  band: bandOf(aircraft),
});

/** In view: beyond the first number trails are shorter, beyond the second only the selected one is drawn. */
const [shorterFrom, noneFrom] = [600, 1500];
const shorterMs = 5 * 60_000;

/** Duration of the trails of so many aircraft in view. 0 = none. */
export function trailMs(inView: number): number {
  if (inView > noneFrom) return 0;
  return inView > shorterFrom ? shorterMs : longestMs;
}

const [oldestOpacity, newestOpacity] = [0.08, 0.8];
/** Steps of opacity: more are invisible and cost more lines. */
const steps = 8;

export function trailOpacity(ageMs: number, longestAgeMs: number): number {
  const step = Math.min(steps - 1, Math.max(0, Math.floor((ageMs / longestAgeMs) * steps)));
  return newestOpacity - ((newestOpacity - oldestOpacity) * step) / (steps - 1);
}

export const noTrail: readonly TrailPoint[] = [];

/** Stored positions of an aircraft since its last silence, requested once for its trail and its altitudes. */
export function useStoredTrail(icao: string): readonly TrailPoint[] {
  const { company } = useMapShare();
  const { data } = useQuery({
    queryKey: ['trail', icao, company],
    queryFn: async ({ signal }) => {
      const query = { icao, ...companyQuery(company) };
      return readTrail(await send(api.map.trail, { query, cause: 'user', signal }, readAny));
    },
    refetchOnMount: true,
    staleTime: 60_000,
    meta: { isQuiet: true },
  });
  return data ?? noTrail;
}
