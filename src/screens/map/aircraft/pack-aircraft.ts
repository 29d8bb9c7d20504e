/** Packs aircraft into GPU attributes: fix, drift, age, outline. The GPU interpolates, so nothing is calculated between responses. Own file: it decides what needs a frame (decision 37). */
import { type ShapeName, shapeNames, shapeOf } from '../../../charts/aircraft/shapes.ts';
import { bandOf } from '../../../charts/altitude-bands.ts';
import { type Aircraft, agedAfterMs, fadeSteps, isEmergency, opacityAt } from '../fleet/aircraft.ts';
import { driftOf, furthestTravelS, travelS, type World, worldOf } from '../fleet/motion.ts';

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
  /** Grows, never shrinks: reused for every other response. */
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

const cellOf = Object.fromEntries(shapeNames.map((name, cell) => [name, cell])) as Record<ShapeName, number>;

type PackView = {
  readonly now: number;
  readonly origin: World;
  readonly selectedKey: string | null;
  readonly hoveredKey: string | null;
};

/** Of the last frame. */
export type Drawn = {
  readonly packed: Packed;
  /** Epoch ms. */
  readonly at: number;
};
type Drawing = {
  /** Maximum extrapolation past a fix, seconds. */
  readonly furthestS: number;
  /** Width of the world, px. */
  readonly worldPx: number;
};

/** Whether a frame at the time of `next` would show what the last frame shows: the fix of an aircraft is mostly where it is drawn already. */
export function isDrawnAlike({ packed, at }: Drawn, next: Packed, { furthestS, worldPx }: Drawing): boolean {
  if (packed.count !== next.count || packed.origin.x !== next.origin.x || packed.origin.y !== next.origin.y)
    return false;
  const [one, other] = [packed.numbers, next.numbers];
  const [drawnS, sinceS] = [(at - packed.at) / 1000, (next.at - packed.at) / 1000];
  const reach = visiblePx / worldPx;
  for (let first = 0; first < next.count * numbersEach; first += numbersEach) {
    if (one[first + 7] !== other[first + 7]) return false;
    if (Math.abs((one[first + 6] as number) - (other[first + 6] as number)) > visibleTurn) return false;
    const [ageS, otherAgeS] = [one[first + 4] as number, other[first + 4] as number];
    if (opacityAt((ageS + sinceS) * 1000) !== opacityAt(otherAgeS * 1000)) return false;
    const travelledS = travelS((ageS + drawnS) * 1000, one[first + 5] as number, furthestS);
    const otherS = travelS(otherAgeS * 1000, other[first + 5] as number, furthestS);
    for (const axis of [first, first + 1]) {
      const from = (one[axis] as number) + (one[axis + 2] as number) * travelledS;
      const to = (other[axis] as number) + (other[axis + 2] as number) * otherS;
      if (Math.abs(to - from) > reach) return false;
    }
  }
  return true;
}
/** The next frame is due when an aircraft has moved this far. */
export const visiblePx = 0.5;
/** About a degree. */
const visibleTurn = 0.02;

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
