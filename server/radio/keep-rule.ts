/**
 * Which frames become rows (decision 60). An aircraft sends several frames a second, and most repeat the last one. Per aircraft and kind: the
 * first frame, then one of each interval, and every change of what a person looks for.
 */
import { Generations } from '../mode-s/generations.ts';
import { distanceM, type Place } from '../mode-s/geometry.ts';
import type { Sighting } from './sighting.ts';

type Position = Place & { readonly atMs: number; readonly trackDeg: number | null; readonly altitudeFt: number | null };
/** State of an aircraft at one station for this rule. */
type Known = {
  /** When a row of each kind was stored. */
  readonly storedAtMs: Map<string, number>;
  readonly values: Map<string, Value>;
  position: Position | null;
  trackDeg: number | null;
};
/** `pending` = another value that was received once. */
type Value = { value: string; pending: string | null; pendingMs: number };

const maxAircraft = 20_000;
const forgottenMs = 900_000;
/** Kinds that are not of interest often take ten times as long. */
const restFactor = 10;
const confirmWithinMs = 30_000;
const turnDeg = 15;
const climbFt = 1000;
const soonestMs = 5000;
/** 1,900 kt. Farther is another aircraft, not a turn. */
const fastestMPerMs = 1;

export class KeepRule {
  readonly #baseMs: number | null;
  /** Makes the interval so many times wider. */
  factor = 1;
  readonly #aircraft = new Generations<Known>({ size: maxAircraft, ageMs: forgottenMs });

  /** @param seconds interval of positions and velocities, null = every frame */
  constructor(seconds: number | null) {
    this.#baseMs = seconds === null ? null : seconds * 1000;
  }

  isSelected(sighting: Sighting): boolean {
    if (this.#baseMs === null) return true;
    const known = this.#of(sighting);
    const { kind, timeMs, isOften } = sighting;
    // Not short-circuited: each value is remembered.
    const hasChanged = sighting.values.filter((one) => isChange(known, one, sighting)).length > 0;
    const intervalMs = this.#baseMs * this.factor * (isOften ? 1 : restFactor);
    const isDue = isOver(known.storedAtMs.get(kind), timeMs, intervalMs);
    if (!hasChanged && !isDue && !hasMoved(sighting, known)) return false;
    known.storedAtMs.set(kind, timeMs);
    if (sighting.place) known.position = positionOf(sighting, sighting.place, known);
    return true;
  }

  #of({ address, timeMs, trackDeg }: Sighting): Known {
    const found = this.#aircraft.get(address, timeMs);
    const known = found ?? { storedAtMs: new Map(), values: new Map(), position: null, trackDeg: null };
    if (!found) this.#aircraft.set(address, known, timeMs);
    known.trackDeg = trackDeg ?? known.trackDeg;
    return known;
  }
}

/** A clock that was set back starts again. */
const isOver = (lastMs: number | undefined, nowMs: number, intervalMs: number): boolean =>
  lastMs === undefined || Math.abs(nowMs - lastMs) >= intervalMs;

const positionOf = ({ timeMs, altitudeFt }: Sighting, { lat, lon }: Place, { trackDeg }: Known): Position => ({
  lat,
  lon,
  atMs: timeMs,
  trackDeg,
  altitudeFt,
});

function isChange({ values }: Known, [name, value]: readonly [string, string], { isProof, timeMs }: Sighting): boolean {
  const known = values.get(name);
  if (!known) {
    values.set(name, { value, pending: null, pendingMs: 0 });
    return false;
  }
  const isRepeated = known.pending === value && Math.abs(timeMs - known.pendingMs) <= confirmWithinMs;
  if (value === known.value || isProof || isRepeated) {
    known.pending = null;
    const hasChanged = value !== known.value;
    known.value = value;
    return hasChanged;
  }
  known.pending = value;
  known.pendingMs = timeMs;
  return false;
}

/** A turn or a climb since the last stored position. */
function hasMoved({ place, timeMs, altitudeFt }: Sighting, { position, trackDeg }: Known): boolean {
  if (!place || !position) return false;
  const sinceMs = timeMs - position.atMs;
  if (sinceMs < soonestMs || distanceM(position, place) > sinceMs * fastestMPerMs) return false;
  const climbedFt =
    altitudeFt === null || position.altitudeFt === null ? 0 : Math.abs(altitudeFt - position.altitudeFt);
  if (climbedFt >= climbFt) return true;
  return trackDeg !== null && position.trackDeg !== null && turnOf(trackDeg, position.trackDeg) >= turnDeg;
}

const turnOf = (a: number, b: number): number => Math.abs(((a - b + 540) % 360) - 180);
