/** Lines of trails on the map, in altitude colours. Stretches without positions are dashed. */
import type { ReactElement } from 'react';
import { Layer, Source } from 'react-map-gl/maplibre';
import { bandExpression } from '../altitude/band-expression.ts';
import { slots } from '../base-map/slots.ts';
import { useMapShare } from '../map-context.ts';
import type { TrailLines } from './trail.ts';

/** Butt ends: round ones would overlap and show as dots. */
const layout = { 'line-cap': 'butt', 'line-join': 'round' } as const;

type TrailLayersProps = {
  readonly id: string;
  readonly lines: TrailLines;
  readonly widthPx: number;
  /** Edge in the colour of the land. */
  readonly edgePx: number;
};

export function TrailLayers({ id, lines, widthPx, edgePx }: TrailLayersProps): ReactElement {
  const { colours } = useMapShare();
  const paint = {
    'line-color': bandExpression(colours),
    'line-opacity': ['get', 'opacity'],
    'line-width': widthPx,
  } as const;
  return (
    <Source id={id} type="geojson" data={lines}>
      {edgePx > 0 ? (
        <Layer
          id={`${id}-edge`}
          type="line"
          layout={layout}
          paint={{ 'line-color': colours.land, 'line-width': widthPx + 2 * edgePx }}
          beforeId={slots.lines}
        />
      ) : null}
      <Layer
        id={id}
        type="line"
        filter={['!', ['get', 'isGap']]}
        layout={layout}
        paint={paint as never}
        beforeId={slots.lines}
      />
      <Layer
        id={`${id}-gaps`}
        type="line"
        filter={['get', 'isGap']}
        layout={layout}
        paint={{ ...paint, 'line-dasharray': [3, 3] } as never}
        beforeId={slots.lines}
      />
    </Source>
  );
}
