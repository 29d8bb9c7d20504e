/** Finds the aircraft at a pointer, by what is drawn. Pure. */
import type { Aircraft } from '../positions/aircraft.ts';
import { placeAt, type World } from '../positions/motion.ts';

/** 44 px for touch, less for a mouse. */
const touchTargetPx = 44;
const mouseMarginPx = 4;
/** Maximum distance between a drawn aircraft and its fix, as a fraction of the world. */
const farthestDrift = 0.003;

export type Pointer = {
  /** Pointer position, on any copy of the world. */
  readonly at: World;
  readonly isCoarse: boolean;
};
export type Drawn = {
  readonly now: number;
  readonly furthestS: number;
  /** Width of an icon, and of the whole world, px. */
  readonly iconPx: number;
  readonly worldPx: number;
};

/** The nearest within tolerance. null = none. */
export function aircraftAt(list: readonly Aircraft[], { at, isCoarse }: Pointer, drawn: Drawn): Aircraft | null {
  const reachPx = isCoarse ? Math.max(touchTargetPx, drawn.iconPx) / 2 : drawn.iconPx / 2 + mouseMarginPx;
  const reach = reachPx / drawn.worldPx;
  let best2 = reach * reach;
  let best: Aircraft | null = null;
  for (const aircraft of list) {
    // Longitude alone excludes nearly all, before any extrapolation.
    const fixDx = (aircraft.lon + 180) / 360 - at.x;
    if (Math.abs(fixDx - Math.round(fixDx)) > reach + farthestDrift) continue;
    const place = placeAt(aircraft, drawn.now, drawn.furthestS);
    const dx = place.x - at.x - Math.round(place.x - at.x);
    if (dx > reach || dx < -reach) continue;
    const dy = place.y - at.y;
    const distance2 = dx * dx + dy * dy;
    if (distance2 <= best2) {
      best2 = distance2;
      best = aircraft;
    }
  }
  return best;
}
