/**
 * Where an aircraft was since it is heard: few points, the older the further apart. Must not: grow without a bound.
 */
import type { Place } from './report.ts';

export type TrackPoint = Place & {
  readonly atMs: number;
  readonly altitudeFt: number | null;
  readonly stationId: string | null;
};

/** A turn before landing takes a minute: four points draw it. */
const leastMs = 15_000;
const mostPoints = 120;

/** A point that comes soon after the last is passed over, as is one at the same place. `most` counts where it is less than usual. */
export function addPoint(track: TrackPoint[], point: TrackPoint, most = mostPoints): void {
  const last = track.at(-1);
  if (last && (point.atMs - last.atMs < leastMs || (point.lat === last.lat && point.lon === last.lon))) return;
  track.push(point);
  if (track.length > Math.min(most, mostPoints)) thinOut(track);
}

/** Of the older half every second one goes. */
function thinOut(track: TrackPoint[]): void {
  const older = track.splice(0, Math.floor(track.length / 2));
  track.unshift(...older.filter((_point, at) => at % 2 === 0));
}
