/** List box of aircraft or airports. Rows render only in the viewport. No live region: positions change every few seconds. Own file: it knows neither. */
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import shared from '../../../ui/shared.module.css';
import { useAtMapNow } from '../fleet/past-context.tsx';
import styles from './MapPanel.module.css';

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
  const { items, keyOf, selectedKey } = props;
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [activeKey, setActiveKey] = useState<string | null>(selectedKey);
  const rows = useVirtualizer<HTMLDivElement, HTMLElement>({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    getItemKey: useCallback((index: number) => keyOf(items[index] as T), [items, keyOf]),
    overscan: 4,
  });
  const indexOf = (key: string | null): number => (key === null ? -1 : items.findIndex((item) => keyOf(item) === key));
  const activeAt = indexOf(activeKey);

  const goTo = (index: number): void => {
    const at = Math.min(items.length - 1, Math.max(0, index));
    const item = items[at];
    if (item === undefined) return;
    setActiveKey(keyOf(item));
    rows.scrollToIndex(at);
  };
  // A selection on the map is scrolled into view once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the selection changes, not when rows do
  useEffect(() => {
    const at = indexOf(selectedKey);
    if (at >= 0) goTo(at);
  }, [selectedKey]);

  const moves: Readonly<Record<string, () => number>> = {
    ArrowDown: () => activeAt + 1,
    ArrowUp: () => activeAt - 1,
    PageDown: () => activeAt + pageRows,
    PageUp: () => activeAt - pageRows,
    Home: () => 0,
    End: () => items.length - 1,
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const move = moves[event.key];
    const item = items[activeAt];
    if (move) goTo(move());
    else if ((event.key === 'Enter' || event.key === ' ') && item !== undefined) props.onSelect(item, true);
    else if (event.key === 'Escape') props.onEscape();
    else return;
    event.preventDefault();
  };
  const drawn = rows.getVirtualItems();
  const isActiveDrawn = drawn.some((row) => row.index === activeAt);
  return (
    <div
      ref={scroller}
      className={styles.scroller}
      role="listbox"
      data-focus="list"
      aria-label={props.label}
      tabIndex={0}
      aria-activedescendant={isActiveDrawn ? `${id}${activeAt}` : undefined}
      onKeyDown={onKeyDown}
      onFocus={() => {
        if (activeAt < 0) goTo(0);
      }}
    >
      <div role="presentation" className={shared.anchor} style={{ height: rows.getTotalSize() }}>
        {drawn.map(({ index, start }) => {
          const item = items[index];
          if (item === undefined) return null;
          const key = keyOf(item);
          return (
            <Option
              key={key}
              id={`${id}${index}`}
              isSelected={key === selectedKey}
              count={items.length}
              index={index}
              isActive={key === activeKey}
              isAged={(now) => props.isAged(item, now)}
              top={start}
              onPress={() => {
                setActiveKey(key);
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
