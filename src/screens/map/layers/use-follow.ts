/**
 * Keeps an aircraft in the middle of the map while somebody wants to follow it. Whoever drags the map takes it back.
 * Must not: select, or move the map for less than can be seen.
 */
import type { Map as GlMap } from 'maplibre-gl';
import { useEffect } from 'react';
import { serverNow } from '../../../api/send.ts';
import { useValue, valueStore } from '../../../ui/value-store.ts';
import type { Aircraft } from '../positions/aircraft.ts';
import { latLonOf, placeAt } from '../positions/motion.ts';
import type { AircraftLayer } from './aircraft-layer.ts';

/** The key of the aircraft that is followed; null = none. */
const followed = valueStore<string | null>(null);
export const follow = (key: string | null): void => followed.set(key);
export const useFollowed = (): string | null => useValue(followed);

/** So far from the middle, as a part of the map, it may fly before the map goes after it: each move asks for what is in view. */
const looseness = 0.12;

export type Followable = {
  readonly map: GlMap | null;
  readonly layer: AircraftLayer | null;
  readonly selectedKey: string | null;
  /** null = no position of it is known now. */
  readonly selected: Aircraft | null;
};

export function useFollow({ map, layer, selectedKey, selected }: Followable): void {
  const key = useFollowed();
  const aircraft = key !== null && selected?.key === key ? selected : null;
  useEffect(() => {
    if (key !== selectedKey) follow(null);
  }, [key, selectedKey]);
  useEffect(() => {
    const stop = (): void => follow(null);
    map?.on('dragstart', stop);
    return () => {
      map?.off('dragstart', stop);
      stop();
    };
  }, [map]);
  useEffect(() => {
    if (!map || !layer || !aircraft || map.isMoving()) return;
    const { lat, lon } = latLonOf(placeAt(aircraft, serverNow(), layer.furthestS()));
    const { x, y } = map.project([lon + 360 * Math.round((map.getCenter().lng - lon) / 360), lat]);
    const { clientWidth, clientHeight } = map.getContainer();
    const isNear = Math.abs(x / clientWidth - 0.5) < looseness && Math.abs(y / clientHeight - 0.5) < looseness;
    if (!isNear) map.easeTo({ center: [lon, lat] });
  }, [map, layer, aircraft]);
}
