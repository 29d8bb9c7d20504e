/**
 * The base map of our own as a MapLibre style: water, land, borders, names, and the places where other layers go.
 * Must not: name an address (it needs no network), or hold a colour of its own.
 */
import type { FeatureCollection } from 'geojson';
import type { FilterSpecification, Map as GlMap, LayerSpecification, StyleSpecification } from 'maplibre-gl';
import type { MapColours } from '../../../ui/map-colours.ts';
import { toGlZoom } from '../gl-zoom.ts';
import { screenMark } from '../mark-image.ts';

/**
 * Layers that draw nothing: `map.addLayer(layer, slots.airports)` puts a layer below that slot and above all slots before it,
 * in whatever order the parts of the screen come. From the bottom up.
 */
export const slots = {
  tiles: 'slot-tiles',
  lines: 'slot-lines',
  airports: 'slot-airports',
  aircraft: 'slot-aircraft',
} as const;
export const nameLayers = ['country-names', 'city-names'] as const;

const nothing: FeatureCollection = { type: 'FeatureCollection', features: [] };
const fonts = ['sans-serif'];
/** Where a city is; its name stands beside it. */
const cityDot = 'city';
const cityDotPx = 6;

export function baseStyle(colours: MapColours): StyleSpecification {
  const source = { type: 'geojson', data: nothing } as const;
  return {
    version: 8,
    sources: {
      land: source,
      borders: source,
      'country-names': source,
      'city-names': source,
    },
    layers: [...ownLayers(colours), ...Object.values(slots).map(slotLayer)],
  };
}

const slotLayer = (id: string): LayerSpecification => ({ id, type: 'background', layout: { visibility: 'none' } });

function ownLayers(colours: MapColours): LayerSpecification[] {
  const halo = { 'text-halo-color': colours.land, 'text-halo-width': 1.5 };
  return [
    { id: 'water', type: 'background', paint: { 'background-color': colours.water } },
    { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': colours.land } },
    { id: 'coast', type: 'line', source: 'land', paint: { 'line-color': colours.border, 'line-width': 0.8 } },
    { id: 'borders', type: 'line', source: 'borders', paint: { 'line-color': colours.border, 'line-width': 1 } },
    {
      id: 'city-names',
      type: 'symbol',
      source: 'city-names',
      filter: isShownFrom,
      layout: {
        'text-field': ['get', 'name'],
        'text-font': fonts,
        'text-size': ['interpolate', ['linear'], ['zoom'], toGlZoom(4), 11, toGlZoom(10), 13],
        'text-variable-anchor': ['left', 'right', 'top', 'bottom'],
        'text-radial-offset': 0.5,
        'icon-image': cityDot,
        'symbol-sort-key': ['get', 'order'],
        'text-padding': 6,
      },
      paint: { 'text-color': colours.dim, ...halo },
    },
    {
      id: 'country-names',
      type: 'symbol',
      source: 'country-names',
      filter: isShownFrom,
      maxzoom: toGlZoom(9),
      layout: {
        'text-field': ['upcase', ['get', 'name']],
        'text-font': fonts,
        'text-size': ['interpolate', ['linear'], ['zoom'], toGlZoom(2), 9, toGlZoom(6), 13],
        'text-letter-spacing': 0.15,
        'text-max-width': 7,
        'symbol-sort-key': ['get', 'order'],
        'text-padding': 4,
      },
      paint: { 'text-color': colours.dim, ...halo },
    },
  ];
}
/** Each name says the zoom (of 256 px tiles) from which it is shown. */
const isShownFrom: FilterSpecification = ['<=', ['+', ['get', 'fromZoom'], toGlZoom(0)], ['zoom']];

/** Takes over other colours without touching the layers of others. */
export function recolour(map: GlMap, colours: MapColours): void {
  if (map.hasImage(cityDot)) map.removeImage(cityDot);
  map.addImage(cityDot, ...screenMark('disc', cityDotPx, 1, { edge: colours.land, fill: colours.dim }));
  for (const layer of ownLayers(colours))
    for (const [name, value] of Object.entries(layer.paint ?? {}))
      if (/color$/.test(name)) map.setPaintProperty(layer.id, name as 'fill-color', value);
}
