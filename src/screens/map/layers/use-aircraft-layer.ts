/** Keeps the aircraft layer up to date: fleet, selection, colours, motion, pointer. */

import type { Map as GlMap, MapMouseEvent } from 'maplibre-gl';
import { useEffect, useRef, useState } from 'react';
import { bandColours } from '../../../charts/aircraft-bands.ts';
import { isHighContrast, type MapColours } from '../../../ui/map-colours.ts';
import { fromGlZoom } from '../gl-zoom.ts';
import { mapNow } from '../past/map-clock.ts';
import type { Aircraft } from '../positions/aircraft.ts';
import type { Fleet } from '../positions/fleet.ts';
import { worldOf } from '../positions/motion.ts';
import { useGlMap } from '../use-gl-map.ts';
import { aircraftSizePx } from '../zoom-tables.ts';
import type { AircraftColours, Rgb } from './aircraft-card.ts';
import { type AircraftLayer, createAircraftLayer } from './aircraft-layer.ts';
import { aircraftAt } from './hit-test.ts';
import { keepMoving, worldPxOf } from './next-frame.ts';

const iconPxOf = (map: GlMap): number => aircraftSizePx(fromGlZoom(map.getZoom()));

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
    map.on('mousemove', plan);
    map.on('mouseout', leave);
    return () => {
      map.off('mousemove', plan);
      map.off('mouseout', leave);
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
    map.on('click', press);
    return () => void map.off('click', press);
  }, [map, layer]);
}
