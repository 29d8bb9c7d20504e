/** List box of aircraft or airports. Rows render only in the viewport. No live region: positions change every few seconds. Own file: it knows neither. */
import type { ReactElement, ReactNode } from 'react';
import shared from '../../../ui/shared.module.css';
import { useAtMapNow } from '../fleet/past-context.tsx';
import styles from './MapPanel.module.css';
import { useActiveRow } from './use-active-row.ts';

type InViewListProps<T> = {
  readonly label: string;
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  readonly draw: (item: T) => ReactNode;
  /** Shown with a drained colour. */
  readonly isAged: (item: T, now: number) => boolean;
  readonly selectedKey: string | null;
  /** `isByKey` = by keyboard: the focus then moves to the opened card. */
  readonly onSelect: (item: T, isByKey: boolean) => void;
  readonly onEscape: () => void;
};

const rowPx = 48;
const pageRows = 8;

export function InViewList<T>(props: InViewListProps<T>): ReactElement {
  const { items, keyOf, selectedKey, onEscape } = props;
  const rows = useActiveRow({
    items,
    keyOf,
    rowPx,
    pageRows,
    selectedKey,
    onSelect: (item) => props.onSelect(item, true),
    onEscape,
  });
  return (
    <div className={styles.scroller} role="listbox" data-focus="list" aria-label={props.label} {...rows.list}>
      <div role="presentation" className={shared.anchor} style={{ height: rows.height }}>
        {rows.drawn.map(({ id, index, start, item }) => {
          const key = keyOf(item);
          return (
            <Option
              key={key}
              id={id}
              isSelected={key === selectedKey}
              count={items.length}
              index={index}
              isActive={key === rows.activeKey}
              isAged={(now) => props.isAged(item, now)}
              top={start}
              onPress={() => {
                rows.activate(key);
                props.onSelect(item, false);
              }}
            >
              {props.draw(item)}
            </Option>
          );
        })}
      </div>
    </div>
  );
}

type OptionProps = {
  readonly id: string;
  readonly index: number;
  /** Of the list. */
  readonly count: number;
  readonly isSelected: boolean;
  readonly isActive: boolean;
  readonly isAged: (now: number) => boolean;
  /** px. */
  readonly top: number;
  readonly onPress: () => void;
  readonly children: ReactNode;
};

function Option(props: OptionProps): ReactElement {
  const isAged = useAtMapNow(props.isAged);
  return (
    // The list box has keyboard and focus, and names its active option.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    // biome-ignore lint/a11y/useFocusableInteractive: see above
    <div
      id={props.id}
      role="option"
      aria-selected={props.isSelected}
      aria-setsize={props.count}
      aria-posinset={props.index + 1}
      className={styles.row}
      data-active={props.isActive || undefined}
      data-aged={isAged || undefined}
      style={{ transform: `translateY(${props.top}px)` }}
      onClick={props.onPress}
    >
      {props.children}
    </div>
  );
}
