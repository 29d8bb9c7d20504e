/** Distinguishes two transmitters with one address: no aircraft flies from one place to the other in that time. Pure. */
import { hourMs } from '../../contract/durations.ts';
import { distanceNmi } from '../base/geometry.ts';
import type { Place } from './report.ts';

type Point = Place & { readonly atMs: number };
type Candidate = Point & { readonly firstMs: number };

/** Inaccuracy, and clocks of receivers that differ by seconds. */
const marginNmi = 5;
/** Above the speed of any airliner over ground. */
const maxKt = 1500;
/** A place is left when it is silent for so long: its position was wrong, or the aircraft corrected it. */
const silentMs = 30_000;
/** How long the doubt lasts after the last sign of both. */
const doubtMs = 120_000;
/** Mixed halves of two transmitters give further places. */
const maxCandidates = 4;
const maxTimes = 16;
const timesEveryMs = 2000;

export type Verdict = 'here' | 'moved' | 'elsewhere';

export class TwoPlaces {
  #main: Point | null = null;
  /** Times of positions at the main place, while there is another place. */
  #times: number[] = [];
  #candidates: Candidate[] = [];
  #doubtfulMs = Number.NEGATIVE_INFINITY;

  /** Whether both places were received in turns, around this time. */
  isDoubtful(atMs: number): boolean {
    return Math.abs(atMs - this.#doubtfulMs) <= doubtMs;
  }

  /** `moved` = another place replaces a silent one. `isSuspect` = it was refused before: evidence, never a place. */
  take(point: Point, isSuspect = false): Verdict {
    const main = this.#main;
    if (!main || isReachable(main, point)) {
      if (!isSuspect) this.#stay(point);
      return 'here';
    }
    const near = this.#candidates.find((one) => isReachable(one, point));
    if (near && point.atMs <= near.atMs) return 'elsewhere';
    const isFresh = !near || point.atMs - near.atMs > doubtMs;
    const candidate = { ...point, firstMs: isFresh ? point.atMs : near.firstMs };
    if (this.#times.some((ms) => ms > candidate.firstMs && ms < point.atMs)) this.#doubtfulMs = point.atMs;
    if (!isSuspect && point.atMs - main.atMs > silentMs) {
      this.#main = { lat: point.lat, lon: point.lon, atMs: point.atMs };
      this.#candidates = [];
      this.#times = [];
      return 'moved';
    }
    this.#candidates = [...this.#candidates.filter((one) => one !== near), candidate].slice(-maxCandidates);
    return 'elsewhere';
  }

  #stay({ lat, lon, atMs }: Point): void {
    if (!this.#main || atMs > this.#main.atMs) this.#main = { lat, lon, atMs };
    if (this.#candidates.length === 0 || atMs - (this.#times.at(-1) ?? Number.NEGATIVE_INFINITY) < timesEveryMs) return;
    this.#times.push(atMs);
    if (this.#times.length > maxTimes) this.#times.shift();
  }
}

const isReachable = (from: Point, to: Point): boolean =>
  distanceNmi(from, to) <= marginNmi + (Math.abs(to.atMs - from.atMs) / hourMs) * maxKt;

/**
 * Positions of one transmitter, oldest first, if two were received in turns: those of the place that `now` belongs to, else the most.
 * A single jump stays: then the aircraft was at one place at a time. `isDoubtful` = two are known to use the address: of thinned positions a jump may be
 * all that is left of turns.
 */
export function ofOneTransmitter<P extends Point>(
  points: readonly P[],
  now: Point | null = null,
  isDoubtful = false,
): readonly P[] {
  const tracks: P[][] = [];
  for (const point of points) {
    const track = tracks.find((one) => isReachable(one.at(-1) ?? point, point));
    if (track) track.push(point);
    else if (tracks.length < maxCandidates) tracks.push([point]);
  }
  const [first, ...others] = tracks;
  if (!first || !(isDoubtful || others.some((other) => isInTurns(tracks, other)))) return points;
  const current = now && tracks.find((track) => isReachable(track.at(-1) ?? now, now));
  return current ?? tracks.reduce((most, track) => (track.length > most.length ? track : most), first);
}

/** Another track has positions before the end and after the begin of this one. */
function isInTurns(tracks: readonly (readonly Point[])[], track: readonly Point[]): boolean {
  const [begin, end] = [track[0]?.atMs ?? 0, track.at(-1)?.atMs ?? 0];
  return tracks.some((other) => other !== track && (other[0]?.atMs ?? 0) < end && (other.at(-1)?.atMs ?? 0) > begin);
}
