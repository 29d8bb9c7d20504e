/**
 * The map itself: made once, moved by whoever has it, taken away with the screen. It and what it imports are loaded on demand.
 * Must not: know what is drawn into it beyond the base map of our own.
 */
import 'maplibre-gl/dist/maplibre-gl.css';
import { Map as GlMap, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { type ReactElement, useEffect, useRef } from 'react';
import type { MapColours } from '../../ui/map-colours.ts';
import { baseStyle } from './base-map/base-style.ts';
import { useBaseMap } from './base-map/use-base-map.ts';
import { fromGlZoom, toGlZoom } from './gl-zoom.ts';
import styles from './MapScreen.module.css';
import { type View, wrapLon, zoomLimits } from './map-address.ts';
import type { MapFailure } from './map-context.ts';
import { sightOf, type ViewInSight } from './sight.ts';

// A bundle has no file beside it from which the library could start its worker.
setWorkerUrl(workerUrl);

export type MapCanvasProps = {
  readonly map: GlMap | null;
  /** Where it opens; afterwards it is moved, not told. */
  readonly opensAt: View;
  readonly colours: MapColours;
  readonly onMap: (map: GlMap | null) => void;
  readonly onMove: () => void;
  readonly onRest: (sight: ViewInSight) => void;
  readonly onFailed: (why: MapFailure) => void;
};

export default function MapCanvas({
  map,
  opensAt,
  colours,
  onMap,
  onMove,
  onRest,
  onFailed,
}: MapCanvasProps): ReactElement {
  const container = useRef<HTMLDivElement>(null);
  const start = useRef({ opensAt, colours });
  useEffect(() => {
    if (!container.current) return;
    const made = makeMap(container.current, start.current.opensAt, start.current.colours);
    if (!made) {
      onFailed('webgl');
      return;
    }
    made.once('style.load', () => {
      onMap(made);
      onRest(sightNow(made));
    });
    made.on('movestart', onMove);
    made.on('moveend', () => onRest(sightNow(made)));
    made.on('resize', () => onRest(sightNow(made)));
    return () => {
      onMap(null);
      // Parts of the screen take their layers away in this same turn; then it may go.
      queueMicrotask(() => made.remove());
    };
  }, [onMap, onMove, onRest, onFailed]);
  useBaseMap(map, colours);
  return <div ref={container} className={styles.canvas} />;
}

/** null where there is no WebGL. North is always up: a marker's angle then reads as the track it is. */
function makeMap(container: HTMLElement, { lat, lon, zoom }: View, colours: MapColours): GlMap | null {
  try {
    const map = new GlMap({
      container,
      style: baseStyle(colours),
      center: [lon, lat],
      zoom: toGlZoom(zoom),
      minZoom: toGlZoom(zoomLimits.min),
      maxZoom: toGlZoom(zoomLimits.max),
      maxPitch: 0,
      dragRotate: false,
      pitchWithRotate: false,
      touchPitch: false,
      fadeDuration: 0,
      attributionControl: false,
      locale: { 'Map.Title': 'Map' },
    });
    map.touchZoomRotate.disableRotation();
    map.keyboard.disableRotation();
    return map;
  } catch {
    return null;
  }
}

function sightNow(map: GlMap): ViewInSight {
  const { lng, lat } = map.getCenter();
  const { clientWidth, clientHeight } = map.getContainer();
  return sightOf(
    { lat, lon: wrapLon(lng), zoom: fromGlZoom(map.getZoom()) },
    { width: clientWidth, height: clientHeight },
  );
}
