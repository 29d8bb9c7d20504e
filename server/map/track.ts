/** Positions of an aircraft in this process: few points, sparser with age, bounded. */
import type { Place } from './report.ts';

export type TrackPoint = Place & {
  readonly atMs: number;
  readonly altitudeFt: number | null;
  readonly stationId: string | null;
};

/** A turn before landing takes a minute: four points draw it. */
const leastMs = 15_000;
const mostPoints = 120;

/** Points soon after the last, or at the same position, are skipped. `most` applies if it is lower than usual. */
export function addPoint(track: TrackPoint[], point: TrackPoint, most = mostPoints): void {
  const last = track.at(-1);
  if (last && (point.atMs - last.atMs < leastMs || (point.lat === last.lat && point.lon === last.lon))) return;
  track.push(point);
  if (track.length > Math.min(most, mostPoints)) thinOut(track);
}

/** Drops every second point of the older half. */
function thinOut(track: TrackPoint[]): void {
  const older = track.splice(0, Math.floor(track.length / 2));
  track.unshift(...older.filter((_point, at) => at % 2 === 0));
}
