/**
 * How rows look: dense or comfortable, and on a tablet cards or a table.
 * Must not: keep the choice (list-look.ts does).
 */
import { SegmentedControl } from '@mantine/core';
import type { ReactElement } from 'react';
import styles from './LookControls.module.css';
import type { ListLook } from './list-look.ts';

const segmentClasses = { root: styles.segments ?? '', indicator: styles.chosen ?? '' };

export type LookProps = { readonly look: ListLook; readonly onLook: (part: Partial<ListLook>) => void };

/** A finger gets rows of 48 px whatever is chosen (tokens.css). */
export function DensityControl({ look, onLook }: LookProps): ReactElement {
  return (
    <span className={styles.control}>
      <span id="rows-density">Rows</span>
      <SegmentedControl
        classNames={segmentClasses}
        aria-labelledby="rows-density"
        data={[
          { value: 'dense', label: 'Dense' },
          { value: 'comfortable', label: 'Comfortable' },
        ]}
        value={look.density}
        onChange={(density) => onLook({ density: density as ListLook['density'] })}
      />
    </span>
  );
}

export function TabletRowsControl({ look, onLook }: LookProps): ReactElement {
  return (
    <span className={styles.control}>
      <span id="rows-as">Show rows as</span>
      <SegmentedControl
        classNames={segmentClasses}
        aria-labelledby="rows-as"
        data={[
          { value: 'cards', label: 'Cards' },
          { value: 'table', label: 'Table' },
        ]}
        value={look.tabletRows}
        onChange={(rows) => onLook({ tabletRows: rows as ListLook['tabletRows'] })}
      />
    </span>
  );
}
