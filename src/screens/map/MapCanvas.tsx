/**
 * The map: react-map-gl's `<Map>` owns the instance, options and view. Layers, controls and cards are its children.
 * Loaded on demand with its imports.
 */
import 'maplibre-gl/dist/maplibre-gl.css';
import * as maplibre from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { memo, type ReactElement, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { type ErrorEvent, Map as GlMap, type MapRef } from 'react-map-gl/maplibre';
import { wrapLon } from '../../lib/bounds.ts';
import { yieldToMain } from '../../lib/yield-to-main.ts';
import { AircraftOnMap } from './aircraft/AircraftOnMap.tsx';
import { BaseMap, type BaseMapData, useBaseMapData } from './base-map/BaseMap.tsx';
import { NightSide } from './base-map/NightSide.tsx';
import { hasNoNames, TileLayer, tilesIdOf, useAreLayersKnown, useChosenLayer } from './base-map/TileLayer.tsx';
import { MapControls } from './controls/MapControls.tsx';
import { flyTo, fromGlZoom, slotStyle, slots, toGlZoom, useGlMap } from './gl-map.ts';
import { AirportLayer, AirportPopup } from './ground/AirportLayer.tsx';
import { CoverageLayer } from './ground/CoverageLayer.tsx';
import { RangeLayer } from './ground/RangeLayer.tsx';
import styles from './MapScreen.module.css';
import { isSameView, zoomLimits } from './map-address.ts';
import { type MapFailure, useMapShare } from './map-context.ts';
import { type View, type Viewport, viewportOf } from './viewport.ts';

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

type Viewed = Pick<MapRef, 'getCenter' | 'getZoom'>;
function viewNow(map: Viewed): View {
  const { lng, lat } = map.getCenter();
  return { lat, lon: wrapLon(lng), zoom: fromGlZoom(map.getZoom()) };
}

function viewportNow(map: MapRef): Viewport {
  const { clientWidth, clientHeight } = map.getContainer();
  return viewportOf(viewNow(map), { width: clientWidth, height: clientHeight });
}

/** An error without a target: no map, because WebGL is missing. Missing tiles have their own notice. */
function onError(event: ErrorEvent, onFailed: MapCanvasProps['onFailed']): void {
  if (!event.target) onFailed('webgl');
  else if (!('tile' in event)) console.warn('Part of the map could not be drawn.', event.error);
}

type MapState = 'loading' | 'drawn' | 'lost';

/**
 * Whether sources and layers can be added. After a lost graphics context the library restores the style without custom layers:
 * parts unmount while the old style exists and mount again on the new one.
 */
function useMapState(map: MapRef | null): MapState {
  const [state, setState] = useState<MapState>('loading');
  useEffect(() => {
    if (!map) return;
    const onStyle = (): void => setState('drawn');
    // The style may have loaded before this effect.
    if (map.getLayer(slots.base)) onStyle();
    map.on('style.load', onStyle);
    const holder = map.getContainer();
    // In the capture phase: the library drops its style in the handler of the canvas.
    const onLost = (): void => flushSync(() => setState('lost'));
    holder.addEventListener('webglcontextlost', onLost, true);
    return () => {
      map.off('style.load', onStyle);
      holder.removeEventListener('webglcontextlost', onLost, true);
    };
  }, [map]);
  return state;
}

/** Children of `<Map>`, mounted while the map has a style. */
function MapParts({ baseMap }: { baseMap: BaseMapData }): ReactElement {
  const { display } = useMapShare();
  const layer = useChosenLayer();
  const areLayersKnown = useAreLayersKnown();
  const hasTiles = areLayersKnown && layer.unavailable === undefined;
  const step = useSteps(2);
  useFollowAddress();
  return (
    <>
      <BaseMap data={baseMap} hasNamesOnTop={hasTiles && hasNoNames(layer)} />
      {hasTiles ? <TileLayer key={tilesIdOf(layer)} layer={layer} /> : null}
      <AircraftOnMap />
      {step >= 1 ? (
        <>
          {display.hasNight ? <NightSide /> : null}
          {display.hasCoverage ? <CoverageLayer /> : null}
          <RangeLayer />
          <AirportLayer />
          <AirportPopup />
        </>
      ) : null}
      {step >= 2 ? <MapControls landState={baseMap.landState} /> : null}
    </>
  );
}

/** An address from elsewhere (link, back button, list) moves the map. The map's own moves are already applied. */
function useFollowAddress(): void {
  const map = useGlMap();
  const { lat, lon, zoom } = useMapShare().address;
  useEffect(() => {
    if (map.isMoving()) return;
    if (!isSameView(viewNow(map), { lat, lon, zoom })) flyTo(map, { lat, lon, zoom });
  }, [map, lat, lon, zoom]);
}

/** Parts mount one after the other, each in a task of its own: all at once block a phone for 0.4 s. 0 at first, then one more each task, up to `last`. */
function useSteps(last: number): number {
  const [step, setStep] = useState(0);
  useEffect(() => {
    if (step >= last) return;
    let isGone = false;
    void yieldToMain().then(() => {
      if (!isGone) setStep(step + 1);
    });
    return () => {
      isGone = true;
    };
  }, [step, last]);
  return step;
}
