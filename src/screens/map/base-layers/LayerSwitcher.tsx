/**
 * The choice of the base layer (MAP-01): 11 radio buttons under the names of the specification.
 * Must not: lay tiles (use-base-layers.ts).
 */
import { IconStack2 } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import type { BaseLayer } from '../../../../contract/base-layers.ts';
import { useConnection } from '../../../api/connection.ts';
import { storedWords } from '../areas/area-words.ts';
import { useStoredSums } from '../areas/use-tiles.ts';
import { ControlPopover } from '../controls/ControlPopover.tsx';
import { useMapShare } from '../map-context.ts';
import { outOfRange } from '../zoom-tables.ts';
import styles from './LayerSwitcher.module.css';

type LayerSwitcherProps = {
  readonly layers: readonly BaseLayer[];
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
};

export function LayerSwitcher({ layers, isOpen, onOpen }: LayerSwitcherProps): ReactElement {
  const { address, change } = useMapShare();
  const { state } = useConnection();
  const sums = useStoredSums(isOpen);
  /** While the server is reached every layer comes: what is stored is of no concern. */
  const storedOf = (layer: BaseLayer): string =>
    sums && state !== 'reached' && state !== 'slow' ? storedWords(sums, layer.name) : '';
  return (
    <ControlPopover
      label="Base layer"
      icon={<IconStack2 size={20} aria-hidden="true" />}
      isOpen={isOpen}
      onOpen={onOpen}
    >
      <fieldset className={styles.layers}>
        <legend>Base layer</legend>
        {layers.map((layer) => (
          <label key={layer.name}>
            <input
              type="radio"
              name="base-layer"
              value={layer.name}
              checked={layer.name === address.layer}
              onChange={() => change({ layer: layer.name })}
            />
            <span>{layer.name}</span>
            <span className={styles.note}>{noteOf(layer, address.zoom) || storedOf(layer)}</span>
          </label>
        ))}
      </fieldset>
    </ControlPopover>
  );
}

function noteOf(layer: BaseLayer, zoom: number): string {
  if (layer.unavailable !== undefined) return 'not set up';
  return outOfRange(layer, zoom) ? `zoom ${layer.minZoom} to ${layer.maxZoom}` : '';
}
