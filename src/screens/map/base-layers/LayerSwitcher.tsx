import { IconStack2 } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import type { BaseLayer } from '../../../../contract/base-layers.ts';
import { useConnection } from '../../../api/connection.ts';
import { storedText } from '../areas/area-text.ts';
import { useStoredSums } from '../areas/use-tiles.ts';
import { Choice, Choices } from '../controls/Choices.tsx';
import { ControlPopover } from '../controls/ControlPopover.tsx';
import { useMapShare } from '../map-context.ts';
import { outOfRange } from '../zoom-tables.ts';
import styles from './LayerSwitcher.module.css';

type LayerSwitcherProps = {
  readonly layers: readonly BaseLayer[];
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  /** Missing tiles of the selected layer: mark on the button, text in the panel. null = none. */
  readonly notice: string | null;
};

export function LayerSwitcher({ layers, isOpen, onOpen, notice }: LayerSwitcherProps): ReactElement {
  const { address, change } = useMapShare();
  const { state } = useConnection();
  const sums = useStoredSums(isOpen);
  /** While the server is reachable every layer loads, stored or not. */
  const storedOf = (layer: BaseLayer): string =>
    sums && state !== 'reached' && state !== 'slow' ? storedText(sums, layer.name) : '';
  return (
    <ControlPopover
      label="Base layer"
      icon={<IconStack2 size={20} aria-hidden="true" />}
      isOpen={isOpen}
      onOpen={onOpen}
      mark={notice}
    >
      {notice === null ? null : <p className={styles.notice}>{notice}</p>}
      <Choices legend="Base layer">
        {layers.map((layer) => (
          <Choice
            key={layer.name}
            type="radio"
            name="base-layer"
            value={layer.name}
            checked={layer.name === address.layer}
            onChange={() => change({ layer: layer.name })}
            label={layer.name}
            note={noteOf(layer, address.zoom) || storedOf(layer)}
          />
        ))}
      </Choices>
    </ControlPopover>
  );
}

function noteOf(layer: BaseLayer, zoom: number): string {
  if (layer.unavailable !== undefined) return 'not configured';
  return outOfRange(layer, zoom) ? `zoom ${layer.minZoom} to ${layer.maxZoom}` : '';
}
