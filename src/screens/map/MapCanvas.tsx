/**
 * The map itself: made once, moved by whoever has it, taken away with the screen. It and what it imports are loaded on demand.
 * Must not: know what is drawn into it beyond the base map of our own.
 */
import 'maplibre-gl/dist/maplibre-gl.css';
import { Map as GlMap, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { wrapLon } from '../../lib/bounds.ts';
import type { MapColours } from '../../ui/map-colours.ts';
import { baseStyle } from './base-map/base-style.ts';
import { useBaseMap } from './base-map/use-base-map.ts';
import { fromGlZoom, toGlZoom } from './gl-zoom.ts';
import styles from './MapScreen.module.css';
import { type View, zoomLimits } from './map-address.ts';
import type { MapFailure } from './map-context.ts';
import { sightOf, type ViewInSight } from './sight.ts';

// A bundle has no file beside it from which the library could start its worker.
setWorkerUrl(workerUrl);

const lostText =
  'The graphics card has let go of the map. It comes back as soon as the card does; the list works meanwhile.';

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
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    const holder = container.current;
    if (!holder) return;
    const made = makeMap(holder, start.current.opensAt, start.current.colours);
    if (!made) {
      onFailed('webgl');
      return;
    }
    // Also when the library has put its style back after the graphics card let go of it.
    made.on('style.load', () => {
      setLost(false);
      onMap(made);
      onRest(sightNow(made));
    });
    made.on('movestart', onMove);
    made.on('moveend', () => onRest(sightNow(made)));
    made.on('resize', () => onRest(sightNow(made)));
    // On the way down to the canvas, so before the library drops its style: the parts of the screen take their layers out of a living one.
    const onLost = (): void =>
      flushSync(() => {
        setLost(true);
        onMap(null);
      });
    holder.addEventListener('webglcontextlost', onLost, true);
    return () => {
      holder.removeEventListener('webglcontextlost', onLost, true);
      onMap(null);
      // Parts of the screen take their layers away in this same turn; then it may go.
      queueMicrotask(() => made.remove());
    };
  }, [onMap, onMove, onRest, onFailed]);
  useBaseMap(map, colours);
  return (
    <>
      <div ref={container} className={styles.canvas} />
      {isLost ? <p className={styles.noMap}>{lostText}</p> : null}
    </>
  );
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
