/** Requests map frames between responses only while an aircraft visibly moves or changes colour. */
import type { Map as GlMap } from 'maplibre-gl';
import { fromGlZoom } from '../gl-zoom.ts';
import type { AircraftLayer } from './aircraft-layer.ts';

const tilePx = 256;
export const worldPxOf = (map: GlMap): number => tilePx * 2 ** fromGlZoom(map.getZoom());

/** The next frame is due when the fastest aircraft has moved this far. */
const stepPx = 0.5;
const fastestFrameMs = 33;
/** With many aircraft one ages at any moment: colours change together, at this interval. */
const fadeFrameMs = 5000;

/** ms to the next frame, for a speed in px per second and the ms until the next colour change (Infinity = none). null = no frame needed. */
export function frameMs(pxPerSecond: number, untilFadeMs: number): number | null {
  const untilMovedMs =
    pxPerSecond > 0 ? Math.max(fastestFrameMs, (stepPx / pxPerSecond) * 1000) : Number.POSITIVE_INFINITY;
  const ms = Math.min(untilMovedMs, Math.max(fadeFrameMs, untilFadeMs));
  return Number.isFinite(ms) ? ms : null;
}

/** Whether names have moved that far since they were placed: new ones cost a worker's round and several frames. */
export const haveNamesMoved = (pxPerSecond: number, sinceMs: number): boolean =>
  (pxPerSecond * sinceMs) / 1000 >= stepPx;

/** Schedules the next frame after each frame. Returns a function that stops it. */
export function keepMoving(map: GlMap, layer: AircraftLayer, worldPx: () => number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const plan = (): void => {
    clearTimeout(timer);
    const waitMs = frameMs(layer.fastest() * worldPx(), layer.untilFadeMs());
    if (waitMs !== null) timer = setTimeout(() => map.triggerRepaint(), waitMs);
  };
  plan();
  map.on('render', plan);
  return () => {
    map.off('render', plan);
    clearTimeout(timer);
  };
}
