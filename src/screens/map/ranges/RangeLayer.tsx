/** Ranges of the chosen stations: 24 hours filled, the farthest of 30 days dashed, a station as a square. */
import type { SymbolLayerSpecification } from 'maplibre-gl';
import { type ReactElement, useMemo } from 'react';
import { Layer, Source } from 'react-map-gl/maplibre';
import { slots } from '../base-map/slots.ts';
import { useMapShare } from '../map-context.ts';
import { screenMark } from '../mark-image.ts';
import { useMapImage } from '../use-map-image.ts';
import { rangeFeatures } from './range-features.ts';
import { useRanges } from './use-ranges.ts';

const image = 'station-with-range';
const markPx = 10;
const edgePx = 2;
const fillOpacity = 0.09;
const layout: SymbolLayerSpecification['layout'] = {
  'icon-image': image,
  'icon-allow-overlap': true,
  'text-field': ['get', 'label'],
  'text-font': ['sans-serif'],
  'text-size': 12,
  'text-variable-anchor': ['left', 'right', 'top', 'bottom'],
  'text-radial-offset': 0.7,
  'text-optional': true,
};

export function RangeLayer(): ReactElement {
  const { colours } = useMapShare();
  const { accent, dim, surface, text, land } = colours;
  const ranges = useRanges()?.value;
  const features = useMemo(() => rangeFeatures(ranges ?? []), [ranges]);
  useMapImage(image, () => screenMark('square', markPx, edgePx, { edge: text, fill: surface }), [text, surface]);
  return (
    <Source id="ranges" type="geojson" data={features}>
      <Layer
        id="range-area"
        type="fill"
        filter={['==', ['get', 'is'], 'day']}
        paint={{ 'fill-color': accent, 'fill-opacity': fillOpacity }}
        beforeId={slots.ranges}
      />
      <Layer
        id="range-month"
        type="line"
        filter={['==', ['get', 'is'], 'month']}
        paint={{ 'line-color': dim, 'line-width': 1.25, 'line-dasharray': [4, 3] }}
        beforeId={slots.ranges}
      />
      <Layer
        id="range-day"
        type="line"
        filter={['==', ['get', 'is'], 'day']}
        layout={{ 'line-join': 'round' }}
        paint={{ 'line-color': accent, 'line-width': 1.5 }}
        beforeId={slots.ranges}
      />
      <Layer
        id="range-stations"
        type="symbol"
        filter={['==', ['get', 'is'], 'station']}
        layout={layout}
        paint={{ 'text-color': text, 'text-halo-color': land, 'text-halo-width': 1.5 }}
        beforeId={slots.airports}
      />
    </Source>
  );
}
