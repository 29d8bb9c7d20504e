/** Scroll container, keyboard and pointer of the table, with one Tab stop. Moving the focus renders two rows, scrolling none. */
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { rowKey } from '../api/list-resource.ts';
import { clampWidth } from './column-widths.ts';
import { fitWidth } from './fit-column.ts';
import { type Cell, nextCell } from './grid-keys.ts';
import { type BodyHandle, ListBody } from './ListBody.tsx';
import { ListHeader, nextSort } from './ListHeader.tsx';
import styles from './ListTable.module.css';
import type { ListTableProps, Table } from './list-table.ts';
import { nothingInView, type ScrollView, watchScroll } from './scroll-view.ts';
import { arePinned, scrollToColumn, type TableLayout, type Widths, widthOf, widthVariables } from './table-layout.ts';
import { useActiveCell } from './use-active-cell.ts';
import { useColumnDrag } from './use-column-drag.ts';
import { useColumnWindow } from './use-column-window.ts';
import { ownWidths, textColumn, wideTextWidth } from './wide-text.ts';

type GridProps = ListTableProps & { readonly table: Table; readonly layout: TableLayout };
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
          table={props.table}
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
