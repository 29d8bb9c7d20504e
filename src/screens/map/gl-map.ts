/** What parts on the map share: the map itself, its events, zooms and moves, drawing order, images. Only children of `<Map>` import it. */
import type { FeatureCollection } from 'geojson';
import type { ExpressionSpecification, Map as GlMap, MapEventType, StyleSpecification } from 'maplibre-gl';
import { type DependencyList, useLayoutEffect } from 'react';
import { useMap } from 'react-map-gl/maplibre';
import { bandColours } from '../../charts/altitude-bands.ts';
import { wrapLon } from '../../lib/bounds.ts';
import type { MapColours } from '../../ui/map-colours.ts';
import type { screenMark } from './mark-image.ts';
import type { View } from './viewport.ts';

/** The MapLibre map of the enclosing `<Map>`, for events, projection and moves. Sources and layers are components. */
export function useGlMap(): GlMap {
  const { current } = useMap();
  if (!current) throw new Error('This component must be inside <Map>.');
  return current.getMap();
}

type MapListeners = { readonly [Kind in keyof MapEventType]?: (event: MapEventType[Kind]) => void };

/** Adds listeners to the map. Returns a function that removes them. */
export function listenTo(map: GlMap, listeners: MapListeners): () => void {
  const all = Object.entries(listeners) as [keyof MapEventType, (event: unknown) => void][];
  for (const [kind, listener] of all) map.on(kind, listener);
  return () => {
    for (const [kind, listener] of all) map.off(kind, listener);
  };
}

/** MapLibre counts zooms of 512 px tiles, everything else those of 256 px tiles (C58). */
const zoomDifference = 1;
export const toGlZoom = (zoom: number): number => zoom - zoomDifference;
export const fromGlZoom = (zoom: number): number => zoom + zoomDifference;

/** A longer flight is a jump. */
const longestFlightMs = 2500;

/** Flies to another view of the map. */
export function flyTo(map: GlMap, { lat, lon, zoom }: View): void {
  map.flyTo({ center: [lon, lat], zoom: toGlZoom(zoom), maxDuration: longestFlightMs }, { isElsewhere: true });
}

/** Position in px of the map, on the copy of the world at its centre. */
export function pointOn(map: GlMap, lat: number, lon: number): { readonly x: number; readonly y: number } {
  const center = map.getCenter().lng;
  return map.project([center + wrapLon(lon - center), lat]);
}

/** `<Layer beforeId={slots.airports}>` is drawn below that slot and above all earlier slots, in any mount order. From bottom to top. */
export const slots = {
  base: 'slot-base',
  tiles: 'slot-tiles',
  night: 'slot-night',
  ranges: 'slot-ranges',
  lines: 'slot-lines',
  airports: 'slot-airports',
  aircraft: 'slot-aircraft',
} as const;

/** Initial map style: no sources, only empty layers that fix the drawing order. One constant object: react-map-gl loads another style when it changes. */
export const slotStyle: StyleSpecification = {
  version: 8,
  // A change of theme shows land and marks at once: half way, neither can be read.
  transition: { duration: 0, delay: 0 },
  sources: {},
  layers: Object.values(slots).map((id) => ({ id, type: 'background', layout: { visibility: 'none' } })),
};

/** One constant object: an equal set is not sent to the worker again (decision 37). */
export const noFeatures: FeatureCollection<never, never> = { type: 'FeatureCollection', features: [] };

/** Colour of features with the property `band`. */
export const bandExpression = (colours: MapColours): ExpressionSpecification => [
  'to-color',
  ['at', ['get', 'band'], ['literal', [...bandColours(colours)]]],
];

/** Adds an image for symbol layers before the next frame, and replaces it when `inputs` change. The size must stay the same. */
export function useMapImage(name: string, draw: () => ReturnType<typeof screenMark>, inputs: DependencyList): void {
  const map = useGlMap();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller lists the inputs of `draw`
  useLayoutEffect(() => {
    const [image, options] = draw();
    if (map.hasImage(name)) map.updateImage(name, image);
    else map.addImage(name, image, options);
  }, [map, name, ...inputs]);
}
