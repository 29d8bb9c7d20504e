/** Table rows, virtualised above 50 rows and by column. Own file: what each scroll draws. */
import clsx from 'clsx';
import {
  memo,
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
import { cellText, columnValue } from '../cells.ts';
import type { AnyRow, ListDefinition } from '../define-list.ts';
import { RowDetail } from '../detail/RowDetail.tsx';
import styles from './ListTable.module.css';
import { heightOf, type RowPlaces, rowAt, rowsInView, topOf, totalHeight } from './row-window.ts';
import { type ScrollView, useWindow, type View } from './scroll-view.ts';
import {
  fitsByLength,
  isRightToLeft,
  type PlacedColumn,
  type TableLayout,
  type Widths,
  widthOf,
} from './table-layout.ts';

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

// ---- A table row. No component per cell and few attributes: both are paid for in every scrolled frame.

type TableRowProps = {
  readonly list: ListDefinition;
  readonly layout: TableLayout;
  /** Saved widths, without those of a drag in progress. */
  readonly widths: Widths;
  /** Unpinned columns to render. */
  readonly first: number;
  readonly last: number;
  readonly row: AnyRow;
  readonly rowKey: string;
  /** Index on the page. */
  readonly index: number;
  /** Index among all rows including the header, from 1. */
  readonly ariaRow: number;
  /** The cell in the Tab order. -1 = in another row. */
  readonly activeCol: number;
  /** The row has more fields than cells. */
  readonly canOpen: boolean;
  readonly isOpen: boolean;
  /** Its fields are expanded below it. */
  readonly hasDetail: boolean;
  /** Pixels from the top of the first row. */
  readonly top: number;
  readonly onDetailHeight: (key: string, height: number) => void;
};

const TableRow = memo(function TableRow(props: TableRowProps): ReactElement {
  const { layout, first, last, isOpen } = props;
  const cells = layout.left.map((placed) => cell(props, placed, false));
  for (let at = first; at <= last; at++) {
    const placed = layout.center[at];
    if (placed) cells.push(cell(props, placed, at === first));
  }
  for (const placed of layout.right) cells.push(cell(props, placed, false));
  return (
    <div role="presentation" className={styles.item} data-index={props.index} style={{ top: props.top }}>
      <div role="row" aria-rowindex={props.ariaRow} className={styles.row} data-open={isOpen || undefined}>
        {cells}
      </div>
      {props.hasDetail ? <Detail {...props} /> : null}
    </div>
  );
});

function cell(props: TableRowProps, placed: PlacedColumn, isFirst: boolean): ReactElement {
  const { row, index, activeCol, isOpen, canOpen } = props;
  const { column } = placed;
  const text = cellText(placed.kind, columnValue(column, row), column);
  const isWhole = !column.cell && fitsByLength(text, placed, widthOf(column, props.widths));
  return (
    <div
      key={column.key}
      role="gridcell"
      aria-colindex={placed.index + 1}
      data-row={index}
      data-col={placed.index}
      dir={isRightToLeft(text) ? 'auto' : undefined}
      tabIndex={activeCol === placed.index ? 0 : undefined}
      className={classesOf(placed, isFirst)[isWhole ? 'plain' : 'cut']}
    >
      {placed.index === 0 && canOpen ? (
        // A span: button elements have costlier layout, noticeable with eight new rows per frame.
        <span
          role="button"
          className={styles.opener}
          aria-expanded={isOpen}
          aria-label="Show all fields"
          data-opener="true"
        />
      ) : null}
      {column.cell ? column.cell(row, 'grid') : text}
    </div>
  );
}

type Classes = { readonly plain: string; readonly cut: string };
const known = new WeakMap<PlacedColumn, readonly [usual: Classes, asFirst: Classes]>();
function classesOf(placed: PlacedColumn, isFirst: boolean): Classes {
  const both = known.get(placed) ?? [makeClasses(placed, false), makeClasses(placed, true)];
  known.set(placed, both);
  return both[isFirst ? 1 : 0];
}
function makeClasses(placed: PlacedColumn, isFirst: boolean): Classes {
  const plain = clsx(
    styles.cell,
    isFirst ? placed.classes.placeAsFirst : placed.classes.place,
    placed.align === 'end' && styles.end,
    (placed.column.isMono ?? placed.kind === 'text') && styles.mono,
    placed.side === 'left' && styles.pinnedLeft,
    placed.side === 'right' && styles.pinnedRight,
  );
  return { plain, cut: `${plain} ${styles.cut}` };
}

/** Below an expanded row. Reports its height after each change. */
function Detail({ list, layout, row, rowKey, onDetailHeight }: TableRowProps): ReactElement {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const detail = element.current;
    if (!detail) return;
    const reportHeight = (): void => onDetailHeight(rowKey, detail.offsetHeight);
    reportHeight();
    const observer = new ResizeObserver(reportHeight);
    observer.observe(detail);
    return () => observer.disconnect();
  }, [rowKey, onDetailHeight]);
  return (
    <div ref={element} role="row">
      <div role="gridcell" aria-colindex={1} aria-colspan={layout.all.length} className={styles.detail}>
        <RowDetail list={list} row={row} shown={layout.all.map(({ column }) => column.key)} />
      </div>
    </div>
  );
}
