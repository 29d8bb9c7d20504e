/**
 * The map: react-map-gl's `<Map>` owns the instance, options and view. Layers, controls and cards are its children.
 * Loaded on demand with its imports.
 */
import 'maplibre-gl/dist/maplibre-gl.css';
import * as maplibre from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { memo, type ReactElement, useEffect, useState } from 'react';
import { type ErrorEvent, Map as GlMap, type MapRef } from 'react-map-gl/maplibre';
import { wrapLon } from '../../lib/bounds.ts';
import { slotStyle } from './base-map/slots.ts';
import { useBaseMapData } from './base-map/use-base-map-data.ts';
import { fromGlZoom, toGlZoom } from './gl-zoom.ts';
import { MapParts } from './MapParts.tsx';
import styles from './MapScreen.module.css';
import { type View, zoomLimits } from './map-address.ts';
import type { MapFailure } from './map-context.ts';
import { useMapState } from './use-map-state.ts';
import { type Viewport, viewportOf } from './viewport.ts';

// A bundle has no separate file from which the library could start its worker.
maplibre.setWorkerUrl(workerUrl);

const lostText = 'The map lost its graphics context and restarts automatically. The list still works.';

export type MapCanvasProps = {
  /** The first view. Later views are read from the address. */
  readonly opensAt: View;
  readonly onDrawn: (isDrawn: boolean) => void;
  readonly onMove: () => void;
  readonly onRest: (viewport: Viewport) => void;
  readonly onFailed: (why: MapFailure) => void;
};

function MapCanvas({ opensAt, onDrawn, onMove, onRest, onFailed }: MapCanvasProps): ReactElement {
  const [map, setMap] = useState<MapRef | null>(null);
  const state = useMapState(map);
  const isDrawn = state === 'drawn';
  const baseMap = useBaseMapData(state !== 'loading');
  useEffect(() => {
    if (!map || !isDrawn) return;
    onDrawn(true);
    onRest(viewportNow(map));
    return () => onDrawn(false);
  }, [map, isDrawn, onDrawn, onRest]);
  useEffect(() => {
    map?.getMap().touchZoomRotate.disableRotation();
    map?.getMap().keyboard.disableRotation();
  }, [map]);
  const rest = (): void => {
    if (map) onRest(viewportNow(map));
  };
  const restResized = (): void => {
    // During a flight the view must not be written to the address: it would become the destination.
    if (map && !map.isMoving()) rest();
  };
  return (
    <>
      <GlMap
        ref={setMap}
        mapLib={maplibre}
        mapStyle={slotStyle}
        initialViewState={{ longitude: opensAt.lon, latitude: opensAt.lat, zoom: toGlZoom(opensAt.zoom) }}
        minZoom={toGlZoom(zoomLimits.min)}
        maxZoom={toGlZoom(zoomLimits.max)}
        // North is always up: the angle of an aircraft equals its track.
        maxPitch={0}
        dragRotate={false}
        pitchWithRotate={false}
        touchPitch={false}
        fadeDuration={0}
        attributionControl={false}
        locale={locale}
        style={fillsStage}
        onMoveStart={onMove}
        onMoveEnd={rest}
        onResize={restResized}
        onError={(event) => onError(event, onFailed)}
      >
        {isDrawn ? <MapParts baseMap={baseMap} /> : null}
      </GlMap>
      {state === 'lost' ? <p className={styles.noMap}>{lostText}</p> : null}
    </>
  );
}
export default memo(MapCanvas);

const locale = { 'Map.Title': 'Map' };
/** A panel of the controls can be taller than the map on a phone. */
const fillsStage = { position: 'absolute', inset: 0, width: 'auto', height: 'auto', overflow: 'visible' } as const;

function viewportNow(map: MapRef): Viewport {
  const { lng, lat } = map.getCenter();
  const { clientWidth, clientHeight } = map.getContainer();
  return viewportOf(
    { lat, lon: wrapLon(lng), zoom: fromGlZoom(map.getZoom()) },
    { width: clientWidth, height: clientHeight },
  );
}

/** An error without a target: no map, because WebGL is missing. Missing tiles have their own notice. */
function onError(event: ErrorEvent, onFailed: MapCanvasProps['onFailed']): void {
  if (!event.target) onFailed('webgl');
  else if (!('tile' in event)) console.warn('Part of the map could not be drawn.', event.error);
}
