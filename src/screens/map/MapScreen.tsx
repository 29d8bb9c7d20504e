/** /openstreetMap and /openstreetMapCompany: map and list. The map library loads with MapCanvas. */
import {
  type ComponentType,
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { audienceOf } from '../../../contract/audience-of.ts';
import { aircraftKey } from '../../charts/positions/fix.ts';
import { isWithin } from '../../lib/bounds.ts';
import { upTo } from '../../lib/breakpoints.ts';
import { useMedia } from '../../lib/use-media.ts';
import { useSession } from '../../session/use-session.ts';
import { useMapColours } from '../../ui/map-colours.ts';
import { fetchAllPositions } from './fleet/all-positions.ts';
import { FilterProvider } from './fleet/filter-context.tsx';
import { useFleet } from './fleet/fleet-store.ts';
import { Positions } from './fleet/Positions.tsx';
import { PastProvider } from './fleet/past-context.tsx';
import { AirportsProvider } from './ground/airports-context.tsx';
import type { MapCanvasProps } from './MapCanvas.tsx';
import styles from './MapScreen.module.css';
import { type MapFailure, type MapShare, MapShareProvider, useMapDisplay, useMapShare } from './map-context.ts';
import { MapPanel } from './panel/MapPanel.tsx';
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
    <MapProviders share={share}>
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

function MapNotLoaded({ onFailed }: { onFailed: (why: MapFailure) => void }): null {
  useEffect(() => onFailed('code'), [onFailed]);
  return null;
}

type MapProvidersProps = { readonly share: MapShare; readonly children: ReactNode };

function MapProviders({ share, children }: MapProvidersProps): ReactElement {
  return (
    <MapShareProvider value={share}>
      <PastProvider>
        <FilterProvider>
          <AirportsProvider>{children}</AirportsProvider>
        </FilterProvider>
      </PastProvider>
    </MapShareProvider>
  );
}

/** As the search of the map: names are shown from here on. */
const minZoom = 7;
/** An aircraft that appears later moves nothing: the user looks elsewhere by then. */
const soughtMs = 10_000;

/** Moves the map to the aircraft that a link is about, if it is out of view. Polls cover the view only, so the whole world is requested once. */
function SoughtAircraft({ sought }: { sought: { readonly icao: string | null } }): null {
  const { address, change, company, viewport } = useMapShare();
  const { list } = useFleet();
  const [ended, setEnded] = useState<object | null>(null);
  const { source, zoom } = address;
  // Other services count or charge requests of the world.
  const isSought = sought.icao !== null && ended !== sought && source === 'receivers';
  const key = isSought ? aircraftKey(sought.icao) : null;
  useEffect(() => {
    if (key === null) return;
    const left = new AbortController();
    // Without a response the stored positions are searched.
    fetchAllPositions({ source, company }, left.signal).catch(() => undefined);
    const timer = setTimeout(() => setEnded(sought), soughtMs);
    return () => {
      left.abort();
      clearTimeout(timer);
    };
  }, [key, source, company, sought]);
  const found = key === null ? undefined : list.find((one) => one.key === key);
  const bounds = viewport?.bounds;
  useEffect(() => {
    if (!found || !bounds) return;
    setEnded(sought);
    const { lat, lon } = found;
    if (!isWithin(bounds, lat, lon)) change({ lat, lon, zoom: Math.max(zoom, minZoom) });
  }, [found, sought, change, zoom, bounds]);
  return null;
}
