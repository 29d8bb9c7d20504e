/**
 * /openstreetMap and /openstreetMapCompany: the map, what lies on it, and the list of what is in view beside it.
 * Must not: draw anything itself, or know MapLibre: its code comes with MapCanvas.
 */
import type { Map as GlMap } from 'maplibre-gl';
import { lazy, type ReactElement, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { audienceOf } from '../../../contract/audience.ts';
import { wrapLon } from '../../lib/bounds.ts';
import { useSession } from '../../session/use-session.ts';
import { useMapColours } from '../../ui/map-colours.ts';
import { MapControls } from './controls/MapControls.tsx';
import { fromGlZoom, toGlZoom } from './gl-zoom.ts';
import { MapLayers } from './layers/MapLayers.tsx';
import type { MapCanvasProps } from './MapCanvas.tsx';
import { MapNotLoaded } from './MapNotLoaded.tsx';
import { MapProviders } from './MapProviders.tsx';
import styles from './MapScreen.module.css';
import { isSameView, type View } from './map-address.ts';
import type { MapFailure, MapShare } from './map-context.ts';
import { MapPanel } from './panel/MapPanel.tsx';
import { sightOf, type ViewInSight } from './sight.ts';
import { useMapAddress } from './use-map-address.ts';

/** What the list shows where there is no map: as much as a usual one would. */
const sightWithoutMap = { width: 1024, height: 768 };
type Canvas = (props: MapCanvasProps) => ReactElement | null;
const MapCanvas = lazy<Canvas>(() => import('./MapCanvas.tsx').catch(() => ({ default: MapNotLoaded })));

const failureTexts: Readonly<Record<MapFailure, string>> = {
  webgl: 'This browser has no WebGL, which the map is drawn with. The list works without it.',
  code: 'The code of the map could not be loaded. The list works without it; load the app anew to try again.',
};

export default function MapScreen(): ReactElement {
  const state = useSession();
  const session = state.kind === 'in' ? state.session : null;
  const company = audienceOf(session) === 'customer' ? (session?.company?.trim() ?? '') : null;
  const userId = session?.userId ?? '';
  // Another person: nothing of the state before stays.
  return <MapOf key={userId} userId={userId} company={company} />;
}

function MapOf({ userId, company }: { userId: string; company: string | null }): ReactElement {
  const { address, change } = useMapAddress(userId);
  const colours = useMapColours();
  const [map, setMap] = useState<GlMap | null>(null);
  const [sight, setSight] = useState<ViewInSight | null>(null);
  const [isAtRest, setAtRest] = useState(true);
  const [failure, setFailure] = useState<MapFailure | null>(null);
  const hasFailed = failure !== null;

  const onMove = useCallback(() => setAtRest(false), []);
  const onRest = useCallback(
    (now: ViewInSight) => {
      setAtRest(true);
      setSight(now);
      change({ lat: now.lat, lon: now.lon, zoom: now.zoom });
    },
    [change],
  );
  useFollowAddress(map, address);
  const { lat, lon, zoom } = address;
  const seen = useMemo(
    () => (hasFailed ? sightOf({ lat, lon, zoom }, sightWithoutMap) : sight),
    [hasFailed, lat, lon, zoom, sight],
  );
  const share = useMemo<MapShare>(
    () => ({ map, sight: seen, isAtRest, address, change, company, colours }),
    [map, seen, isAtRest, address, change, company, colours],
  );
  return (
    <MapProviders share={share}>
      <div className={styles.screen} data-wall={address.isWall}>
        <h1 className="dl-hidden">Map</h1>
        <MapPanel />
        <div className={styles.stage}>
          {failure ? (
            <p className={styles.noMap}>{failureTexts[failure]}</p>
          ) : (
            <Suspense fallback={<p className={styles.noMap}>The map is loading</p>}>
              <MapCanvas
                map={map}
                opensAt={address}
                colours={colours}
                onMap={setMap}
                onMove={onMove}
                onRest={onRest}
                onFailed={setFailure}
              />
            </Suspense>
          )}
          <MapLayers />
          <MapControls />
        </div>
      </div>
    </MapProviders>
  );
}

/** An address that came from elsewhere (a link, the back button, the list) moves the map; the map's own moves are there already. */
function useFollowAddress(map: GlMap | null, { lat, lon, zoom }: View): void {
  useEffect(() => {
    if (!map || map.isMoving()) return;
    const center = map.getCenter();
    const shown = { lat: center.lat, lon: wrapLon(center.lng), zoom: fromGlZoom(map.getZoom()) };
    if (!isSameView(shown, { lat, lon, zoom })) map.easeTo({ center: [lon, lat], zoom: toGlZoom(zoom) });
  }, [map, lat, lon, zoom]);
}
