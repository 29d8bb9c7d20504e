/**
 * Which aircraft a pointer means. Pure. Must not: know the map library, or go by anything but what is drawn.
 */
import type { Aircraft } from '../positions/aircraft.ts';
import { placeAt, type World } from '../positions/motion.ts';

/** A finger needs 44 px, a mouse hits what it points at. */
export const touchTargetPx = 44;
const mouseMarginPx = 4;
/** No aircraft is drawn further from its fix than this part of the world. */
const farthestDrift = 0.003;

export type Pointer = {
  /** Where it points, on whichever copy of the world. */
  readonly at: World;
  readonly isCoarse: boolean;
};
export type Drawn = {
  readonly now: number;
  readonly furthestS: number;
  /** Width of an icon, and of the whole world. */
  readonly iconPx: number;
  readonly worldPx: number;
};

/** The nearest within reach; null = none. */
export function aircraftAt(list: readonly Aircraft[], { at, isCoarse }: Pointer, drawn: Drawn): Aircraft | null {
  const reachPx = isCoarse ? Math.max(touchTargetPx, drawn.iconPx) / 2 : drawn.iconPx / 2 + mouseMarginPx;
  const reach = reachPx / drawn.worldPx;
  let best2 = reach * reach;
  let best: Aircraft | null = null;
  for (const aircraft of list) {
    // Its longitude alone rules out nearly all, which saves reckoning where they have got to.
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
