/** Trails of all aircraft from the positions that this client received. */
import { bandOf } from '../../../charts/aircraft-bands.ts';
import type { Aircraft } from '../positions/aircraft.ts';
import type { TrailPoint } from './trail.ts';

const longestMs = 15 * 60_000;
const mostPoints = 32;
/** Interval of points, so that the most points cover the longest time. */
const everyMs = longestMs / mostPoints;
/** With more aircraft each has fewer points: about 15 MB. */
const mostInAll = 160_000;

export class RecentTrails {
  private readonly byKey = new Map<string, TrailPoint[]>();

  /** Adds a fleet's positions and forgets aircraft that it does not contain. */
  take(fleet: ReadonlyMap<string, Aircraft>): void {
    const most = Math.min(mostPoints, Math.max(2, Math.floor(mostInAll / fleet.size)));
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

  clear(): void {
    this.byKey.clear();
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
