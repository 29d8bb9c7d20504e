/** Table of rows that are all loaded: sorted, virtualised, cards when narrow. Lists of the server use src/list/. */
import clsx from 'clsx';
import { type ReactElement, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { oneLine } from '../lib/format.ts';
import { compareTexts } from '../lib/text-order.ts';
import styles from './DataTable.module.css';

export type TableColumn<R> = {
  readonly key: string;
  readonly header: string;
  readonly unit?: string;
  readonly meaning?: string;
  readonly isNumber?: boolean;
  /** Sort value. null = none. */
  readonly value: (row: R) => string | number | null;
  /** Text, by default the value itself. */
  readonly text?: (row: R) => string;
  /** In place of the text. */
  readonly cell?: (row: R) => ReactNode;
};
type DataTableProps<R> = {
  readonly label: string;
  /** The first column names the row. */
  readonly columns: readonly TableColumn<R>[];
  readonly rows: readonly R[];
  readonly rowKey: (row: R, at: number) => string;
  /** Click anywhere in the row. The first cell contains the same action as a link. */
  readonly onRow?: ((row: R) => void) | undefined;
  /** Key of the row to scroll to, focus and highlight for a moment. */
  readonly selectedKey?: string | null;
  /** Footer, one cell per column. */
  readonly sums?: readonly ReactNode[] | null;
};

const atFirst = 100;
const atOnce = 200;

export function DataTable<R>(props: DataTableProps<R>): ReactElement | null {
  const { label, columns, rows, rowKey, selectedKey = null, sums } = props;
  const [order, setOrder] = useState<RowOrder | null>(null);
  const scroller = useRef<HTMLElement>(null);
  const keyed = useMemo(() => rows.map((row, at) => ({ row, key: rowKey(row, at) })), [rows, rowKey]);
  const sorted = useMemo(() => {
    const column = columns.find(({ key }) => key === order?.key);
    return order && column ? sortedByValue(keyed, ({ row }) => column.value(row), order.isDescending) : keyed;
  }, [keyed, columns, order]);
  const targetAt = selectedKey === null ? -1 : sorted.findIndex(({ key }) => key === selectedKey);
  const { shown, end } = useShownRows(sorted.length, targetAt);
  useScrollToTarget(scroller, targetAt >= 0 ? selectedKey : null);

  const [first, ...others] = columns;
  if (!first) return null;
  return (
    <div className={styles.frame}>
      <OrderSelect columns={columns} order={order} onOrder={setOrder} />
      <section
        ref={scroller}
        className={styles.scroller}
        aria-label={`${label}, rows`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
      >
        {/* Explicit roles: browsers do not treat elements laid out as cards as a table. */}
        {/* biome-ignore-start lint/a11y/noRedundantRoles: see above */}
        {/* biome-ignore-start lint/a11y/useSemanticElements: see above */}
        <table role="table" className={styles.table} aria-label={label} aria-rowcount={sorted.length + 1}>
          <thead role="rowgroup">
            <tr role="row">
              {columns.map((column) => (
                <Header key={column.key} column={column} order={order} onOrder={setOrder} />
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {sorted.slice(0, shown).map(({ row, key }) => (
              <tr
                key={key}
                role="row"
                data-key={key}
                tabIndex={key === selectedKey ? -1 : undefined}
                className={clsx(props.onRow && styles.open, key === selectedKey && styles.target)}
                onClick={(event) => {
                  const isOwn = event.target instanceof Element && event.target.closest('a, button') !== null;
                  // Selecting text by dragging is not a click.
                  if (!isOwn && getSelection()?.isCollapsed) props.onRow?.(row);
                }}
              >
                <th role="rowheader" scope="row" className={styles.name}>
                  {contentOf(first, row)}
                </th>
                {others.map((column) => (
                  <td key={column.key} role="cell" className={clsx(column.isNumber && styles.number)}>
                    <span className={styles.label} aria-hidden="true">
                      {column.header}
                      <Unit unit={column.unit} />
                    </span>
                    <span className={styles.value} dir="auto">
                      {contentOf(column, row)}
                    </span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          {sums ? (
            <tfoot role="rowgroup">
              <tr role="row">
                {sums.map((sum, at) => (
                  <td key={columns[at]?.key} role="cell" className={clsx(columns[at]?.isNumber && styles.number)}>
                    {at === 0 ? null : (
                      <span className={styles.label} aria-hidden="true">
                        {columns[at]?.header}
                      </span>
                    )}
                    <span className={styles.value}>{sum}</span>
                  </td>
                ))}
              </tr>
            </tfoot>
          ) : null}
        </table>
        {/* biome-ignore-end lint/a11y/useSemanticElements: see above */}
        {/* biome-ignore-end lint/a11y/noRedundantRoles: see above */}
        {shown < sorted.length ? <div ref={end} className={styles.end} /> : null}
      </section>
    </div>
  );
}

function contentOf<R>(column: TableColumn<R>, row: R): ReactNode {
  if (column.cell) return column.cell(row);
  if (column.text) return oneLine(column.text(row));
  const value = column.value(row);
  return typeof value === 'string' ? oneLine(value) : (value ?? (column.isNumber ? '–' : ''));
}

/** Never alone on a line. */
const Unit = ({ unit }: { unit: string | undefined }): ReactElement | null =>
  unit ? (
    <span className={styles.unit}>
      {'\u00a0'}
      {unit}
    </span>
  ) : null;

function Header<R>(props: {
  column: TableColumn<R>;
  order: RowOrder | null;
  onOrder: (order: RowOrder | null) => void;
}): ReactElement {
  const { column, order, onOrder } = props;
  const isSorted = order?.key === column.key;
  return (
    <th
      // biome-ignore lint/a11y/noRedundantRoles: as cards the elements are no table any more to a browser
      role="columnheader"
      scope="col"
      className={clsx(column.isNumber && styles.number)}
      aria-sort={isSorted ? (order.isDescending ? 'descending' : 'ascending') : undefined}
    >
      <button type="button" title={column.meaning} onClick={() => onOrder(nextOrder(order, column.key))}>
        {column.header}
        <Unit unit={column.unit} />
        {isSorted ? <span aria-hidden="true"> {order.isDescending ? '↓' : '↑'}</span> : null}
      </button>
    </th>
  );
}

/** In place of headers, where rows are cards. */
function OrderSelect<R>(props: {
  columns: readonly TableColumn<R>[];
  order: RowOrder | null;
  onOrder: (order: RowOrder | null) => void;
}): ReactElement {
  const { columns, order, onOrder } = props;
  return (
    <label className={styles.order}>
      Sort by
      <select
        value={order ? `${order.isDescending ? '-' : ''}${order.key}` : ''}
        onChange={({ target: { value } }) => {
          const isDescending = value.startsWith('-');
          onOrder(value === '' ? null : { key: isDescending ? value.slice(1) : value, isDescending });
        }}
      >
        <option value="">Default order</option>
        {columns.flatMap(({ key, header }) => [
          <option key={key} value={key}>{`${header} ↑`}</option>,
          <option key={`-${key}`} value={`-${key}`}>{`${header} ↓`}</option>,
        ])}
      </select>
    </label>
  );
}

/** Thousands of rows render as they are scrolled into view. */
function useShownRows(count: number, targetAt: number): { shown: number; end: (element: Element | null) => void } {
  const [shown, setShown] = useState(atFirst);
  const [element, setElement] = useState<Element | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: observed again after each addition, as the mark may still be in view
  useEffect(() => {
    if (!element) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setShown((old) => old + atOnce),
      { root: element.parentElement, rootMargin: '600px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [element, shown]);
  return { shown: Math.min(count, Math.max(shown, targetAt + 1)), end: setElement };
}

function useScrollToTarget(scroller: { readonly current: HTMLElement | null }, selectedKey: string | null): void {
  useEffect(() => {
    if (selectedKey === null) return;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(selectedKey)}"]`);
    row?.scrollIntoView({ block: 'center' });
    row?.focus({ preventScroll: true });
  }, [scroller, selectedKey]);
}

/** Sorts rows by one of their values. Pure. */
type RowOrder = { readonly key: string; readonly isDescending: boolean };
type Value = string | number | null;

/** Numbers by size, texts without case, digits in texts as numbers. Missing values are last in both directions. */
export function sortedByValue<R>(rows: readonly R[], value: (row: R) => Value, isDescending: boolean): readonly R[] {
  const sign = isDescending ? -1 : 1;
  return [...rows].sort((a, b) => {
    const [x, y] = [value(a), value(b)];
    if (x === null || y === null) return x === y ? 0 : x === null ? 1 : -1;
    if (typeof x === 'number' && typeof y === 'number') return sign * (x - y);
    return sign * compareTexts(String(x), String(y));
  });
}

/** A click on a header: ascending, descending, default order. */
export function nextOrder(order: RowOrder | null, key: string): RowOrder | null {
  if (order?.key !== key) return { key, isDescending: false };
  return order.isDescending ? null : { key, isDescending: true };
}
