/** Centres a newly selected aircraft and keeps it in view until the user drags the map. A followed one stays at the centre. */

import type { Map as GlMap, MapLibreEvent } from 'maplibre-gl';
import { useEffect, useRef } from 'react';
import { useValue, valueStore } from '../../../ui/value-store.ts';
import { mapNow } from '../past/map-clock.ts';
import type { Aircraft } from '../positions/aircraft.ts';
import { latLonOf, placeAt } from '../positions/motion.ts';
import { useGlMap } from '../use-gl-map.ts';
import type { AircraftLayer } from './aircraft-layer.ts';

/** Key of the followed aircraft. null = none. */
const followed = valueStore<string | null>(null);
export const follow = (key: string | null): void => followed.set(key);
export const useFollowed = (): string | null => useValue(followed);

/** Distances from the centre, as fractions of the map, at which the map moves: each move requests what is in view. */
const looseness = { centred: 0, followed: 0.12, inView: 0.375 } as const;
/** The map is what panel and sheet leave free. Within this time after a selection the sheet has its height. */
const sheetOpensMs = 1000;

type Followable = {
  readonly layer: AircraftLayer;
  readonly selectedKey: string | null;
  /** null = no current position. */
  readonly selected: Aircraft | null;
};

export function useFollow({ layer, selectedKey, selected }: Followable): void {
  const map = useGlMap();
  const key = useFollowed();
  const isFollowed = key !== null && selected?.key === key;
  /** Selected here and not moved away from since. An address with a selection has its own view. */
  const inViewKey = useRef<string | null>(null);
  useEffect(() => {
    if (key !== selectedKey) follow(null);
  }, [key, selectedKey]);
  useEffect(() => {
    const stop = (): void => {
      inViewKey.current = null;
      follow(null);
    };
    const leave = ({ originalEvent, isElsewhere }: MapLibreEvent & { isElsewhere?: boolean }): void => {
      if (isElsewhere || originalEvent instanceof KeyboardEvent) inViewKey.current = null;
    };
    map.on('dragstart', stop);
    map.on('movestart', leave);
    return () => {
      map.off('dragstart', stop);
      map.off('movestart', leave);
      stop();
    };
  }, [map]);
  useEffect(() => {
    if (!selected) return;
    if (isFollowed) keepWithin(map, layer, selected, looseness.followed);
    else if (inViewKey.current === selected.key) keepWithin(map, layer, selected, looseness.inView);
  }, [map, layer, selected, isFollowed]);
  const latest = useRef(selected);
  latest.current = selected;
  const keyBefore = useRef(selectedKey);
  useEffect(() => {
    if (keyBefore.current === selectedKey) return;
    keyBefore.current = selectedKey;
    inViewKey.current = selectedKey;
    const centre = (): void => {
      if (latest.current) keepWithin(map, layer, latest.current, looseness.centred);
    };
    centre();
    map.on('resize', centre);
    const timer = setTimeout(() => map.off('resize', centre), sheetOpensMs);
    return () => {
      map.off('resize', centre);
      clearTimeout(timer);
    };
  }, [map, layer, selectedKey]);
}

/** `share` = distance from the centre, as a fraction of the map. */
function keepWithin(map: GlMap, layer: AircraftLayer, aircraft: Aircraft, share: number): void {
  if (map.isMoving()) return;
  const { lat, lon } = latLonOf(placeAt(aircraft, mapNow(), layer.furthestS()));
  const { x, y } = map.project([lon + 360 * Math.round((map.getCenter().lng - lon) / 360), lat]);
  const { clientWidth, clientHeight } = map.getContainer();
  const isNear = Math.abs(x / clientWidth - 0.5) < share && Math.abs(y / clientHeight - 0.5) < share;
  if (!isNear) map.easeTo({ center: [lon, lat] });
}
