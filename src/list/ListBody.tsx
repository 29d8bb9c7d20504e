/**
 * The table's rows. Above 50 only those in view are in the document; of each row only the columns in view.
 * Must not: know mantine-react-table, or use a component per cell.
 */
import { useVirtualizer } from '@tanstack/react-virtual';
import clsx from 'clsx';
import {
  memo,
  type ReactElement,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useState,
} from 'react';
import { cellText } from './cells.ts';
import type { AnyRow, ListDefinition } from './define-list.ts';
import styles from './ListTable.module.css';
import { RowDetail } from './RowDetail.tsx';
import type { PlacedColumn, TableLayout } from './table-layout.ts';

/** Up to so many rows stand in the document as they are: the browser's own search and copy then see them all. */
const virtualFrom = 50;
const headHeight = 34;
const spareRows = 8;

export type BodyHandle = { readonly showRow: (index: number, edge: 'start' | 'end' | 'auto') => void };
export type BodyProps = {
  readonly list: ListDefinition;
  readonly rows: readonly AnyRow[];
  readonly keys: readonly string[];
  readonly offset: number;
  readonly layout: TableLayout;
  readonly first: number;
  readonly last: number;
  readonly scroller: HTMLElement;
  readonly open: ReadonlySet<string>;
  /** Open rows stand in a panel beside the table, not under themselves. */
  readonly isBeside: boolean;
  /** The cell that Tab reaches. */
  readonly active: { readonly row: number; readonly col: number };
  readonly handle: Ref<BodyHandle>;
  /** After each drawing: rows came into the document or left it. */
  readonly onDrawn: () => void;
};

/** `--dl-row` in pixels: it follows density and pointer. */
export function useRowHeight(scroller: HTMLElement): number {
  const read = useCallback(
    () => Number.parseFloat(getComputedStyle(scroller).getPropertyValue('--dl-row')) || 29,
    [scroller],
  );
  const [height, setHeight] = useState(read);
  useEffect(() => {
    const update = (): void => setHeight(read());
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
  return height;
}

export function ListBody(props: BodyProps): ReactElement {
  const { rows, keys, open, scroller } = props;
  const rowHeight = useRowHeight(scroller);
  const isVirtual = rows.length > virtualFrom;
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count: rows.length,
    enabled: isVirtual,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    getItemKey: useCallback((index: number) => keys[index] ?? index, [keys]),
    overscan: spareRows,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height makes all measures void
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  useImperativeHandle(props.handle, () => ({
    showRow: (index, edge) => {
      if (isVirtual) virtualizer.scrollToIndex(index, { align: edge });
    },
  }));
  useLayoutEffect(props.onDrawn);
  const drawn: readonly { index: number; top: number | null }[] = isVirtual
    ? virtualizer.getVirtualItems().map(({ index, start }) => ({ index, top: start - headHeight }))
    : rows.map((_, index) => ({ index, top: null }));
  return (
    <div
      role="rowgroup"
      className={styles.body}
      data-virtual={isVirtual || undefined}
      style={isVirtual ? { height: virtualizer.getTotalSize() } : undefined}
    >
      {drawn.map(({ index, top }) => {
        const row = rows[index];
        const key = keys[index];
        if (!row || key === undefined) return null;
        return (
          <Row
            key={key}
            {...rowParts(props, index)}
            row={row}
            index={index}
            isOpen={open.has(key)}
            hasDetail={open.has(key) && !props.isBeside}
            top={top}
            measure={virtualizer.measureElement}
          />
        );
      })}
    </div>
  );
}

const rowParts = ({ list, layout, first, last, offset, active }: BodyProps, index: number) => ({
  list,
  layout,
  first,
  last,
  ariaRow: offset + index + 2,
  activeCol: active.row === index ? active.col : -1,
});

type RowProps = ReturnType<typeof rowParts> & {
  readonly row: AnyRow;
  readonly index: number;
  readonly isOpen: boolean;
  /** Its fields stand under it. */
  readonly hasDetail: boolean;
  /** null = in normal flow. */
  readonly top: number | null;
  readonly measure: (node: HTMLElement | null) => void;
};

const Row = memo(function Row(props: RowProps): ReactElement {
  const { row, index, layout, first, last, activeCol, isOpen, top } = props;
  const cell = (placed: PlacedColumn, isFirst: boolean): ReactElement => (
    <div
      key={placed.column.key}
      role="gridcell"
      aria-colindex={placed.index + 1}
      data-row={index}
      data-col={placed.index}
      data-side={placed.side}
      dir={placed.kind === 'text' || placed.kind === 'code' ? 'auto' : undefined}
      tabIndex={activeCol === placed.index ? 0 : -1}
      className={clsx(
        styles.cell,
        placed.align === 'end' && styles.end,
        (placed.kind === 'text' || placed.column.isMono) && styles.mono,
      )}
      style={isFirst ? placed.styleAsFirst : placed.style}
    >
      {placed.index === 0 ? <OpenButton isOpen={isOpen} /> : null}
      {placed.column.cell
        ? placed.column.cell(row)
        : cellText(placed.kind, row[placed.column.key], placed.column.decimals)}
    </div>
  );
  const cells = layout.left.map((placed) => cell(placed, false));
  for (let at = first; at <= last; at++) {
    const placed = layout.center[at];
    if (placed) cells.push(cell(placed, at === first));
  }
  for (const placed of layout.right) cells.push(cell(placed, false));
  return (
    <div
      role="presentation"
      className={styles.item}
      data-index={index}
      // An open row is as high as its text: it is measured. Once seen it stays watched, so that closing it is noticed too.
      ref={top !== null && props.hasDetail ? props.measure : undefined}
      style={top === null ? undefined : { transform: `translateY(${top}px)` }}
    >
      <div role="row" aria-rowindex={props.ariaRow} className={styles.row} data-open={isOpen || undefined}>
        {cells}
      </div>
      {props.hasDetail ? (
        <div role="row" className={styles.detailRow}>
          <div role="gridcell" aria-colindex={1} aria-colspan={layout.all.length} className={styles.detail}>
            <RowDetail list={props.list} row={row} />
          </div>
        </div>
      ) : null}
    </div>
  );
});

function OpenButton({ isOpen }: { isOpen: boolean }): ReactElement {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.opener}
      aria-expanded={isOpen}
      aria-label="All fields of this row"
      data-opener="true"
    />
  );
}
