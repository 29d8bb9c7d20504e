/** Row density, width of the text column, and cards or table on tablets. */
import { Checkbox, SegmentedControl } from '@mantine/core';
import type { ReactElement } from 'react';
import type { ListDefinition } from './define-list.ts';
import styles from './LookControls.module.css';
import type { ListLook } from './list-look.ts';
import { textColumn } from './wide-text.ts';

const segmentClasses = { root: styles.segments ?? '', indicator: styles.chosen ?? '' };

export type LookProps = { readonly look: ListLook; readonly onLook: (part: Partial<ListLook>) => void };

export function WideTextControl(props: {
  readonly list: ListDefinition;
  readonly isTextWide: boolean;
  readonly onTextWide: (isTextWide: boolean) => void;
}): ReactElement | null {
  const column = textColumn(props.list);
  return column ? (
    <Checkbox
      label={`${column.header} takes the free width`}
      description="At least half of the table. A width that you set stays."
      checked={props.isTextWide}
      onChange={(event) => props.onTextWide(event.currentTarget.checked)}
    />
  ) : null;
}

/** Touch devices always get rows of 48 px (tokens.css). */
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
