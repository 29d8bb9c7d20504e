/** Past positions of aircraft: of responses, as received here, and as lines in the colours of their altitudes. */
import { useQuery } from '@tanstack/react-query';
import type { Feature, FeatureCollection, MultiLineString } from 'geojson';
import { api } from '../../../../contract/api.ts';
import { bandOf } from '../../../charts/altitude-bands.ts';
import { gapMs, longestTrailMs, readTrail, type TrailPoint } from '../../../charts/recent-trails.ts';
import { companyQuery } from '../../../data/company-query.ts';
import { readAny } from '../../../data/response.ts';
import { send } from '../../../data/send.ts';
import { useMapShare } from '../map-context.ts';
import type { Aircraft } from './aircraft.ts';

/** Oldest first, each instant once: the server's points, then those received live. */
export function joinTrail(stored: readonly TrailPoint[], seen: readonly TrailPoint[]): TrailPoint[] {
  const byInstant = new Map([...stored, ...seen].map((point) => [point.at, point]));
  return [...byInstant.values()].sort((a, b) => a.at - b.at);
}

/** A longer silence means another flight: no line crosses it. */
const silenceMs = 30 * 60_000;

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

const mostPoints = 32;
/** Interval of points, so that the most points cover the longest time. */
const everyMs = longestTrailMs / mostPoints;
/** With more aircraft each has fewer points: about 8 MB. */
const maxInAll = 160_000;

/** Points of one aircraft, oldest first, as numbers: as objects, those of 5,000 aircraft were 23 MB of heap (decision 52). */
class Points {
  private numbers = new Float64Array(0);
  length = 0;

  /** Whether the position is another one, long enough after the last. Makes no object: it is asked for each aircraft of each response. */
  isBefore({ lat, lon, fixAt }: Aircraft): boolean {
    const from = (this.length - 1) * numbersEach;
    const [lastLat, lastLon, lastAt = 0] = [this.numbers[from], this.numbers[from + 1], this.numbers[from + 2]];
    return fixAt - lastAt >= everyMs && (lat !== lastLat || lon !== lastLon);
  }

  /** `most` = points that stay. */
  add({ lat, lon, at, altitudeFt, band }: TrailPoint, most: number): void {
    const excess = this.length + 1 - most;
    if (excess > 0) {
      this.numbers.copyWithin(0, excess * numbersEach, this.length * numbersEach);
      this.length -= excess;
    }
    const from = this.length * numbersEach;
    if (from === this.numbers.length) {
      const larger = new Float64Array(Math.max(4 * numbersEach, 2 * from));
      larger.set(this.numbers);
      this.numbers = larger;
    }
    this.numbers.set([lat, lon, at, altitudeFt ?? Number.NaN, band], from);
    this.length++;
  }

  all(): TrailPoint[] {
    return Array.from({ length: this.length }, (_, index) => this.at(index));
  }

  private at(index: number): TrailPoint {
    const from = index * numbersEach;
    const [lat = 0, lon = 0, at = 0, feet = 0, band = 0] = this.numbers.subarray(from, from + numbersEach);
    return { lat, lon, at, altitudeFt: Number.isNaN(feet) ? null : feet, band };
  }
}
const numbersEach = 5;

export class RecentTrails {
  private readonly byKey = new Map<string, Points>();

  /** Adds a fleet's positions and forgets aircraft that it does not contain. */
  take(fleet: ReadonlyMap<string, Aircraft>): void {
    const most = Math.min(mostPoints, Math.max(2, Math.floor(maxInAll / fleet.size)));
    let kept = 0;
    for (const aircraft of fleet.values()) {
      if (aircraft.isStored) continue;
      this.add(aircraft, most);
      kept++;
    }
    if (this.byKey.size > kept) for (const key of this.byKey.keys()) if (!fleet.has(key)) this.byKey.delete(key);
  }

  /** Adds earlier points, such as those of the server, oldest first. */
  addEarlier(key: string, earlier: readonly TrailPoint[]): void {
    const known = this.byKey.get(key)?.all() ?? [];
    const first = known[0]?.at ?? Number.POSITIVE_INFINITY;
    const points = new Points();
    for (const point of [...earlier.filter(({ at }) => at < first), ...known]) points.add(point, mostPoints);
    this.byKey.set(key, points);
  }

  /** Oldest first, up to its position. Fewer than two points are no trail. */
  of(aircraft: Aircraft, sinceMs: number): readonly TrailPoint[] {
    const known = this.byKey.get(aircraft.key)?.all() ?? [];
    const points = known.filter(({ at }) => at >= sinceMs && at < aircraft.fixAt);
    const isParked = points.every(({ lat, lon }) => lat === aircraft.lat && lon === aircraft.lon);
    return isParked ? [] : [...points, pointOf(aircraft)];
  }

  private add(aircraft: Aircraft, most: number): void {
    const points = this.byKey.get(aircraft.key) ?? new Points();
    if (points.length > 0 && !points.isBefore(aircraft)) return;
    points.add(pointOf(aircraft), most);
    this.byKey.set(aircraft.key, points);
  }
}

export const pointOf = (aircraft: Aircraft): TrailPoint => ({
  lat: aircraft.lat,
  lon: aircraft.lon,
  at: aircraft.fixAt,
  altitudeFt: aircraft.altitudeFt,
  band: bandOf(aircraft),
});

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
