/** Buttons on the map, the notices at its top left and the mark of the own location. */
import { IconCurrentLocation, IconHistory, IconMaximize, IconMinimize } from '@tabler/icons-react';
import type { Point } from 'geojson';
import { type ReactElement, type ReactNode, type ReactPortal, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import {
  type ControlPosition,
  type IControl,
  Layer,
  NavigationControl,
  Source,
  useControl,
} from 'react-map-gl/maplibre';
import { serverNow } from '../../../data/send.ts';
import { useNow } from '../../../data/use-now.ts';
import { upTo } from '../../../lib/breakpoints.ts';
import { say } from '../../../lib/tense.ts';
import { utcMoment } from '../../../lib/time.ts';
import { useMedia } from '../../../lib/use-media.ts';
import { type LandState, landTexts } from '../../../lib/world/countries-aside.ts';
import { useListKeys } from '../../../list/use-list-keys.ts';
import { rangeText, useRange } from '../../../range/range.ts';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import { DownloadAreaButton } from '../areas/DownloadAreaButton.tsx';
import { layerNotice, useBaseLayers, useChosenLayer, useMissingTiles } from '../base-map/TileLayer.tsx';
import { useFilterShare } from '../fleet/filter-context.tsx';
import { noLivePositionsText, storedPositionsText } from '../fleet/fleet.ts';
import { useFleet } from '../fleet/fleet-store.ts';
import { type RangeState, usePast, useShownFleet } from '../fleet/past-context.tsx';
import { startReplay } from '../fleet/past-fleet.ts';
import { slots, toGlZoom, useGlMap, useMapImage } from '../gl-map.ts';
import { CoverageLegend } from '../ground/CoverageLayer.tsx';
import { RangeLegend } from '../ground/RangeLayer.tsx';
import { follow, useFollowed, useMapShare } from '../map-context.ts';
import { screenMark } from '../mark-image.ts';
import { FilterStatus } from '../panel/InView.tsx';
import { MapSearch, useGoTo } from '../panel/MapSearch.tsx';
import styles from './MapControls.module.css';
import { AltitudeLegend, MapFoot, ReplayBar } from './MapFoot.tsx';
import { DisplayControl, FilterControl, LayerSwitcher } from './MapPopovers.tsx';
import { useWall, WallDisplay } from './WallDisplay.tsx';

export function MapControls({ landState }: { readonly landState: LandState }): ReactElement {
  const { address } = useMapShare();
  const [isOpen, setOpen] = useState(false);
  const layers = useBaseLayers();
  const layer = useChosenLayer();
  const missing = useMissingTiles(layer);
  const { canAsk, ask, problem, here } = useMyLocation();
  const wall = useWall();
  const { replay, setReplay } = usePast();
  // Also a phone on its side.
  const isPhone = useMedia(`${upTo('xs')}, (max-height: 480px)`);
  // Stored positions have one colour.
  const hasLegend = useShownFleet().source === 'live';
  const { selected } = useFilterShare();
  const followedKey = useFollowed();
  const follows = selected && !address.isWall;
  useListKeys({
    l: () => setOpen(true),
    f: follows ? () => follow(followedKey === selected.key ? null : selected.key) : wall.toggle,
  });
  return (
    <>
      {address.isWall ? <WallDisplay /> : null}
      {here ? <MyLocationMark {...here} /> : null}
      <MapControl position="top-right" className={styles.controls}>
        <LayerSwitcher
          layers={layers}
          isOpen={isOpen}
          onOpen={setOpen}
          notice={layerNotice(layer, address.zoom, missing)}
        />
        <DisplayControl />
        <FilterControl />
      </MapControl>
      <NavigationControl position="top-right" showCompass={false} />
      <MapControl position="top-right" className={styles.controls}>
        {canAsk ? <ControlButton label="My location" icon={<IconCurrentLocation size={20} />} onPress={ask} /> : null}
        <DownloadAreaButton layer={layer} />
        <ControlButton
          label={replay ? 'End the replay' : 'Replay of 24 hours'}
          icon={<IconHistory size={20} />}
          onPress={() => setReplay((now) => (now ? null : startReplay(serverNow())))}
        />
        <ControlButton
          label={address.isWall ? 'Exit full screen' : 'Full-screen map'}
          icon={address.isWall ? <IconMinimize size={20} /> : <IconMaximize size={20} />}
          onPress={wall.toggle}
        />
      </MapControl>
      <MapNotices ofMap={problem ?? landTexts[landState]}>
        {hasLegend && isPhone ? <AltitudeLegend isPhone /> : null}
        {isPhone ? <CoverageLegend /> : null}
        <FilterStatus />
      </MapNotices>
      <MapFoot attribution={layer.unavailable === undefined ? layer.attribution : null}>
        {isPhone ? null : (
          <div className={styles.legend}>
            {hasLegend ? <AltitudeLegend isPhone={false} /> : null}
            <RangeLegend />
            <CoverageLegend />
          </div>
        )}
        <ReplayBar />
      </MapFoot>
    </>
  );
}

type ControlButtonProps = {
  readonly label: string;
  readonly icon: ReactElement;
  readonly onPress: () => void;
};

function ControlButton({ label, icon, onPress }: ControlButtonProps): ReactElement {
  return (
    <PlainButton look="icon" aria-label={label} title={label} onClick={onPress}>
      <span aria-hidden="true" className={styles.icon}>
        {icon}
      </span>
    </PlainButton>
  );
}

/** A control of the library whose content is drawn by React. */
class ReactControl implements IControl {
  readonly element = document.createElement('div');
  onAdd(): HTMLElement {
    return this.element;
  }
  onRemove(): void {
    this.element.remove();
  }
}

type MapControlProps = {
  readonly position: ControlPosition;
  readonly className?: string;
  readonly children: ReactNode;
};

/** Puts React content into a corner of the map, in mount order with the other controls of that corner. */
function MapControl({ position, className, children }: MapControlProps): ReactPortal {
  const first = useRef({ position, className });
  const control = useControl(
    () => {
      const made = new ReactControl();
      made.element.className = `maplibregl-ctrl ${first.current.className ?? ''}`;
      return made;
    },
    { position: first.current.position },
  );
  return createPortal(children, control.element);
}

// ---- Top left of the map: search, notices of missing tiles and outdated positions

const tickMs = 5000;
const flyMs = 600;

type MapNoticesProps = {
  readonly ofMap: string | null;
  /** Legend of a phone. */
  readonly children: ReactNode;
};

function MapNotices({ ofMap, children }: MapNoticesProps): ReactElement {
  const map = useGlMap();
  // Without motion where the user prefers it reduced.
  const goTo = useGoTo(({ lat, lon, zoom }) =>
    map.flyTo({ center: [lon, lat], zoom: toGlZoom(zoom), duration: flyMs }, { isElsewhere: true }),
  );
  const fleet = useFleet();
  const { past } = usePast();
  const now = useNow(tickMs);
  const still = past ? null : (storedPositionsText(fleet, now) ?? noLivePositionsText(fleet.list, now));
  // Always mounted: a live region that appears with its text is not read.
  return (
    <div className={styles.notices}>
      <MapSearch onGo={goTo} />
      {children}
      <PastNotice now={now} />
      <p role="status" data-uncovered>
        {still}
      </p>
      <p role="status" data-uncovered>
        {ofMap}
      </p>
    </div>
  );
}

const rangeTexts: Readonly<Record<Exclude<RangeState, 'none' | 'ready'>, string>> = {
  long: 'The range is longer than 6 hours.',
  loading: 'Positions of the range are loading.',
  failed: 'Positions of the range could not be loaded.',
  unreached: 'Positions of the range are not on this device.',
};

/** Which time the map shows where a range of the app is chosen. */
function PastNotice({ now }: { now: number }): ReactElement {
  const { range: state, past, replay } = usePast();
  const { range } = useRange();
  const fleet = useFleet();
  const isShown = state === 'ready' && past !== null && range !== null && replay === null;
  const text = isShown
    ? `Last positions of ${rangeText(range, now)}, as of ${utcMoment(range.to, now)}.${past.fleet.list.length === 0 ? ' No aircraft here.' : ''}`
    : state === 'none' || state === 'ready'
      ? null
      : state === 'loading'
        ? rangeTexts.loading
        : `${rangeTexts[state]} ${say('positionsHere', { now, dataAt: now, isNow: fleet.source === 'live' })}`;
  return (
    <p role="status" data-uncovered>
      {text}
    </p>
  );
}

// ---- Location of the device, requested on a click only. Never stored or sent

const nearbyZoom = 9;
const waitMs = 10_000;

type Here = { readonly lat: number; readonly lon: number };

type MyLocation = {
  /** Available on secure pages only. */
  readonly canAsk: boolean;
  readonly ask: () => void;
  readonly problem: string | null;
  /** null = not requested yet. */
  readonly here: Here | null;
};

function useMyLocation(): MyLocation {
  const { address, change } = useMapShare();
  const [here, setHere] = useState<Here | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const ask = (): void => {
    setProblem(null);
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude: lat, longitude: lon } }) => {
        setHere({ lat, lon });
        change({ lat, lon, zoom: Math.max(address.zoom, nearbyZoom) });
      },
      ({ code }) =>
        setProblem(
          code === 1
            ? 'Location access is blocked. Allow it in the browser settings.'
            : 'Your location could not be found.',
        ),
      { timeout: waitMs, maximumAge: 60_000 },
    );
  };
  return { canAsk: isSecureContext && 'geolocation' in navigator, ask, problem, here };
}

const locationId = 'my-location';
const [markPx, edgePx] = [15, 3];
const layout = { 'icon-image': locationId, 'icon-allow-overlap': true, 'icon-ignore-placement': true } as const;

/** The location of the device, below the aircraft. */
function MyLocationMark({ lat, lon }: Here): ReactElement {
  const { accent, land } = useMapShare().colours;
  useMapImage(locationId, () => screenMark('disc', markPx, edgePx, { edge: land, fill: accent }), [land, accent]);
  const place = useMemo<Point>(() => ({ type: 'Point', coordinates: [lon, lat] }), [lat, lon]);
  return (
    <Source id={locationId} type="geojson" data={place}>
      <Layer id={locationId} type="symbol" layout={layout} beforeId={slots.airports} />
    </Source>
  );
}
