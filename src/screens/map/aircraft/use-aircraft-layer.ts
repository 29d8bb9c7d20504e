/** Keeps the aircraft layer up to date: fleet, selection, colours, motion, pointer. */
import type { Map as GlMap, MapMouseEvent } from 'maplibre-gl';
import { useEffect, useRef, useState } from 'react';
import { bandColours } from '../../../charts/altitude-bands.ts';
import { isHighContrast, type MapColours } from '../../../ui/map-colours.ts';
import type { Aircraft } from '../fleet/aircraft.ts';
import type { Fleet } from '../fleet/fleet.ts';
import { placeAt, type World, worldOf } from '../fleet/motion.ts';
import { mapNow } from '../fleet/past-context.tsx';
import { fromGlZoom, listenTo, useGlMap } from '../gl-map.ts';
import { aircraftSizePx } from '../viewport.ts';
import { type AircraftColours, type AircraftLayer, createAircraftLayer, type Rgb } from './aircraft-layer.ts';

const iconPxOf = (map: GlMap): number => aircraftSizePx(fromGlZoom(map.getZoom()));
/** Width of the whole world, px. */
export const worldPxOf = (map: GlMap): number => 256 * 2 ** fromGlZoom(map.getZoom());

type AircraftShown = {
  readonly fleet: Fleet;
  readonly colours: MapColours;
  readonly selectedKey: string | null;
  readonly canMove: boolean;
  /** null = a click without an aircraft. */
  readonly onPress: (aircraft: Aircraft | null) => void;
};

/** The layer, for a `<Layer>` of the caller. */
export function useAircraftLayer({ fleet, colours, selectedKey, canMove, onPress }: AircraftShown): AircraftLayer {
  const map = useGlMap();
  const [layer] = useState(() => createAircraftLayer({ now: mapNow, iconPx: iconPxOf }));
  const hoveredKey = useHovered(map, layer);
  useEffect(() => layer.show({ list: fleet.list }), [layer, fleet]);
  useEffect(() => layer.show({ selectedKey, hoveredKey }), [layer, selectedKey, hoveredKey]);
  useEffect(() => layer.setColours(aircraftColours(colours)), [layer, colours]);
  useEffect(() => layer.setMoving(canMove), [layer, canMove]);
  useEffect(() => keepMoving(map, layer, () => worldPxOf(map)), [map, layer]);
  usePress(map, layer, onPress);
  return layer;
}

const rgbOf = (css: string): Rgb => {
  const [red = 0, green = 0, blue = 0] = css.match(/[\d.]+/g)?.map((part) => Number(part) / 255) ?? [];
  return [red, green, blue];
};
const aircraftColours = (colours: MapColours): AircraftColours => ({
  bands: bandColours(colours).map(rgbOf),
  accent: rgbOf(colours.accent),
  emergency: rgbOf(colours['failed-mark']),
  halo: rgbOf(colours.land),
  haloPx: isHighContrast() ? 2 : 1.5,
});

// ---- pointer

function aircraftUnder(map: GlMap, layer: AircraftLayer, event: MapMouseEvent): Aircraft | null {
  const { pointerType } = event.originalEvent as Partial<PointerEvent>;
  const isCoarse = pointerType === undefined ? matchMedia('(pointer: coarse)').matches : pointerType !== 'mouse';
  return aircraftAt(
    layer.list(),
    { at: worldOf(event.lngLat.lat, event.lngLat.lng), isCoarse },
    { now: mapNow(), furthestS: layer.furthestS(), iconPx: iconPxOf(map), worldPx: worldPxOf(map) },
  );
}

/** Key of the hovered aircraft, looked up at most once per frame. */
function useHovered(map: GlMap, layer: AircraftLayer): string | null {
  const [hovered, setHovered] = useState<string | null>(null);
  useEffect(() => {
    const canvas = map.getCanvas();
    let last: MapMouseEvent | null = null;
    let frame = 0;
    const look = (): void => {
      frame = 0;
      const under = last && !map.isMoving() ? aircraftUnder(map, layer, last) : null;
      setHovered(under?.key ?? null);
      canvas.style.cursor = under ? 'pointer' : '';
    };
    const plan = (event: MapMouseEvent | null): void => {
      last = event;
      frame ||= requestAnimationFrame(look);
    };
    const leave = (): void => plan(null);
    const stop = listenTo(map, { mousemove: plan, mouseout: leave });
    return () => {
      stop();
      cancelAnimationFrame(frame);
      canvas.style.cursor = '';
      setHovered(null);
    };
  }, [map, layer]);
  return hovered;
}

/** A click on an aircraft is consumed: layers below check `defaultPrevented`. */
function usePress(map: GlMap, layer: AircraftLayer, onPress: AircraftShown['onPress']): void {
  const latest = useRef(onPress);
  latest.current = onPress;
  useEffect(() => {
    const press = (event: MapMouseEvent): void => {
      if (event.defaultPrevented) return;
      const under = aircraftUnder(map, layer, event);
      if (under) event.preventDefault();
      latest.current(under);
    };
    return listenTo(map, { click: press });
  }, [map, layer]);
}

/** 44 px for touch, less for a mouse. */
const touchTargetPx = 44;
const mouseMarginPx = 4;
/** Maximum distance between a drawn aircraft and its fix, as a fraction of the world. */
const farthestDrift = 0.003;

type Pointer = {
  /** Pointer position, on any copy of the world. */
  readonly at: World;
  readonly isCoarse: boolean;
};
type Drawn = {
  readonly now: number;
  readonly furthestS: number;
  /** Width of an icon, and of the whole world, px. */
  readonly iconPx: number;
  readonly worldPx: number;
};

/** The aircraft at a pointer, by what is drawn: the nearest within tolerance. null = none. Pure. */
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

// ---- frames between responses, only while an aircraft visibly moves or changes colour (decision 37)

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
function keepMoving(map: GlMap, layer: AircraftLayer, worldPx: () => number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const plan = (): void => {
    clearTimeout(timer);
    const waitMs = frameMs(layer.fastest() * worldPx(), layer.untilFadeMs());
    if (waitMs !== null) timer = setTimeout(() => map.triggerRepaint(), waitMs);
  };
  plan();
  const stop = listenTo(map, { render: plan });
  return () => {
    stop();
    clearTimeout(timer);
  };
}
