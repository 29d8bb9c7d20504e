/**
 * The buttons over the map.
 * Must not: know what they change beyond the map's own methods.
 */
import { IconMinus, IconPlus } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import { useMapShare } from '../map-context.ts';
import styles from './MapControls.module.css';

export function MapControls(): ReactElement {
  const { map } = useMapShare();
  return (
    <fieldset className={styles.controls} aria-label="Map controls">
      <PlainButton look="icon" aria-label="Zoom in" disabled={!map} onClick={() => map?.zoomIn()}>
        <IconPlus size={20} aria-hidden="true" />
      </PlainButton>
      <PlainButton look="icon" aria-label="Zoom out" disabled={!map} onClick={() => map?.zoomOut()}>
        <IconMinus size={20} aria-hidden="true" />
      </PlainButton>
    </fieldset>
  );
}
