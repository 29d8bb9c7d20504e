/** A table row. No component per cell and few attributes: both are paid for in every scrolled frame. */
import clsx from 'clsx';
import { memo, type ReactElement, useLayoutEffect, useRef } from 'react';
import { cellText, columnValue } from './cells.ts';
import type { AnyRow, ListDefinition } from './define-list.ts';
import styles from './ListTable.module.css';
import { RowDetail } from './RowDetail.tsx';
import { type PlacedColumn, type TableLayout, type Widths, widthOf } from './table-layout.ts';
import { fitsByLength, isRightToLeft } from './text-fit.ts';

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
