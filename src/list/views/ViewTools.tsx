/** Table or a view for reading, and saved views. */
import type { ReactElement } from 'react';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { type ViewName, viewNames } from '../define-list.ts';
import styles from '../range-bar/RangeBar.module.css';
import { ViewsMenu, type ViewsProps } from './ViewsMenu.tsx';

const labels: Readonly<Record<ViewName, string>> = { table: 'Table', read: 'Read', lines: 'Lines' };

export function ViewTools(props: ViewsProps & { readonly onView: (view: ViewName) => void }): ReactElement {
  const { list, state, onView } = props;
  return (
    <>
      {list.views ? (
        <fieldset className={styles.presets} aria-label="View">
          {viewNames.map((view) => (
            <PlainButton key={view} aria-pressed={view === state.view} onClick={() => onView(view)}>
              {labels[view]}
            </PlainButton>
          ))}
        </fieldset>
      ) : null}
      <ViewsMenu {...props} />
    </>
  );
}
