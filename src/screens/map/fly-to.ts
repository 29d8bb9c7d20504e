import type { Map as GlMap } from 'maplibre-gl';
import { toGlZoom } from './gl-zoom.ts';
import type { View } from './map-address.ts';

/** A longer flight is a jump. */
const longestFlightMs = 2500;

/** Flies to another view of the map. */
export function flyTo(map: GlMap, { lat, lon, zoom }: View): void {
  map.flyTo({ center: [lon, lat], zoom: toGlZoom(zoom), maxDuration: longestFlightMs }, { isElsewhere: true });
}
