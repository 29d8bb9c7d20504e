/** Table rows, virtualised above 50 rows and by column. */
import {
  type ReactElement,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { AnyRow, ListDefinition } from './define-list.ts';
import styles from './ListTable.module.css';
import { heightOf, type RowPlaces, rowAt, rowsInView, topOf, totalHeight } from './row-window.ts';
import { type ScrollView, useWindow, type View } from './scroll-view.ts';
import { TableRow } from './TableRow.tsx';
import type { TableLayout, Widths } from './table-layout.ts';

/** Up to this number all rows are in the document, for the browser's search and copy. */
const virtualFrom = 50;

export type BodyHandle = {
  /** Scrolls as little as needed. */
  readonly showRow: (index: number) => void;
  /** For PageUp and PageDown. */
  readonly rowsInPage: () => number;
};
type BodyProps = {
  readonly list: ListDefinition;
  readonly rows: readonly AnyRow[];
  readonly keys: readonly string[];
  readonly offset: number;
  readonly layout: TableLayout;
  readonly widths: Widths;
  readonly first: number;
  readonly last: number;
  readonly scroller: HTMLElement;
  readonly view: ScrollView;
  readonly open: ReadonlySet<string>;
  /** The row has more fields than cells. */
  readonly canOpen: boolean;
  /** Expanded rows are shown in a panel next to the table. */
  readonly isSideBySide: boolean;
  /** The cell in the Tab order. */
  readonly active: { readonly row: number; readonly col: number };
  readonly handle: Ref<BodyHandle>;
  /** After each render: rows entered or left the document. */
  readonly onDrawn: () => void;
};

type Heights = { readonly row: number; readonly head: number };
/** Height of rows and header in pixels, from style: it depends on density and pointer. */
function useHeights(scroller: HTMLElement): Heights {
  const read = useCallback((): Heights => {
    const style = getComputedStyle(scroller);
    const px = (name: string, usual: number): number => Number.parseFloat(style.getPropertyValue(name)) || usual;
    return { row: px('--dl-row', 29), head: px('--head', 34) };
  }, [scroller]);
  const [heights, setHeights] = useState(read);
  useEffect(() => {
    const update = (): void =>
      setHeights((old) => {
        const now = read();
        return now.row === old.row && now.head === old.head ? old : now;
      });
    update();
    const pointer = matchMedia('(pointer: coarse)');
    pointer.addEventListener('change', update);
    const observer = new MutationObserver(update);
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-density'] });
    return () => {
      pointer.removeEventListener('change', update);
      observer.disconnect();
    };
  }, [read]);
  return heights;
}

export function ListBody(props: BodyProps): ReactElement {
  const { list, rows, keys, layout, active, open, view } = props;
  const heights = useHeights(props.scroller);
  const { places, onDetailHeight } = usePlaces(props, heights.row);
  const isWhole = rows.length <= virtualFrom;
  const [first, last] = useWindow(
    view,
    useCallback(
      ({ top, height }: View) =>
        isWhole ? [0, places.count - 1] : rowsInView(places, { top, height: height - heights.head }),
      [isWhole, places, heights.head],
    ),
  );
  useScrollAnchor(props, places);
  useOpenedInView(props, places, heights.head);
  useImperativeHandle(props.handle, () => bodyHandle(props.scroller, places, heights.head));
  useLayoutEffect(props.onDrawn);

  const drawn: ReactElement[] = [];
  for (let index = first; index <= last; index++) {
    const row = rows[index];
    const key = keys[index];
    if (!row || key === undefined) continue;
    const isOpen = props.canOpen && open.has(key);
    drawn.push(
      <TableRow
        key={key}
        list={list}
        layout={layout}
        widths={props.widths}
        first={props.first}
        last={props.last}
        row={row}
        rowKey={key}
        index={index}
        ariaRow={props.offset + index + 2}
        activeCol={active.row === index ? active.col : -1}
        canOpen={props.canOpen}
        isOpen={isOpen}
        hasDetail={isOpen && !props.isSideBySide}
        top={topOf(places, index)}
        onDetailHeight={onDetailHeight}
      />,
    );
  }
  return (
    <div role="rowgroup" className={styles.body} style={{ height: totalHeight(places) }}>
      {drawn}
    </div>
  );
}

/** Positions of rows. An expanded row is as high as its detail was last rendered. */
function usePlaces({ rows, keys, open, isSideBySide }: BodyProps, rowHeight: number) {
  const [details, setDetails] = useState<ReadonlyMap<string, number>>(new Map());
  const onDetailHeight = useCallback(
    (key: string, height: number) =>
      setDetails((old) => (old.get(key) === height ? old : new Map(old).set(key, height))),
    [],
  );
  const places = useMemo<RowPlaces>(() => {
    const openRows = isSideBySide
      ? []
      : [...open]
          .map((key) => ({ index: keys.indexOf(key), more: details.get(key) ?? 0 }))
          .filter(({ index }) => index >= 0)
          .sort((a, b) => a.index - b.index);
    return { count: rows.length, rowHeight, open: openRows };
  }, [rows.length, rowHeight, keys, open, isSideBySide, details]);
  return { places, onDetailHeight };
}

/** Keeps the first visible row in place when rows above it change their height. */
function useScrollAnchor({ scroller, view, keys }: BodyProps, places: RowPlaces): void {
  const before = useRef({ places, keys });
  useLayoutEffect(() => {
    const old = before.current;
    before.current = { places, keys };
    if (old.places === places || old.keys !== keys) return;
    const { top } = view.get();
    const index = rowAt(old.places, top);
    const inside = top - topOf(old.places, index);
    // Collapsed while its fields were in view: scrolls to the row itself.
    const next = topOf(places, index) + (inside < heightOf(places, index) ? inside : 0);
    if (next === top) return;
    scroller.scrollTop = next;
    view.refresh();
  }, [places, keys, scroller, view]);
}

const scrollsByHand = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/** An expanded row scrolls into view with its fields, also while these load, until the user scrolls. */
function useOpenedInView(
  { scroller, view, keys, open, isSideBySide }: BodyProps,
  places: RowPlaces,
  headHeight: number,
) {
  const before = useRef(open);
  const opened = useRef<string | null>(null);
  useLayoutEffect(() => {
    opened.current = [...open].find((key) => !before.current.has(key)) ?? opened.current;
    before.current = open;
    const key = opened.current;
    if (isSideBySide || key === null || !open.has(key)) return;
    const top = scroller.scrollTop;
    bodyHandle(scroller, places, headHeight).showRow(keys.indexOf(key));
    if (scroller.scrollTop !== top) view.refresh();
  }, [scroller, view, keys, open, isSideBySide, places, headHeight]);
  useEffect(() => {
    const leave = (): void => {
      opened.current = null;
    };
    for (const name of scrollsByHand) scroller.addEventListener(name, leave, { passive: true, capture: true });
    return () => {
      for (const name of scrollsByHand) scroller.removeEventListener(name, leave, { capture: true });
    };
  }, [scroller]);
}

/** Created by each render. Its calls read the height: a reading during the render would force a layout. */
function bodyHandle(scroller: HTMLElement, places: RowPlaces, headHeight: number): BodyHandle {
  const room = (): number => scroller.clientHeight - headHeight;
  return {
    showRow: (index) => {
      if (index < 0) return;
      const top = topOf(places, index);
      const bottom = top + Math.min(heightOf(places, index), room());
      if (top < scroller.scrollTop) scroller.scrollTop = top;
      else if (bottom > scroller.scrollTop + room()) scroller.scrollTop = bottom - room();
    },
    rowsInPage: () => Math.max(1, Math.floor(room() / places.rowHeight) - 1),
  };
}
