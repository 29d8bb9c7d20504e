/** Built-in base map without network: water, land, borders, names. */

import type { FeatureCollection } from 'geojson';
import type { ExpressionSpecification, SymbolLayerSpecification } from 'maplibre-gl';
import { type ReactElement, useEffect, useState } from 'react';
import { Layer, Source } from 'react-map-gl/maplibre';
import { countriesOf, isFineDue, type LandState, untilLoaded } from '../../../lib/world/countries-aside.ts';
import { yieldToMain } from '../../../lib/yield-to-main.ts';
import { loadLettersOfNames, textFont } from '../../../ui/text-font.ts';
import { slots, toGlZoom, useMapImage } from '../gl-map.ts';
import { useMapShare } from '../map-context.ts';
import { hatching, screenMark } from '../mark-image.ts';
import { loadCityNames } from './cities.ts';

/** Position of a city, with its name next to it. */
const cityDot = 'city';
const cityDotPx = 6;
/** In place of water until land can be told from it. */
const notLoaded = 'not-loaded';

type SymbolParts = Pick<SymbolLayerSpecification, 'layout' | 'filter'>;
/** Each name has the zoom (of 256 px tiles) from which it is shown. */
const filter: ExpressionSpecification = ['<=', ['+', ['get', 'fromZoom'], toGlZoom(0)], ['zoom']];
const cityNames: SymbolParts = {
  filter,
  layout: {
    'text-field': ['get', 'name'],
    'text-font': [textFont],
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
    'text-font': [textFont],
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
  const { water, land, border, dim, surface } = colours;
  useMapImage(cityDot, () => screenMark('disc', cityDotPx, 1, { edge: land, fill: dim }), [land, dim]);
  useMapImage(notLoaded, () => hatching({ line: border, under: surface }), [border, surface]);
  const isLoaded = data.landState === 'loaded';
  const namesBefore = hasNamesOnTop ? slots.lines : slots.base;
  const namePaint = { 'text-color': dim, 'text-halo-color': land, 'text-halo-width': 1.5 };
  return (
    <>
      <Layer
        id="water"
        type="background"
        paint={isLoaded ? { 'background-color': water } : { 'background-pattern': notLoaded }}
        beforeId={slots.base}
      />
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

export type BaseMapData = Readonly<Record<'land' | 'borders' | 'country-names' | 'city-names', FeatureCollection>> & {
  readonly landState: LandState;
};

const nothing: FeatureCollection = { type: 'FeatureCollection', features: [] };
const noData: BaseMapData = {
  land: nothing,
  borders: nothing,
  'country-names': nothing,
  'city-names': nothing,
  landState: 'loading',
};

/** Loads coarse outlines, city names, then fine outlines. `isEnabled`: the map can draw it. */
export function useBaseMapData(isEnabled: boolean): BaseMapData {
  const [data, setData] = useState(noData);
  useEffect(() => {
    if (!isEnabled) return;
    const gone = new AbortController();
    const { signal } = gone;
    const show = (parts: Partial<BaseMapData>): void => {
      if (!signal.aborted) setData((before) => ({ ...before, ...parts }));
    };
    const load = async (): Promise<void> => {
      show({ ...(await countriesOf('coarse', signal)), landState: 'loaded' });
      const [cities] = await Promise.all([loadCityNames(), loadLettersOfNames()]);
      show({ 'city-names': cities });
      if (!(await isFineDue(signal))) return;
      // One part a task: all at once block a phone for a fifth of a second.
      for (const part of Object.entries(await countriesOf('fine', signal))) {
        show(Object.fromEntries([part]));
        await yieldToMain();
      }
    };
    void untilLoaded(load, signal, () =>
      setData((before) => (before.landState === 'loaded' ? before : { ...before, landState: 'failed' })),
    );
    return () => gone.abort();
  }, [isEnabled]);
  return data;
}
