/** Packs aircraft into GPU attributes: fix, drift, age, outline. The GPU interpolates, so nothing is calculated between responses. Own file: it decides what needs a frame (decision 37). */
import { bandOf } from '../../../charts/altitude-bands.ts';
import { type Aircraft, agedAfterMs, ageOf, fadeSteps, isEmergency, opacityAt } from '../fleet/aircraft.ts';
import { driftOf, furthestTravelS, type World, worldOf } from '../fleet/motion.ts';
import { type ShapeName, shapeNames } from './aircraft-shapes.ts';

/** x, y (from the origin), drift x, drift y (per second), age s, minimum travel s, angle rad, look. */
export const numbersEach = 8;
/** Bits above the shape number, then the altitude band. */
export const selectedLook = 16;
export const hoveredLook = 32;
export const emergencyLook = 64;
export const bandLook = 128;
/** Age has no effect beyond it, and a float stores the seconds exactly. */
const oldestS = 100_000;

export type Packed = {
  /** Grows, never shrinks: reused for each response. */
  numbers: Float32Array<ArrayBuffer>;
  count: number;
  /** World position that x and y are relative to: near the view, for float precision. */
  origin: World;
  /** Epoch ms of the ages. */
  at: number;
  /** Maximum speed, world units per second. 0 = nothing moves. */
  fastest: number;
  /** Seconds until the next colour change by age. Infinity = none. */
  fadeS: number;
};

/** Ages at which the colour changes, ascending. */
const fadesFromS = fadeSteps.map(({ fromMs }) => fromMs / 1000);

export const emptyPack = (): Packed => ({
  numbers: new Float32Array(0),
  count: 0,
  origin: { x: 0, y: 0 },
  at: 0,
  fastest: 0,
  fadeS: Number.POSITIVE_INFINITY,
});

export function shapeOf(aircraft: Pick<Aircraft, 'angle' | 'isOnGround' | 'kind'>): ShapeName {
  if (aircraft.angle === null) return 'undirected';
  if (aircraft.isOnGround === true) return 'ground';
  return aircraft.kind === 'unknown' ? 'airliner' : aircraft.kind;
}
const cellOf = Object.fromEntries(shapeNames.map((name, cell) => [name, cell])) as Record<ShapeName, number>;

type PackView = {
  readonly now: number;
  readonly origin: World;
  readonly selectedKey: string | null;
  readonly hoveredKey: string | null;
};

/** Whether both lists look the same at `now`, so that no frame is needed. For a stationary aircraft a newer fix changes only its age. */
export function isDrawnAlike(before: readonly Aircraft[], next: readonly Aircraft[], now: number): boolean {
  return before.length === next.length && before.every((one, at) => isAlike(one, next[at] as Aircraft, now));
}
function isAlike(one: Aircraft, other: Aircraft, now: number): boolean {
  if (!drawnBy.every((part) => one[part] === other[part])) return false;
  if (bandOf(one) !== bandOf(other) || isEmergency(one) !== isEmergency(other)) return false;
  const { x, y } = driftOf(other);
  if (x !== 0 || y !== 0) return one.fixAt === other.fixAt && one.minTravelS === other.minTravelS;
  return opacityAt(ageOf(one, now)) === opacityAt(ageOf(other, now));
}
const drawnBy = ['key', 'lat', 'lon', 'angle', 'groundSpeedKt', 'isOnGround', 'kind', 'isStored'] as const;

/** Fills `packed` in drawing order: aircraft on the ground, in the air, in an emergency, hovered, selected. */
export function packAircraft(packed: Packed, list: readonly Aircraft[], view: PackView): void {
  const needed = list.length * numbersEach;
  if (packed.numbers.length < needed) packed.numbers = new Float32Array(Math.ceil(needed * 1.5));
  Object.assign(packed, {
    count: list.length,
    origin: view.origin,
    at: view.now,
    fastest: 0,
    fadeS: Number.POSITIVE_INFINITY,
  });
  let place = 0;
  const above: Aircraft[] = [];
  const onTop: Aircraft[] = [];
  for (const aircraft of list) {
    if (rankOf(aircraft, view) > 0) onTop.push(aircraft);
    else if (aircraft.isOnGround === true) packOne(packed, place++, aircraft, 0);
    else above.push(aircraft);
  }
  for (const aircraft of above) packOne(packed, place++, aircraft, 0);
  onTop.sort((a, b) => rankOf(a, view) - rankOf(b, view));
  for (const aircraft of onTop) {
    const look = (isEmergency(aircraft) ? emergencyLook : 0) + (lookOf[rankOf(aircraft, view)] ?? 0);
    packOne(packed, place++, aircraft, look);
  }
}
/** By rank. */
const lookOf = [0, 0, hoveredLook, selectedLook];
function rankOf(aircraft: Aircraft, { selectedKey, hoveredKey }: PackView): number {
  if (aircraft.key === selectedKey) return 3;
  if (aircraft.key === hoveredKey) return 2;
  return isEmergency(aircraft) ? 1 : 0;
}

function packOne(packed: Packed, place: number, aircraft: Aircraft, look: number): void {
  const { numbers, origin } = packed;
  const fix = worldOf(aircraft.lat, aircraft.lon);
  const drift = driftOf(aircraft);
  const youngestS = aircraft.isStored ? agedAfterMs / 1000 : 0;
  const ageS = Math.min(oldestS, Math.max(youngestS, (packed.at - aircraft.fixAt) / 1000));
  const first = place * numbersEach;
  numbers[first] = fix.x - origin.x;
  numbers[first + 1] = fix.y - origin.y;
  numbers[first + 2] = drift.x;
  numbers[first + 3] = drift.y;
  numbers[first + 4] = ageS;
  numbers[first + 5] = aircraft.minTravelS;
  numbers[first + 6] = ((aircraft.angle ?? 0) * Math.PI) / 180;
  numbers[first + 7] = cellOf[shapeOf(aircraft)] + look + bandLook * bandOf(aircraft);
  const speed = Math.abs(drift.x) + Math.abs(drift.y);
  if (ageS < furthestTravelS && speed > packed.fastest) packed.fastest = speed;
  for (const fromS of fadesFromS)
    if (fromS > ageS) {
      packed.fadeS = Math.min(packed.fadeS, fromS - ageS);
      break;
    }
}
