/** Built-in base map without network: water, land, borders, names. */
import type { ExpressionSpecification, SymbolLayerSpecification } from 'maplibre-gl';
import type { ReactElement } from 'react';
import { Layer, Source } from 'react-map-gl/maplibre';
import { toGlZoom } from '../gl-zoom.ts';
import { useMapShare } from '../map-context.ts';
import { screenMark } from '../mark-image.ts';
import { useMapImage } from '../use-map-image.ts';
import { slots } from './slots.ts';
import type { BaseMapData } from './use-base-map-data.ts';

const fonts = ['sans-serif'];
/** Position of a city, with its name next to it. */
const cityDot = 'city';
const cityDotPx = 6;

type SymbolParts = Pick<SymbolLayerSpecification, 'layout' | 'filter'>;
/** Each name has the zoom (of 256 px tiles) from which it is shown. */
const filter: ExpressionSpecification = ['<=', ['+', ['get', 'fromZoom'], toGlZoom(0)], ['zoom']];
const cityNames: SymbolParts = {
  filter,
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
};
const countryNames: SymbolParts = {
  filter,
  layout: {
    'text-field': ['upcase', ['get', 'name']],
    'text-font': fonts,
    'text-size': ['interpolate', ['linear'], ['zoom'], toGlZoom(2), 9, toGlZoom(6), 13],
    'text-letter-spacing': 0.15,
    'text-max-width': 7,
    'symbol-sort-key': ['get', 'order'],
    'text-padding': 4,
  },
};

type BaseMapProps = {
  readonly data: BaseMapData;
  /** Names are drawn above tiles: images contain none. */
  readonly hasNamesOnTop: boolean;
};

export function BaseMap({ data, hasNamesOnTop }: BaseMapProps): ReactElement {
  const { colours } = useMapShare();
  const { water, land, border, dim } = colours;
  useMapImage(cityDot, () => screenMark('disc', cityDotPx, 1, { edge: land, fill: dim }), [land, dim]);
  const namesBefore = hasNamesOnTop ? slots.lines : slots.base;
  const namePaint = { 'text-color': dim, 'text-halo-color': land, 'text-halo-width': 1.5 };
  return (
    <>
      <Layer id="water" type="background" paint={{ 'background-color': water }} beforeId={slots.base} />
      <Source id="land" type="geojson" data={data.land}>
        <Layer id="land" type="fill" paint={{ 'fill-color': land }} beforeId={slots.base} />
        <Layer id="coast" type="line" paint={{ 'line-color': border, 'line-width': 0.8 }} beforeId={slots.base} />
      </Source>
      <Source id="borders" type="geojson" data={data.borders}>
        <Layer id="borders" type="line" paint={{ 'line-color': border, 'line-width': 1 }} beforeId={slots.base} />
      </Source>
      <Source id="city-names" type="geojson" data={data['city-names']}>
        <Layer id="city-names" type="symbol" {...cityNames} paint={namePaint} beforeId={namesBefore} />
      </Source>
      <Source id="country-names" type="geojson" data={data['country-names']}>
        <Layer
          id="country-names"
          type="symbol"
          maxzoom={toGlZoom(9)}
          {...countryNames}
          paint={namePaint}
          beforeId={namesBefore}
        />
      </Source>
    </>
  );
}
