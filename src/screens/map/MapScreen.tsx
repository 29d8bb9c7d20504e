/** /openstreetMap and /openstreetMapCompany: map and list. The map library loads with MapCanvas. */
import { type ComponentType, lazy, type ReactElement, Suspense, useCallback, useMemo, useState } from 'react';
import { audienceOf } from '../../../contract/audience.ts';
import { upTo } from '../../lib/breakpoints.ts';
import { useMedia } from '../../list/use-media.ts';
import { useSession } from '../../session/use-session.ts';
import { useMapColours } from '../../ui/map-colours.ts';
import { useMapDisplay } from './display/use-map-display.ts';
import type { MapCanvasProps } from './MapCanvas.tsx';
import { MapNotLoaded } from './MapNotLoaded.tsx';
import { MapProviders } from './MapProviders.tsx';
import styles from './MapScreen.module.css';
import type { MapFailure, MapShare } from './map-context.ts';
import { MapPanel } from './panel/MapPanel.tsx';
import { Positions } from './positions/Positions.tsx';
import { SoughtAircraft } from './positions/SoughtAircraft.tsx';
import { useMapAddress } from './use-map-address.ts';
import { type Viewport, viewportOf } from './viewport.ts';

/** What the list shows where there is no map: as much as a usual one would. */
const viewportWithoutMap = { width: 1024, height: 768 };
const MapCanvas = lazy<ComponentType<MapCanvasProps>>(() =>
  import('./MapCanvas.tsx').catch(() => ({ default: MapNotLoaded })),
);

const failureTexts: Readonly<Record<MapFailure, string>> = {
  webgl: 'The map needs WebGL, which this browser does not support. Use the list instead.',
  code: 'The map could not be loaded. Reload the app to try again, or use the list.',
};

export default function MapScreen(): ReactElement {
  const state = useSession();
  const session = state.kind === 'in' ? state.session : null;
  const company = audienceOf(session) === 'customer' ? (session?.company?.trim() ?? '') : null;
  const userId = session?.userId ?? '';
  // Another user: no state is carried over.
  return <MapOf key={userId} userId={userId} company={company} />;
}

function MapOf({ userId, company }: { userId: string; company: string | null }): ReactElement {
  const { address, change, sought } = useMapAddress(userId, useMedia(upTo('xs')));
  const [display, changeDisplay] = useMapDisplay(userId);
  const colours = useMapColours(display.isAlwaysDark);
  const [isDrawn, setDrawn] = useState(false);
  const [opensAt] = useState(address);
  const [viewport, setViewport] = useState<Viewport | null>(null);
  const [isAtRest, setAtRest] = useState(true);
  const [failure, setFailure] = useState<MapFailure | null>(null);
  const hasFailed = failure !== null;

  const onMove = useCallback(() => setAtRest(false), []);
  const onRest = useCallback(
    (now: Viewport) => {
      setAtRest(true);
      setViewport(now);
      change({ lat: now.lat, lon: now.lon, zoom: now.zoom });
    },
    [change],
  );
  const { lat, lon, zoom } = address;
  const seen = useMemo(
    () => (hasFailed ? viewportOf({ lat, lon, zoom }, viewportWithoutMap) : viewport),
    [hasFailed, lat, lon, zoom, viewport],
  );
  const share = useMemo<MapShare>(
    () => ({ isDrawn, viewport: seen, isAtRest, address, change, company, colours, display, changeDisplay }),
    [isDrawn, seen, isAtRest, address, change, company, colours, display, changeDisplay],
  );
  return (
    <MapProviders userId={userId} share={share}>
      <div className={styles.screen} data-wall={address.isWall && !hasFailed}>
        <h1 className="dl-hidden">Map</h1>
        <Positions />
        <SoughtAircraft sought={sought} />
        <MapPanel />
        <div className={styles.stage} data-dark={display.isAlwaysDark || undefined}>
          {failure ? (
            <p className={styles.noMap}>{failureTexts[failure]}</p>
          ) : (
            <Suspense fallback={<p className={styles.noMap}>The map is loading</p>}>
              <MapCanvas opensAt={opensAt} onDrawn={setDrawn} onMove={onMove} onRest={onRest} onFailed={setFailure} />
            </Suspense>
          )}
        </div>
      </div>
    </MapProviders>
  );
}
