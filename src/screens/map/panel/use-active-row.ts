/** A list with one Tab stop: the active row is moved by keys, and only rows in the viewport render. */
import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';

type Options<T> = {
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  /** Height of each. */
  readonly rowPx: number;
  /** Rows that Page Up and Page Down move by. */
  readonly pageRows: number;
  /** Selected on the map: scrolled into view once. */
  readonly selectedKey: string | null;
  /** By Enter or Space. */
  readonly onSelect: (item: T) => void;
  readonly onEscape: () => void;
};
type ActiveRow<T> = {
  /** Of the element that scrolls. */
  readonly list: {
    readonly ref: RefObject<HTMLDivElement | null>;
    readonly tabIndex: 0;
    readonly 'aria-activedescendant': string | undefined;
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onFocus: (event: FocusEvent) => void;
  };
  readonly activeKey: string | null;
  readonly activate: (key: string) => void;
  /** px. */
  readonly height: number;
  readonly drawn: readonly (VirtualItem & { readonly item: T; readonly id: string })[];
};

export function useActiveRow<T>(options: Options<T>): ActiveRow<T> {
  const { items, keyOf, rowPx, pageRows, selectedKey } = options;
  const id = useId();
  const ref = useRef<HTMLDivElement>(null);
  const [activeKey, setActiveKey] = useState<string | null>(selectedKey);
  const rows = useVirtualizer<HTMLDivElement, HTMLElement>({
    count: items.length,
    getScrollElement: () => ref.current,
    estimateSize: useCallback(() => rowPx, [rowPx]),
    getItemKey: useCallback((index: number) => keyOf(items[index] as T), [items, keyOf]),
    overscan: 6,
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
    // Buttons within the list have keys of their own.
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return;
    const move = moves[event.key];
    const active = items[activeAt];
    if (move) goTo(move());
    else if ((event.key === 'Enter' || event.key === ' ') && active !== undefined) options.onSelect(active);
    else if (event.key === 'Escape') options.onEscape();
    else return;
    event.preventDefault();
  };
  const drawn = rows.getVirtualItems().flatMap((row) => {
    const item = items[row.index];
    return item === undefined ? [] : [{ ...row, item, id: `${id}${row.index}` }];
  });
  return {
    list: {
      ref,
      tabIndex: 0,
      'aria-activedescendant': drawn.find(({ index }) => index === activeAt)?.id,
      onKeyDown,
      onFocus: (event) => {
        if (event.target === event.currentTarget && activeAt < 0) goTo(0);
      },
    },
    activeKey,
    activate: setActiveKey,
    height: rows.getTotalSize(),
    drawn,
  };
}
