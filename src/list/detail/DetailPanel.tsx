/** Selected row next to the table, from 1920 px on. Focus stays in the table. */
import { IconX } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { fieldText } from '../cells.ts';
import type { AnyRow, ListDefinition } from '../define-list.ts';
import styles from './DetailPanel.module.css';
import { RowDetail } from './RowDetail.tsx';

export function DetailPanel(props: {
  readonly list: ListDefinition;
  readonly row: AnyRow;
  readonly onClose: () => void;
}): ReactElement {
  const { list, row } = props;
  const text = (key: string): string => fieldText(list, key, row);
  const names = list.card.title.map(text).filter((name) => name !== '');
  return (
    <aside className={styles.panel} aria-label="Selected row">
      <header className={styles.top}>
        <h2 dir="auto">{names.length > 0 ? names.join(' ') : '–'}</h2>
        <span className={styles.time}>{list.card.time === null ? null : text(list.card.time)}</span>
        <PlainButton look="icon" aria-label="Close" onClick={props.onClose}>
          <IconX size={18} aria-hidden="true" />
        </PlainButton>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <div className={styles.body} tabIndex={0} role="group" aria-label="All fields">
        <RowDetail list={list} row={row} />
      </div>
    </aside>
  );
}
