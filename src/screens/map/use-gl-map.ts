import type { Map as GlMap } from 'maplibre-gl';
import { useMap } from 'react-map-gl/maplibre';

/** The MapLibre map of the enclosing `<Map>`, for events, projection and moves. Sources and layers are components. */
export function useGlMap(): GlMap {
  const { current } = useMap();
  if (!current) throw new Error('This component must be inside <Map>.');
  return current.getMap();
}
