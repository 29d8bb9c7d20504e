/**
 * One row of the table, with its fields under it when it is open.
 * Must not: use a component per cell, or give a cell more attributes than it needs: both are paid for at every scrolled frame.
 */
import clsx from 'clsx';
import { memo, type ReactElement, useLayoutEffect, useRef } from 'react';
import { cellText, columnValue } from './cells.ts';
import type { AnyRow, ListDefinition } from './define-list.ts';
import styles from './ListTable.module.css';
import { RowDetail } from './RowDetail.tsx';
import { type PlacedColumn, type TableLayout, type Widths, widthOf } from './table-layout.ts';
import { fitsByLength, isRightToLeft } from './text-fit.ts';

export type TableRowProps = {
  readonly list: ListDefinition;
  readonly layout: TableLayout;
  /** As they are kept: those of a drag in progress are not told. */
  readonly widths: Widths;
  /** The loose columns to draw. */
  readonly first: number;
  readonly last: number;
  readonly row: AnyRow;
  readonly rowKey: string;
  /** Among the rows of the page. */
  readonly index: number;
  /** Among all rows, the header included, from 1. */
  readonly ariaRow: number;
  /** The cell that Tab reaches; -1 = it is in another row. */
  readonly activeCol: number;
  /** There is more of it than its cells. */
  readonly canOpen: boolean;
  readonly isOpen: boolean;
  /** Its fields stand under it. */
  readonly hasDetail: boolean;
  /** Pixels below the first row's top. */
  readonly top: number;
  readonly onDetailHeight: (key: string, height: number) => void;
};

export const TableRow = memo(function TableRow(props: TableRowProps): ReactElement {
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
        // A span: a button element is laid out as a control of a form, which shows when eight rows come with each frame.
        <span
          role="button"
          className={styles.opener}
          aria-expanded={isOpen}
          aria-label="All fields of this row"
          data-opener="true"
        />
      ) : null}
      {column.cell ? column.cell(row) : text}
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

/** Under an open row. It is as high as its text, and tells so each time that this changes. */
function Detail({ list, layout, row, rowKey, onDetailHeight }: TableRowProps): ReactElement {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const detail = element.current;
    if (!detail) return;
    const tell = (): void => onDetailHeight(rowKey, detail.offsetHeight);
    tell();
    const observer = new ResizeObserver(tell);
    observer.observe(detail);
    return () => observer.disconnect();
  }, [rowKey, onDetailHeight]);
  return (
    <div ref={element} role="row" className={styles.detailRow}>
      <div role="gridcell" aria-colindex={1} aria-colspan={layout.all.length} className={styles.detail}>
        <RowDetail list={list} row={row} shown={layout.all.map(({ column }) => column.key)} />
      </div>
    </div>
  );
}
