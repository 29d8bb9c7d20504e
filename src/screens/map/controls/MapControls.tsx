/**
 * The buttons over the map.
 * Must not: know what they change beyond the map's own methods.
 */
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { type BaseLayer, type BaseLayerName, defaultSources } from '../../../../contract/base-layers.ts';
import { mapLayersQuery } from '../../../api/map-layers.ts';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import { KeepAreaButton } from '../areas/KeepAreaButton.tsx';
import { useMapShare } from '../map-context.ts';
import styles from './MapControls.module.css';

export function MapControls(): ReactElement {
  const { map, address } = useMapShare();
  const layer = useLayer(address.layer);
  return (
    <fieldset className={styles.controls} aria-label="Map controls">
      <PlainButton look="icon" aria-label="Zoom in" disabled={!map} onClick={() => map?.zoomIn()}>
        <IconPlus size={20} aria-hidden="true" />
      </PlainButton>
      <PlainButton look="icon" aria-label="Zoom out" disabled={!map} onClick={() => map?.zoomOut()}>
        <IconMinus size={20} aria-hidden="true" />
      </PlainButton>
      <KeepAreaButton layer={layer} />
    </fieldset>
  );
}

function useLayer(name: BaseLayerName): BaseLayer {
  const { data } = useQuery(mapLayersQuery());
  return data?.find((layer) => layer.name === name) ?? { name, ...defaultSources[name] };
}
