import type { ReactElement } from 'react';
import { Layer, Source } from 'react-map-gl/maplibre';
import type { BaseLayerName } from '../../../../contract/base-layer-names.ts';
import { type BaseLayer, tileTemplate } from '../../../../contract/base-layers.ts';
import { basePath } from '../../../lib/base-path.ts';
import { slots } from '../base-map/slots.ts';
import { toGlZoom } from '../gl-zoom.ts';

/** Images without names: names of the base map are drawn above. */
const nameless: readonly BaseLayerName[] = ['worldImagery', 'worldAtNight', 'ocean'];
export const hasNoNames = ({ name }: BaseLayer): boolean => nameless.includes(name);

/** Id of source and layer, and React key: a source cannot change its address or zooms. */
export const tilesIdOf = ({ name, minZoom, maxZoom }: BaseLayer): string => `tiles-${name}-${minZoom}-${maxZoom}`;

const paint = { 'raster-fade-duration': 0 } as const;

/** Use `tilesIdOf(layer)` as key. */
export function TileLayer({ layer }: { layer: BaseLayer }): ReactElement {
  const { name, minZoom, maxZoom } = layer;
  return (
    <Source
      id={tilesIdOf(layer)}
      type="raster"
      tiles={[location.origin + basePath + tileTemplate(name)]}
      tileSize={256}
      minzoom={minZoom}
      maxzoom={maxZoom}
    >
      <Layer
        id={tilesIdOf(layer)}
        type="raster"
        minzoom={Math.max(0, toGlZoom(minZoom))}
        maxzoom={toGlZoom(maxZoom + 1)}
        paint={paint}
        beforeId={slots.tiles}
      />
    </Source>
  );
}
