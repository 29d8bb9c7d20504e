import { IconCurrentLocation, IconHistory, IconMaximize, IconMinimize } from '@tabler/icons-react';
import { type ReactElement, useState } from 'react';
import { NavigationControl } from 'react-map-gl/maplibre';
import { serverNow } from '../../../api/send.ts';
import { upTo } from '../../../lib/breakpoints.ts';
import { useListKeys } from '../../../list/use-list-keys.ts';
import { useMedia } from '../../../list/use-media.ts';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import { AltitudeLegend } from '../altitude/AltitudeLegend.tsx';
import { DownloadAreaButton } from '../areas/DownloadAreaButton.tsx';
import { LayerSwitcher } from '../base-layers/LayerSwitcher.tsx';
import { layerNotice } from '../base-layers/missing-tiles.ts';
import { useBaseLayers, useChosenLayer, useMissingTiles } from '../base-layers/use-base-layers.ts';
import { DisplayControl } from '../display/DisplayControl.tsx';
import { FilterControl } from '../filter/FilterControl.tsx';
import { FilterStatus } from '../filter/FilterStatus.tsx';
import { useMapShare } from '../map-context.ts';
import { usePast, useShownFleet } from '../past/past-context.tsx';
import { ReplayBar } from '../past/ReplayBar.tsx';
import { startReplay } from '../past/replay.ts';
import { RangeLegend } from '../ranges/RangeLegend.tsx';
import { useWall } from '../wall/use-wall.ts';
import { WallDisplay } from '../wall/WallDisplay.tsx';
import { MapControl } from './MapControl.tsx';
import styles from './MapControls.module.css';
import { MapFoot } from './MapFoot.tsx';
import { MapNotices } from './MapNotices.tsx';
import { MyLocationMark } from './MyLocationMark.tsx';
import { useMyLocation } from './use-my-location.ts';

export function MapControls(): ReactElement {
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
  useListKeys({ l: () => setOpen(true), f: wall.toggle });
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
      <MapNotices ofMap={problem}>
        {hasLegend && isPhone ? <AltitudeLegend isPhone /> : null}
        <FilterStatus />
      </MapNotices>
      <MapFoot attribution={layer.unavailable === undefined ? layer.attribution : null}>
        {isPhone ? null : (
          <div className={styles.legend}>
            {hasLegend ? <AltitudeLegend isPhone={false} /> : null}
            <RangeLegend />
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
