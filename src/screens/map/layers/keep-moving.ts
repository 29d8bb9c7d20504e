/**
 * Asks the map for frames between two answers, no more often than anything would be seen to move.
 * Must not: move anything itself (the layer does, by the clock), or ask for frames that show the same.
 */
import type { Map as GlMap } from 'maplibre-gl';
import type { AircraftLayer } from './aircraft-layer.ts';

/** The next frame is due when the fastest has gone so far. */
const stepPx = 0.5;
const fastestFrameMs = 33;
const slowestFrameMs = 1000;
/** Nothing moves, but colours age. */
const stillFrameMs = 5000;

/** How long to the next frame, for a speed in px a second. */
export function frameMs(pxPerSecond: number): number {
  if (pxPerSecond <= 0) return stillFrameMs;
  return Math.min(slowestFrameMs, Math.max(fastestFrameMs, (stepPx / pxPerSecond) * 1000));
}

/** Returns the way to stop. */
export function keepMoving(map: GlMap, layer: AircraftLayer, worldPx: () => number): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const plan = (): void => {
    const waitMs = frameMs(layer.fastest() * worldPx());
    timer = setTimeout(() => {
      map.triggerRepaint();
      plan();
    }, waitMs);
  };
  plan();
  return () => clearTimeout(timer);
}
