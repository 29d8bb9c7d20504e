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
import { hover, useHovered } from '../map-context.ts';
import { aircraftSizePx } from '../viewport.ts';
import { type AircraftColours, type AircraftLayer, createAircraftLayer, type Rgb } from './aircraft-layer.ts';
import { visiblePx } from './pack-aircraft.ts';

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
  const [layer] = useState(() => createAircraftLayer({ now: mapNow, iconPx: iconPxOf, worldPx: worldPxOf }));
  const planFrame = useRef(() => {});
  useHoverOnMap(map, layer);
  const hoveredKey = useHovered();
  useEffect(() => {
    layer.show({ list: fleet.list });
    planFrame.current();
  }, [layer, fleet]);
  useEffect(() => layer.show({ selectedKey, hoveredKey }), [layer, selectedKey, hoveredKey]);
  useEffect(() => layer.setColours(aircraftColours(colours)), [layer, colours]);
  useEffect(() => layer.setMoving(canMove), [layer, canMove]);
  useEffect(() => {
    const { plan, stop } = keepMoving(map, layer);
    planFrame.current = plan;
    return stop;
  }, [map, layer]);
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

/** Looks for the aircraft under the pointer, at most once per frame. */
function useHoverOnMap(map: GlMap, layer: AircraftLayer): void {
  useEffect(() => {
    const canvas = map.getCanvas();
    let last: MapMouseEvent | null = null;
    let frame = 0;
    const look = (): void => {
      frame = 0;
      const under = last && !map.isMoving() ? aircraftUnder(map, layer, last) : null;
      hover(under?.key ?? null);
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
      hover(null);
    };
  }, [map, layer]);
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

const fastestFrameMs = 33;
/** With many aircraft one ages at any moment: colours change together, at this interval. */
const fadeFrameMs = 5000;

/**
 * ms to the next frame, for a speed in px per second, the ms until the next colour change (Infinity = none) and those since the last frame.
 * null = no frame needed.
 */
export function frameMs(pxPerSecond: number, untilFadeMs: number, sinceFrameMs: number): number | null {
  const untilMovedMs =
    pxPerSecond > 0 ? Math.max(fastestFrameMs, (visiblePx / pxPerSecond) * 1000) : Number.POSITIVE_INFINITY;
  const ms = Math.min(untilMovedMs, Math.max(fadeFrameMs, untilFadeMs + sinceFrameMs));
  return Number.isFinite(ms) ? Math.max(0, ms - sinceFrameMs) : null;
}

/** Schedules the next frame after each frame. `plan` = again, for other aircraft. */
function keepMoving(map: GlMap, layer: AircraftLayer): { readonly plan: () => void; readonly stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const plan = (): void => {
    clearTimeout(timer);
    const waitMs = frameMs(layer.fastest() * worldPxOf(map), layer.untilFadeMs(), layer.sinceFrameMs());
    if (waitMs !== null) timer = setTimeout(() => map.triggerRepaint(), waitMs);
  };
  plan();
  const stopListening = listenTo(map, { render: plan });
  const stop = (): void => {
    stopListening();
    clearTimeout(timer);
  };
  return { plan, stop };
}
