/** Whether what was asked covers what is in view now. Pure. */
import type { Bounds } from '../../../lib/bounds.ts';

/** Is all of `inner` part of `outer`? A fiftieth of its size may stand out: a nudge asks nothing new. */
export function covers(outer: Bounds, inner: Bounds): boolean {
  const [dLat, dLon] = [(inner.north - inner.south) / 50, (inner.east - inner.west) / 50];
  if (inner.south < outer.south - dLat || inner.north > outer.north + dLat) return false;
  if (outer.east - outer.west >= 360) return true;
  const west = outer.west + ((((inner.west + dLon - outer.west) % 360) + 360) % 360);
  return west + (inner.east - inner.west) - 2 * dLon <= outer.east;
}
