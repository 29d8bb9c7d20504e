/**
 * Puts the aircraft into the map and keeps them there: fleet, selection, colours, motion, pointer.
 * Must not: ask for positions.
 */
import type { Map as GlMap, MapMouseEvent } from 'maplibre-gl';
import { useEffect, useRef, useState } from 'react';
import { serverNow } from '../../../api/send.ts';
import type { MapColours } from '../../../ui/map-colours.ts';
import { slots } from '../base-map/base-style.ts';
import { fromGlZoom } from '../gl-zoom.ts';
import type { Aircraft } from '../positions/aircraft.ts';
import type { Fleet } from '../positions/fleet.ts';
import { fleetStore } from '../positions/fleet-store.ts';
import { worldOf } from '../positions/motion.ts';
import { aircraftSizePx } from '../zoom-tables.ts';
import {
  type AircraftColours,
  type AircraftLayer,
  aircraftLayerId,
  createAircraftLayer,
  type Rgb,
} from './aircraft-layer.ts';
import { aircraftAt } from './hit-test.ts';
import { keepMoving } from './keep-moving.ts';

const tilePx = 256;
const worldPxOf = (map: GlMap): number => tilePx * 2 ** fromGlZoom(map.getZoom());
const iconPxOf = (map: GlMap): number => aircraftSizePx(fromGlZoom(map.getZoom()));

export type AircraftShown = {
  readonly map: GlMap | null;
  readonly fleet: Fleet;
  readonly colours: MapColours;
  readonly selectedKey: string | null;
  readonly canMove: boolean;
  /** null = the map was pressed where no aircraft is. */
  readonly onPress: (aircraft: Aircraft | null) => void;
};

/** The layer while it is in the map. */
export function useAircraftLayer({
  map,
  fleet,
  colours,
  selectedKey,
  canMove,
  onPress,
}: AircraftShown): AircraftLayer | null {
  const [layer, setLayer] = useState<AircraftLayer | null>(null);
  useEffect(() => {
    if (!map) return;
    const made = createAircraftLayer({ now: serverNow, iconPx: iconPxOf });
    map.addLayer(made, slots.aircraft);
    setLayer(made);
    return () => {
      setLayer(null);
      map.removeLayer(aircraftLayerId);
    };
  }, [map]);
  const hoveredKey = useHovered(map, layer);
  useEffect(() => layer?.show({ list: fleet.list }), [layer, fleet]);
  useEffect(() => layer?.show({ selectedKey, hoveredKey }), [layer, selectedKey, hoveredKey]);
  useEffect(() => layer?.setColours(aircraftColours(colours)), [layer, colours]);
  useEffect(() => layer?.setMoving(canMove), [layer, canMove]);
  useEffect(() => (map && layer ? keepMoving(map, layer, () => worldPxOf(map)) : undefined), [map, layer]);
  usePress(map, layer, onPress);
  return layer;
}

const rgbOf = (css: string): Rgb => {
  const [red = 0, green = 0, blue = 0] = css.match(/[\d.]+/g)?.map((part) => Number(part) / 255) ?? [];
  return [red, green, blue];
};
const aircraftColours = (colours: MapColours): AircraftColours => ({
  live: rgbOf(colours.text),
  aged: rgbOf(colours['stale-mark']),
  accent: rgbOf(colours.accent),
  halo: rgbOf(colours.land),
});

// ---- pointer

function aircraftUnder(map: GlMap, layer: AircraftLayer, event: MapMouseEvent): Aircraft | null {
  const { pointerType } = event.originalEvent as Partial<PointerEvent>;
  const isCoarse = pointerType === undefined ? matchMedia('(pointer: coarse)').matches : pointerType !== 'mouse';
  return aircraftAt(
    fleetStore.get().list,
    { at: worldOf(event.lngLat.lat, event.lngLat.lng), isCoarse },
    { now: serverNow(), furthestS: layer.furthestS(), iconPx: iconPxOf(map), worldPx: worldPxOf(map) },
  );
}

/** The key of the aircraft that the mouse is over. Looked up once a frame at most. */
function useHovered(map: GlMap | null, layer: AircraftLayer | null): string | null {
  const [hovered, setHovered] = useState<string | null>(null);
  useEffect(() => {
    if (!map || !layer) return;
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

/** An aircraft that was pressed takes the press: layers below look at `defaultPrevented`. */
function usePress(map: GlMap | null, layer: AircraftLayer | null, onPress: AircraftShown['onPress']): void {
  const latest = useRef(onPress);
  latest.current = onPress;
  useEffect(() => {
    if (!map || !layer) return;
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
