/** Header row: name, unit, sort, resize handle. One column menu is mounted at a time: one per column would cost more than the rows. */
import clsx from 'clsx';
import { type ReactElement, useRef, useState } from 'react';
import type { Sort } from '../../../contract/order.ts';
import type { ListDefinition } from '../define-list.ts';
import { isServerSort } from '../state/list-sort.ts';
import styles from './ListTable.module.css';
import { type PlacedColumn, type TableLayout, type Widths, widthOf } from './table-layout.ts';

/** Width of a column during a drag. */
export type ColumnDrag = {
  readonly move: (placed: PlacedColumn, width: number) => void;
  readonly end: () => void;
  /** Widths before the drag. */
  readonly cancel: () => void;
};
/** The menu of a column, mounted while its header is hot. */
export type ColumnMenu = (
  key: string,
  events: { readonly onOpen: () => void; readonly onClose: () => void },
) => ReactElement | null;

export type HeaderProps = {
  readonly list: ListDefinition;
  readonly columnMenu: ColumnMenu;
  readonly layout: TableLayout;
  readonly first: number;
  readonly last: number;
  readonly widths: Widths;
  readonly sort: Sort | null;
  readonly onSort: (sort: Sort | null) => void;
  readonly drag: ColumnDrag;
  /** Rendered width of the column. */
  readonly onFit: (placed: PlacedColumn) => void;
  /** Index of the cell in the Tab order. -1 = not in this row. */
  readonly activeCol: number;
  readonly hasFocus: boolean;
};

const firstItem = '[role="menu"] [role="menuitem"]:not([disabled], [data-disabled])';

/** none -> ascending -> descending -> none. */
export function nextSort(sort: Sort | null, key: string): Sort | null {
  if (sort?.key !== key) return { key, isDescending: false };
  return sort.isDescending ? null : { key, isDescending: true };
}

export function ListHeader(props: HeaderProps): ReactElement {
  const [hovered, setHovered] = useState<string | null>(null);
  // An open menu has the focus outside the grid: its column stays active until it closes.
  const [menuOf, setMenuOf] = useState<string | null>(null);
  const { layout, first, last } = props;
  const shown = [...layout.left, ...layout.center.slice(first, last + 1), ...layout.right];
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" aria-rowindex={1} className={styles.headRow} tabIndex={-1}>
        {shown.map((placed) => (
          <HeaderCell
            key={placed.column.key}
            {...props}
            placed={placed}
            isFirst={placed === layout.center[first]}
            isHot={
              hovered === placed.column.key ||
              menuOf === placed.column.key ||
              (props.hasFocus && props.activeCol === placed.index)
            }
            onHover={setHovered}
            onMenu={setMenuOf}
          />
        ))}
      </div>
    </div>
  );
}

type CellProps = HeaderProps & {
  readonly placed: PlacedColumn;
  readonly isFirst: boolean;
  readonly isHot: boolean;
  readonly onHover: (key: string | null) => void;
  readonly onMenu: (key: string | null) => void;
};

function HeaderCell(props: CellProps): ReactElement {
  const { placed, sort } = props;
  const { column, index } = placed;
  const cell = useRef<HTMLDivElement>(null);
  const sorted = sort?.key === column.key ? (sort.isDescending ? 'descending' : 'ascending') : undefined;
  return (
    // Grid keys (Enter, Space, Shift+arrows, Alt+down) are handled by the grid, with one listener for all cells.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div
      ref={cell}
      role="columnheader"
      aria-colindex={index + 1}
      aria-sort={sorted ?? 'none'}
      // Explicit name: the menu button appears and disappears and does not belong to the name.
      aria-label={column.unit ? `${column.header} ${column.unit}` : column.header}
      tabIndex={props.activeCol === index ? 0 : -1}
      data-row={-1}
      data-col={index}
      data-side={placed.side}
      className={clsx(
        styles.headCell,
        props.isFirst ? placed.classes.placeAsFirst : placed.classes.place,
        placed.align === 'end' && styles.end,
      )}
      title={[
        column.key,
        column.meaning,
        isServerSort(props.list, column.key) ? 'Sorts the whole list' : 'Sorts this page',
      ]
        .filter(Boolean)
        .join('\n')}
      onPointerEnter={() => props.onHover(column.key)}
      onPointerLeave={() => props.onHover(null)}
      onClick={(event) => {
        // Clicks in the menu arrive through its portal and are not clicks on this cell.
        const target = event.target as Element;
        if (event.currentTarget.contains(target) && !target.closest('button,[data-handle]'))
          props.onSort(nextSort(sort, column.key));
      }}
    >
      <span className={styles.headText} data-name="true">
        {column.header}
        {column.unit ? <span className={styles.unit}> {column.unit}</span> : null}
      </span>
      {sorted ? (
        <span aria-hidden="true" className={styles.sortMark}>
          {sorted === 'ascending' ? '↑' : '↓'}
        </span>
      ) : null}
      {props.isHot ? (
        <span className={styles.menu}>
          {props.columnMenu(column.key, {
            onOpen: () => {
              props.onMenu(column.key);
              requestAnimationFrame(() => document.querySelector<HTMLElement>(firstItem)?.focus());
            },
            onClose: () => {
              props.onMenu(null);
              if (document.activeElement?.closest('[role="menu"]')) cell.current?.focus();
            },
          })}
        </span>
      ) : null}
      <ResizeHandle {...props} />
    </div>
  );
}

function ResizeHandle({ placed, widths, drag, onFit }: CellProps): ReactElement {
  const [from, setFrom] = useState<{ x: number; width: number } | null>(null);
  const done = (finish: () => void) => (): void => {
    if (!from) return;
    setFrom(null);
    finish();
  };
  return (
    // Keyboard equivalent: Shift+arrow on the header.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <span
      data-handle="true"
      className={styles.handle}
      data-dragging={from !== null || undefined}
      onPointerDown={(event) => {
        if (event.button !== 0 || !event.isPrimary) return;
        event.preventDefault(); // else the drag selects text and scrolls the table
        event.currentTarget.setPointerCapture(event.pointerId);
        setFrom({ x: event.clientX, width: widthOf(placed.column, widths) });
      }}
      onPointerMove={(event) => {
        if (!from) return;
        const change = event.clientX - from.x;
        drag.move(placed, from.width + (placed.side === 'right' ? -change : change));
      }}
      onPointerUp={done(drag.end)}
      onPointerCancel={done(drag.cancel)}
      onDoubleClick={() => onFit(placed)}
    />
  );
}
