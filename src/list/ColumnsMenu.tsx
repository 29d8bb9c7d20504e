import { Checkbox, Popover } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { type ReactElement, type ReactNode, useState } from 'react';
import { specTexts } from '../lib/spec-texts.ts';
import { PlainButton } from '../ui/PlainButton.tsx';
import styles from './ColumnsMenu.module.css';
import type { ListDefinition } from './define-list.ts';

/** Label of the button while its menu is closed, and open. */
const columnsMenuWords = (list: ListDefinition): { readonly closed: string; readonly open: string } =>
  list.messages.columnsMenu ?? { closed: specTexts.list.showColumns, open: specTexts.list.showColumns };

/** RAW-06: one checkbox per column, and one for all of them with a mixed state. */
export function ColumnsMenu(props: {
  readonly list: ListDefinition;
  readonly hidden: readonly string[];
  /** RESP-02; null = all that are chosen. */
  readonly maxColumns: number | null;
  readonly onHidden: (hidden: readonly string[]) => void;
  readonly onDefaults: () => void;
  /** In the footer: other display options of the table. */
  readonly children?: ReactNode;
}): ReactElement {
  const { list, hidden, maxColumns, onHidden } = props;
  const [isOpened, setOpened] = useState(false);
  const words = columnsMenuWords(list);
  const all = list.columns.length;
  const shown = all - hidden.length;
  const inTable = Math.min(shown, maxColumns ?? shown);
  const toggle = (key: string): void =>
    onHidden(hidden.includes(key) ? hidden.filter((one) => one !== key) : [...hidden, key]);
  return (
    <Popover opened={isOpened} onChange={setOpened} position="bottom-end" width={460} trapFocus returnFocus shadow="md">
      <Popover.Target>
        <PlainButton onClick={() => setOpened((open) => !open)}>
          <IconColumns3 size={16} aria-hidden="true" />
          {isOpened ? words.open : words.closed}
          <span className={styles.count}>
            {inTable} of {all}
          </span>
        </PlainButton>
      </Popover.Target>
      <Popover.Dropdown className={styles.menu} aria-label={words.closed}>
        <div className={styles.all}>
          <Checkbox
            label={specTexts.list.toggleAll}
            checked={shown === all}
            indeterminate={shown > 0 && shown < all}
            onChange={() => onHidden(shown === all ? list.columns.map((column) => column.key) : [])}
          />
          <span className={styles.count}>
            {shown} of {all} shown
          </span>
        </div>
        <div className={styles.columns}>
          {list.columns.map((column) => (
            <Checkbox
              key={column.key}
              label={column.header}
              checked={!hidden.includes(column.key)}
              onChange={() => toggle(column.key)}
            />
          ))}
        </div>
        {inTable < shown ? <p className={styles.room}>{inTable} columns fit. Expand a row to see the others.</p> : null}
        <div className={styles.foot}>
          {props.children}
          <PlainButton look="subtle" onClick={props.onDefaults}>
            Back to default
          </PlainButton>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
