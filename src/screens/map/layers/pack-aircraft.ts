/**
 * Aircraft -> the numbers that the graphics card draws them by: where the fix is, how it drifts, how old it is, which outline.
 * The card moves and ages them by itself, so that between two answers nothing is reckoned here.
 * Pure but for the array that is filled. Must not: know WebGL.
 */
import type { Aircraft } from '../positions/aircraft.ts';
import { driftOf, furthestTravelS, type World, worldOf } from '../positions/motion.ts';
import { type ShapeName, shapeNames } from './aircraft-shapes.ts';

/** x, y (from the origin), drift x, drift y (a second), age s, held s, angle rad, look. */
export const numbersEach = 8;
/** Added to the number of the shape. */
export const selectedLook = 16;
export const hoveredLook = 32;
/** Beyond it age changes nothing, and a float holds the seconds exactly. */
const oldestS = 100_000;

export type Packed = {
  /** Grown, never shrunk: used again for each answer. */
  numbers: Float32Array<ArrayBuffer>;
  count: number;
  /** World place that x and y are counted from: near the view, so that a float is fine enough. */
  origin: World;
  /** Epoch ms that the ages are of. */
  at: number;
  /** World units a second of the fastest that may still move; 0 = nothing moves. */
  fastest: number;
};

export const emptyPack = (): Packed => ({
  numbers: new Float32Array(0),
  count: 0,
  origin: { x: 0, y: 0 },
  at: 0,
  fastest: 0,
});

export function shapeOf(aircraft: Pick<Aircraft, 'angle' | 'isOnGround' | 'kind'>): ShapeName {
  if (aircraft.angle === null) return 'undirected';
  if (aircraft.isOnGround === true) return 'ground';
  return aircraft.kind === 'unknown' ? 'airliner' : aircraft.kind;
}
const cellOf = Object.fromEntries(shapeNames.map((name, cell) => [name, cell])) as Record<ShapeName, number>;

export type PackView = {
  readonly now: number;
  readonly origin: World;
  readonly selectedKey: string | null;
  readonly hoveredKey: string | null;
};

/** Fills `packed`; who is selected or hovered comes last, to be drawn on top. */
export function packAircraft(packed: Packed, list: readonly Aircraft[], view: PackView): void {
  const needed = list.length * numbersEach;
  if (packed.numbers.length < needed) packed.numbers = new Float32Array(Math.ceil(needed * 1.5));
  Object.assign(packed, { count: list.length, origin: view.origin, at: view.now, fastest: 0 });
  let place = 0;
  const onTop: Aircraft[] = [];
  for (const aircraft of list) {
    if (aircraft.key === view.selectedKey || aircraft.key === view.hoveredKey) onTop.push(aircraft);
    else packOne(packed, place++, aircraft, 0);
  }
  onTop.sort((a) => (a.key === view.selectedKey ? 1 : -1));
  for (const aircraft of onTop)
    packOne(packed, place++, aircraft, aircraft.key === view.selectedKey ? selectedLook : hoveredLook);
}

function packOne(packed: Packed, place: number, aircraft: Aircraft, look: number): void {
  const { numbers, origin } = packed;
  const fix = worldOf(aircraft.lat, aircraft.lon);
  const drift = driftOf(aircraft);
  const ageS = Math.min(oldestS, Math.max(0, (packed.at - aircraft.fixAt) / 1000));
  const first = place * numbersEach;
  numbers[first] = fix.x - origin.x;
  numbers[first + 1] = fix.y - origin.y;
  numbers[first + 2] = drift.x;
  numbers[first + 3] = drift.y;
  numbers[first + 4] = ageS;
  numbers[first + 5] = aircraft.heldS;
  numbers[first + 6] = ((aircraft.angle ?? 0) * Math.PI) / 180;
  numbers[first + 7] = cellOf[shapeOf(aircraft)] + look;
  const speed = Math.abs(drift.x) + Math.abs(drift.y);
  if (ageS < furthestTravelS && speed > packed.fastest) packed.fastest = speed;
}
