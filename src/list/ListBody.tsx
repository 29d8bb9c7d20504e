/**
 * The table's rows. Above 50 only those in view are in the document; of each row only the columns in view.
 * Must not: know mantine-react-table, or draw a cell (TableRow does).
 */
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

/** Up to so many rows stand in the document as they are: the browser's own search and copy then see them all. */
const virtualFrom = 50;

export type BodyHandle = {
  /** Scrolls as little as needed. */
  readonly showRow: (index: number) => void;
  /** For PageUp and PageDown. */
  readonly rowsInPage: () => number;
};
export type BodyProps = {
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
  /** There is more of a row than its cells. */
  readonly canOpen: boolean;
  /** Open rows stand in a panel beside the table, not under themselves. */
  readonly isBeside: boolean;
  /** The cell that Tab reaches. */
  readonly active: { readonly row: number; readonly col: number };
  readonly handle: Ref<BodyHandle>;
  /** After each drawing: rows came into the document or left it. */
  readonly onDrawn: () => void;
};

type Heights = { readonly row: number; readonly head: number };
/** Of rows and header in pixels, as the style has them: they follow density and pointer. */
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
  useKeptPlace(props, places);
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
        hasDetail={isOpen && !props.isBeside}
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

/** Where rows stand; an open one is as high as its detail was when it was last drawn. */
function usePlaces({ rows, keys, open, isBeside }: BodyProps, rowHeight: number) {
  const [details, setDetails] = useState<ReadonlyMap<string, number>>(new Map());
  const onDetailHeight = useCallback(
    (key: string, height: number) =>
      setDetails((old) => (old.get(key) === height ? old : new Map(old).set(key, height))),
    [],
  );
  const places = useMemo<RowPlaces>(() => {
    const openRows = isBeside
      ? []
      : [...open]
          .map((key) => ({ index: keys.indexOf(key), more: details.get(key) ?? 0 }))
          .filter(({ index }) => index >= 0)
          .sort((a, b) => a.index - b.index);
    return { count: rows.length, rowHeight, open: openRows };
  }, [rows.length, rowHeight, keys, open, isBeside, details]);
  return { places, onDetailHeight };
}

/** The first row in view stays where it is when rows above it become higher or lower. */
function useKeptPlace({ scroller, view, keys }: BodyProps, places: RowPlaces): void {
  const before = useRef({ places, keys });
  useLayoutEffect(() => {
    const old = before.current;
    before.current = { places, keys };
    if (old.places === places || old.keys !== keys) return;
    const { top } = view.get();
    const index = rowAt(old.places, top);
    const inside = top - topOf(old.places, index);
    // Closed while one read on in its fields: the row itself is what is looked for then.
    const next = topOf(places, index) + (inside < heightOf(places, index) ? inside : 0);
    if (next === top) return;
    scroller.scrollTop = next;
    view.refresh();
  }, [places, keys, scroller, view]);
}

function bodyHandle(scroller: HTMLElement, places: RowPlaces, headHeight: number): BodyHandle {
  const room = scroller.clientHeight - headHeight;
  return {
    showRow: (index) => {
      const top = topOf(places, index);
      const bottom = top + Math.min(heightOf(places, index), room);
      if (top < scroller.scrollTop) scroller.scrollTop = top;
      else if (bottom > scroller.scrollTop + room) scroller.scrollTop = bottom - room;
    },
    rowsInPage: () => Math.max(1, Math.floor(room / places.rowHeight) - 1),
  };
}
