/**
 * Whether sources and layers can be added. After a lost graphics context the library restores the style without custom layers:
 * parts unmount while the old style exists and mount again on the new one.
 */
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { MapRef } from 'react-map-gl/maplibre';
import { slots } from './base-map/slots.ts';

type MapState = 'loading' | 'drawn' | 'lost';

export function useMapState(map: MapRef | null): MapState {
  const [state, setState] = useState<MapState>('loading');
  useEffect(() => {
    if (!map) return;
    const onStyle = (): void => setState('drawn');
    // The style may have loaded before this effect.
    if (map.getLayer(slots.base)) onStyle();
    map.on('style.load', onStyle);
    const holder = map.getContainer();
    // In the capture phase: the library drops its style in the handler of the canvas.
    const onLost = (): void => flushSync(() => setState('lost'));
    holder.addEventListener('webglcontextlost', onLost, true);
    return () => {
      map.off('style.load', onStyle);
      holder.removeEventListener('webglcontextlost', onLost, true);
    };
  }, [map]);
  return state;
}
