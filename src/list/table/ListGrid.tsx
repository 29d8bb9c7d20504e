/** Scroll container, keyboard and pointer of the table, with one Tab stop. Moving the focus renders two rows, scrolling none. Own file: independent of the table library. */
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { Sort } from '../../../contract/order.ts';
import { rowKey } from '../../data/list-resource.ts';
import { type AnyRow, clampWidth, type ListDefinition } from '../define-list.ts';
import type { OpenRows } from '../detail/use-open-rows.ts';
import { type BodyHandle, ListBody } from './ListBody.tsx';
import { type ColumnDrag, type ColumnMenu, ListHeader, nextSort } from './ListHeader.tsx';
import styles from './ListTable.module.css';
import { nothingInView, type ScrollView, useWindow, type View, watchScroll } from './scroll-view.ts';
import {
  arePinned,
  columnsInView,
  ownWidths,
  type PlacedColumn,
  scrollToColumn,
  type TableLayout,
  textColumn,
  type Widths,
  wideTextWidth,
  widthOf,
  widthVariables,
} from './table-layout.ts';

export type ListTableProps = {
  readonly list: ListDefinition;
  readonly rows: readonly AnyRow[];
  /** Rows of the pages before. */
  readonly offset: number;
  /** All rows; -1 = not known. */
  readonly count: number;
  /** Changes with each new query: the table then starts at its top. */
  readonly pageKey: string;
  readonly isStored: boolean;
  readonly isChanging: boolean;
  readonly sort: Sort | null;
  readonly onSort: (sort: Sort | null) => void;
  readonly hidden: readonly string[];
  readonly onHidden: (hidden: readonly string[]) => void;
  /** RESP-02; null = as many as are not hidden. */
  readonly maxColumns?: number | null;
  readonly widths: Widths;
  readonly onWidths: (widths: Widths) => void;
  /** The text column takes the free width. */
  readonly isTextWide: boolean;
  readonly openRows: OpenRows;
};

type GridProps = ListTableProps & { readonly columnMenu: ColumnMenu; readonly layout: TableLayout };
const resizeStep = 20;

/** Unique row keys: a row that another server sends twice gets its own number. */
function uniqueKeys(rows: readonly object[]): readonly string[] {
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const key = rowKey(row);
    const times = seen.get(key) ?? 0;
    seen.set(key, times + 1);
    return times === 0 ? key : `${key} ${times}`;
  });
}

/** Widths of the user, and that of a text column that takes the free width. */
function useDrawnWidths({ list, layout, widths, isTextWide, onWidths }: GridProps, view: ScrollView) {
  const text = isTextWide ? textColumn(list) : null;
  const wide = useSyncExternalStore(view.subscribe, () =>
    text && !(text.key in widths) ? wideTextWidth(text, layout.all, widths, view.get().width) : 0,
  );
  const drawn = useMemo(() => (text && wide > 0 ? { ...widths, [text.key]: wide } : widths), [text, wide, widths]);
  return { widths: drawn, onWidths: (changed: Widths) => onWidths(ownWidths(changed, drawn, widths)) };
}

const cellOf = (target: EventTarget | null): Cell | null => {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-col]') : null;
  return element ? { row: Number(element.dataset.row), col: Number(element.dataset.col) } : null;
};

export function ListGrid(props: GridProps): ReactElement {
  // State, not a ref: the body needs the element when it mounts.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const view = useMemo(() => (scroller ? watchScroll(scroller) : nothingInView), [scroller]);
  const { layout, rows } = props;
  const { widths, onWidths } = useDrawnWidths(props, view);
  const { current, drag } = useColumnDrag(scroller, view, layout, widths, onWidths);
  const isPinned = useSyncExternalStore(view.subscribe, () => arePinned(layout, widths, view.get().width));
  const [first, last] = useColumnWindow(view, layout, current, isPinned);
  const keys = useMemo(() => uniqueKeys(rows), [rows]);
  const size = { rows: rows.length, cols: layout.all.length };
  const { active, setActive, cellToFocus, hasFocus, setHasFocus, settleFocus } = useActiveCell(
    scroller,
    size,
    props.pageKey,
  );
  const body = useRef<BodyHandle>(null);
  const { open, isSideBySide } = props.openRows;
  // If every column is visible and there are no further fields, rows do not expand.
  const canOpen = !props.list.hasFewColumns || !!props.list.detail || layout.all.length < props.list.columns.length;
  const toggle = (index: number): void => {
    const [key, row] = [keys[index], rows[index]];
    if (!canOpen) return;
    if (key !== undefined && row) props.openRows.toggle(key, row);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows were requested
  useLayoutEffect(() => {
    if (scroller) scroller.scrollTop = 0;
    view.refresh();
  }, [scroller, view, props.pageKey]);

  const moveTo = (cell: Cell): void => {
    cellToFocus.current = cell;
    setActive(cell);
    if (cell.row >= 0) body.current?.showRow(cell.row);
    if (scroller)
      scroller.scrollLeft += scrollToColumn(
        layout,
        widths,
        { scrollLeft: scroller.scrollLeft, width: scroller.clientWidth, isPinned },
        cell.col,
      );
    view.refresh();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // Key events of portals (menus) bubble through React: they are ignored, like those of inputs in an expanded row.
    const target = event.target as Element;
    if (!scroller?.contains(target) || target.closest('[aria-haspopup]')) return;
    const at = cellOf(event.target) ?? (event.target === scroller ? active : null);
    if (!at || onAction(event, at)) return;
    const cell = nextCell(event, at, { ...size, page: body.current?.rowsInPage() ?? 1 });
    if (!cell) return;
    event.preventDefault();
    moveTo(cell);
  };
  const onAction = (event: KeyboardEvent, at: Cell): boolean => {
    const placed = layout.all[at.col];
    const isHeader = at.row < 0;
    if (isHeader && placed && event.shiftKey && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
      const step = event.key === 'ArrowRight' ? resizeStep : -resizeStep;
      onWidths({ ...widths, [placed.column.key]: clampWidth(widthOf(placed.column, widths) + step) });
    } else if (isHeader && placed && event.altKey && event.key === 'ArrowDown') {
      // After this key event, else the menu handles it too and closes again.
      const button = (event.target as Element).querySelector<HTMLElement>('button');
      setTimeout(() => button?.click());
    } else if (event.key === 'Enter' || event.key === ' ') {
      if (event.target instanceof HTMLButtonElement || event.target instanceof HTMLAnchorElement) return true;
      if (isHeader && placed) props.onSort(nextSort(props.sort, placed.column.key));
      else if (canOpen) toggle(at.row);
      else (event.target as Element).querySelector('a')?.click();
    } else if (event.key === 'Escape' && !isHeader && open.has(keys[at.row] ?? '')) {
      toggle(at.row);
    } else return false;
    event.preventDefault();
    return true;
  };
  const onClick = (event: MouseEvent): void => {
    const at = cellOf(event.target);
    if (!at || at.row < 0 || !scroller?.contains(event.target as Node)) return;
    // A link in a cell navigates and expands nothing.
    if ((event.target as Element).closest('a')) return;
    // Selecting text by dragging is not a click.
    if (!getSelection()?.isCollapsed) return;
    toggle(at.row);
  };

  return (
    <div
      ref={setScroller}
      role="grid"
      aria-label={props.list.title}
      aria-rowcount={props.count < 0 ? -1 : props.count + 1}
      aria-colcount={layout.all.length}
      aria-busy={props.isChanging || undefined}
      tabIndex={-1}
      className={styles.scroller}
      data-stored={props.isStored || undefined}
      data-changing={props.isChanging || undefined}
      data-whole={canOpen ? undefined : true}
      data-unpinned={isPinned ? undefined : true}
      style={widthVariables(layout, current.current) as CSSProperties}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onMouseDown={(event) => {
        // The active cell can take the focus. It is set before the click has its effect.
        const at = cellOf(event.target);
        if (at) setActive(at);
      }}
      onFocus={(event) => {
        setHasFocus(true);
        const at = cellOf(event.target);
        if (at) setActive(at);
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setHasFocus(false);
      }}
    >
      {layout.all.length === 0 ? (
        <p className={styles.noColumn}>All columns are hidden. Select columns under Show columns.</p>
      ) : null}
      <div className={styles.sheet} role="presentation">
        <ListHeader
          list={props.list}
          columnMenu={props.columnMenu}
          layout={layout}
          first={first}
          last={last}
          widths={widths}
          sort={props.sort}
          onSort={props.onSort}
          drag={drag}
          onFit={(placed) => {
            const width = scroller && fitWidth(scroller, placed.index);
            if (width) onWidths({ ...widths, [placed.column.key]: clampWidth(width) });
          }}
          activeCol={active.row < 0 ? active.col : -1}
          hasFocus={hasFocus}
        />
        {scroller ? (
          <ListBody
            list={props.list}
            rows={rows}
            keys={keys}
            offset={props.offset}
            layout={layout}
            widths={widths}
            first={first}
            last={last}
            scroller={scroller}
            view={view}
            open={open}
            canOpen={canOpen}
            isSideBySide={isSideBySide}
            active={active}
            handle={body}
            onDrawn={settleFocus}
          />
        ) : null}
      </div>
    </div>
  );
}

// ---- Target cell of a key in the grid (ARIA grid pattern). Pure.

/** Row -1 is the header. */
type Cell = { readonly row: number; readonly col: number };
type GridSize = { readonly rows: number; readonly cols: number; readonly page: number };
type Key = { readonly key: string; readonly ctrlKey: boolean; readonly shiftKey: boolean; readonly altKey: boolean };

const clamp = (value: number, min: number, max: number): number => Math.max(min, Math.min(value, max));

/** Target cell of a key. null = not a grid key. */
export function nextCell(key: Key, at: Cell, size: GridSize): Cell | null {
  if (key.shiftKey || key.altKey) return null;
  const move = (row: number, col: number): Cell => ({
    row: clamp(row, -1, size.rows - 1),
    col: clamp(col, 0, size.cols - 1),
  });
  switch (key.key) {
    case 'ArrowUp':
      return move(at.row - 1, at.col);
    case 'ArrowDown':
      return move(at.row + 1, at.col);
    case 'ArrowLeft':
      return move(at.row, at.col - 1);
    case 'ArrowRight':
      return move(at.row, at.col + 1);
    case 'PageUp':
      return move(Math.max(0, at.row - size.page), at.col);
    case 'PageDown':
      return move(at.row + size.page, at.col);
    case 'Home':
      return key.ctrlKey ? move(0, 0) : move(at.row, 0);
    case 'End':
      return key.ctrlKey ? move(size.rows - 1, size.cols - 1) : move(at.row, size.cols - 1);
    default:
      return null;
  }
}

// ---- The grid cell in the Tab order. Focus follows it when its element appears.

type ActiveCell = {
  readonly active: Cell;
  readonly setActive: (cell: Cell) => void;
  /** A cell to focus once it renders. */
  readonly cellToFocus: RefObject<Cell | null>;
  readonly hasFocus: boolean;
  readonly setHasFocus: (hasFocus: boolean) => void;
  /** Call after each render. */
  readonly settleFocus: () => void;
};

function useActiveCell(
  scroller: HTMLElement | null,
  size: { readonly rows: number; readonly cols: number },
  pageKey: string,
): ActiveCell {
  const [chosen, setActive] = useState<Cell>({ row: 0, col: 0 });
  const [hasFocus, setHasFocus] = useState(false);
  const cellToFocus = useRef<Cell | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows were requested
  useEffect(() => {
    setActive((old) => (old.row < 0 ? old : { row: 0, col: old.col }));
  }, [pageKey]);
  const row = Math.min(chosen.row, size.rows - 1);
  const col = Math.max(0, Math.min(chosen.col, size.cols - 1));
  const active = useMemo(() => ({ row, col }), [row, col]);

  const settleFocus = useCallback(() => {
    if (!scroller) return;
    const goal = cellToFocus.current;
    const cell = goal && scroller.querySelector<HTMLElement>(`[data-row="${goal.row}"][data-col="${goal.col}"]`);
    if (cell) {
      cellToFocus.current = null;
      cell.focus({ preventScroll: true });
    } else if (goal || (hasFocus && document.activeElement === document.body)) {
      // The focused row was scrolled out of the document: the grid keeps the focus, the next arrow key returns to the row.
      scroller.focus({ preventScroll: true });
    }
    // Tab reaches the grid even while its active cell is not rendered.
    scroller.tabIndex = scroller.querySelector('[data-col][tabindex="0"]') ? -1 : 0;
  }, [scroller, hasFocus]);
  useLayoutEffect(settleFocus);
  return { active, setActive, cellToFocus, hasFocus, setHasFocus, settleFocus };
}

/** Width at which nothing of a column is cut off, as far as its cells are drawn, in pixels. Null without cells. */
function fitWidth(scroller: HTMLElement, col: number): number | null {
  const range = document.createRange();
  const widths = [...scroller.querySelectorAll<HTMLElement>(`[data-col="${col}"]`)].map((cell) => {
    const { paddingLeft, paddingRight, borderLeftWidth, borderRightWidth } = getComputedStyle(cell);
    const around = [paddingLeft, paddingRight, borderLeftWidth, borderRightWidth];
    const edges = around.reduce((sum, text) => sum + Number.parseFloat(text), 0);
    // The name of a header is inside an element that truncates it.
    range.selectNodeContents(cell.querySelector('[data-name]') ?? cell);
    return Math.ceil(range.getBoundingClientRect().width + edges);
  });
  return widths.length > 0 ? Math.max(...widths) : null;
}

/** Visible unpinned columns. `widths` is read each time: a drag renders nothing. */
function useColumnWindow(
  view: ScrollView,
  layout: TableLayout,
  widths: RefObject<Widths>,
  isPinned: boolean,
): readonly [first: number, last: number] {
  const calculate = useCallback(
    ({ left, width }: View) => columnsInView(layout, widths.current, { scrollLeft: left, width, isPinned }),
    [layout, widths, isPinned],
  );
  return useWindow(view, calculate);
}

// ---- Column width during a drag, written to grid variables. Renders only when columns enter or leave the view.

/** `current` = rendered widths, including a drag in progress. */
function useColumnDrag(
  scroller: HTMLElement | null,
  view: ScrollView,
  layout: TableLayout,
  widths: Widths,
  onWidths: (widths: Widths) => void,
): { readonly current: { readonly current: Widths }; readonly drag: ColumnDrag } {
  const dragged = useRef(false);
  const current = useRef(widths);
  if (!dragged.current) current.current = widths;

  const draw = useCallback(
    (next: Widths) => {
      if (!scroller) return;
      const before = widthVariables(layout, current.current);
      current.current = next;
      for (const [name, value] of Object.entries(widthVariables(layout, next)))
        if (before[name] !== value) scroller.style.setProperty(name, value);
      view.refresh();
    },
    [scroller, view, layout],
  );
  const move = (placed: PlacedColumn, width: number): void => {
    const { key } = placed.column;
    dragged.current = true;
    if (scroller) scroller.dataset.dragging = String(placed.index);
    const next = clampWidth(width);
    if (current.current[key] !== next) draw({ ...current.current, [key]: next });
  };
  const end = (): void => {
    if (!dragged.current) return;
    dragged.current = false;
    scroller?.removeAttribute('data-dragging');
    onWidths(current.current);
  };
  const cancel = (): void => {
    dragged.current = false;
    scroller?.removeAttribute('data-dragging');
    draw(widths);
  };
  return { current, drag: { move, end, cancel } };
}
