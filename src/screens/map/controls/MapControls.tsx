/**
 * The buttons over the map and what stands at its lower edge.
 * Must not: know what they change beyond the map's own methods and the address.
 */
import { IconCurrentLocation, IconMaximize, IconMinimize, IconMinus, IconPlus } from '@tabler/icons-react';
import { type ReactElement, useState } from 'react';
import { useListKeys } from '../../../list/use-list-keys.ts';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import { KeepAreaButton } from '../areas/KeepAreaButton.tsx';
import { LayerSwitcher } from '../base-layers/LayerSwitcher.tsx';
import { layerNotice } from '../base-layers/missing-tiles.ts';
import { useBaseLayers, useTiles } from '../base-layers/use-base-layers.ts';
import { useMapShare } from '../map-context.ts';
import styles from './MapControls.module.css';
import { MapFoot } from './MapFoot.tsx';
import { MapNotices } from './MapNotices.tsx';
import { useMyLocation } from './use-my-location.ts';
import { useWall } from './use-wall.ts';

export function MapControls(): ReactElement {
  const { map, address } = useMapShare();
  const [isOpen, setOpen] = useState(false);
  const layers = useBaseLayers();
  const layer = layers.find(({ name }) => name === address.layer) ?? layers[0];
  const missing = useTiles(layer as NonNullable<typeof layer>);
  const here = useMyLocation();
  const wall = useWall();
  useListKeys({ l: map && (() => setOpen(true)), f: wall.toggle });
  const notice = here.problem ?? (map && layer ? layerNotice(layer, address.zoom, missing) : null);
  return (
    <>
      <fieldset className={styles.controls} aria-label="Map controls" data-kept-clear>
        <LayerSwitcher layers={layers} isOpen={isOpen} onOpen={setOpen} />
        <ControlButton label="Zoom in" icon={<IconPlus size={20} />} onPress={map && (() => map.zoomIn())} />
        <ControlButton label="Zoom out" icon={<IconMinus size={20} />} onPress={map && (() => map.zoomOut())} />
        {here.canAsk ? (
          <ControlButton label="My location" icon={<IconCurrentLocation size={20} />} onPress={map && here.ask} />
        ) : null}
        {layer ? <KeepAreaButton layer={layer} /> : null}
        <ControlButton
          label={address.isWall ? 'Back to the list beside the map' : 'The map alone, on the whole screen'}
          icon={address.isWall ? <IconMinimize size={20} /> : <IconMaximize size={20} />}
          onPress={wall.toggle}
        />
      </fieldset>
      <MapNotices ofMap={notice} />
      <MapFoot attribution={layer && layer.unavailable === undefined ? layer.attribution : null} />
    </>
  );
}

type ControlButtonProps = {
  readonly label: string;
  readonly icon: ReactElement;
  /** null = nothing to do yet. */
  readonly onPress: (() => void) | null;
};

function ControlButton({ label, icon, onPress }: ControlButtonProps): ReactElement {
  return (
    <PlainButton look="icon" aria-label={label} title={label} disabled={!onPress} onClick={() => onPress?.()}>
      <span aria-hidden="true" className={styles.icon}>
        {icon}
      </span>
    </PlainButton>
  );
}
