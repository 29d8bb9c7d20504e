/**
 * The table of a list. mantine-react-table keeps the state of columns (shown, sorted, sized, pinned) and their menus; header and body are ours.
 * Must not: hand it rows (it would copy and measure them), or mount its body.
 */
import { type MRT_ColumnDef, type MRT_TableInstance, useMantineReactTable } from 'mantine-react-table';
import { type ReactElement, useMemo, useState } from 'react';
import type { Sort } from '../../contract/order.ts';
import { specTexts } from '../lib/spec-texts.ts';
import { type AnyRow, columnWidth, type ListDefinition } from './define-list.ts';
import { columnsWithoutPlace } from './few-columns.ts';
import { clampWidth } from './kept-preferences.ts';
import { ListGrid } from './ListGrid.tsx';
import { type TableLayout, tableLayout, type Widths } from './table-layout.ts';
import type { OpenRows } from './use-open-rows.ts';

export type Table = MRT_TableInstance<AnyRow & Record<string, unknown>>;
export type ListTableProps = {
  readonly list: ListDefinition;
  readonly rows: readonly AnyRow[];
  /** Rows of the pages before. */
  readonly offset: number;
  /** All rows; -1 = not known. */
  readonly count: number;
  /** Changes when other rows were asked for: the table then begins at its top. */
  readonly pageKey: string;
  readonly isStored: boolean;
  readonly isChanging: boolean;
  readonly sort: Sort | null;
  readonly onSort: (sort: Sort | null) => void;
  readonly hidden: readonly string[];
  readonly onHidden: (hidden: readonly string[]) => void;
  /** RESP-02; null = as many as are not hidden. */
  readonly mostColumns?: number | null;
  readonly widths: Widths;
  readonly onWidths: (widths: Widths) => void;
  readonly openRows: OpenRows;
};

const noRows: Record<string, unknown>[] = [];

/** Controlled state of mantine-react-table: an update is a value or a function of the old one. */
const updated = <T,>(updater: T | ((old: T) => T), old: T): T =>
  typeof updater === 'function' ? (updater as (old: T) => T)(old) : updater;

function useTable(props: ListTableProps): Table {
  const { list, sort, hidden, widths } = props;
  const columns = useMemo<MRT_ColumnDef<Record<string, unknown>>[]>(
    () =>
      list.columns.map((column) => ({
        accessorKey: column.key,
        header: column.header,
        size: column.width ?? columnWidth.usual,
      })),
    [list],
  );
  const [columnPinning, setColumnPinning] = useState<{ left?: string[]; right?: string[] }>(() => ({
    left: list.columns[0] ? [list.columns[0].key] : [],
    right: [],
  }));
  const placeless = useMemo(
    () => columnsWithoutPlace(list, hidden, props.mostColumns ?? null),
    [list, hidden, props.mostColumns],
  );
  const columnVisibility = useMemo(
    () => Object.fromEntries([...hidden, ...placeless].map((key) => [key, false])),
    [hidden, placeless],
  );
  const sorting = useMemo(() => (sort ? [{ id: sort.key, desc: sort.isDescending }] : []), [sort]);
  return useMantineReactTable<Record<string, unknown>>({
    columns,
    data: noRows,
    rowCount: 0,
    // 'grid' without growing: the other grid mode adds a spacer column of its own.
    layoutMode: 'grid',
    defaultColumn: { grow: false, size: columnWidth.usual, minSize: columnWidth.min, maxSize: columnWidth.max },
    enableColumnResizing: true,
    enableColumnPinning: true,
    enableColumnFilters: false,
    enableMultiSort: false,
    manualSorting: true,
    sortDescFirst: false,
    localization: {
      columnActions: 'Column menu',
      hideAll: specTexts.list.toggleAll,
      showAll: specTexts.list.toggleAll,
    },
    mantineColumnActionsButtonProps: { tabIndex: -1, size: 24, title: 'Column menu' },
    state: { columnVisibility, sorting, columnPinning, columnSizing: widths as Record<string, number> },
    onColumnPinningChange: (updater) => setColumnPinning((old) => updated(updater, old)),
    onColumnVisibilityChange: (updater) => {
      const next = updated(updater, columnVisibility as Record<string, boolean>);
      const gone = list.columns.map((column) => column.key).filter((key) => next[key] === false);
      // Who has no place for want of width was not hidden by anybody.
      props.onHidden(gone.filter((key) => !placeless.includes(key)));
    },
    onSortingChange: (updater) => {
      const next = updated(updater, sorting)[0];
      props.onSort(next ? { key: next.id, isDescending: next.desc } : null);
    },
    onColumnSizingChange: (updater) => {
      const next = updated(updater, widths as Record<string, number>);
      props.onWidths(Object.fromEntries(Object.entries(next).map(([key, width]) => [key, clampWidth(width)])));
    },
  });
}

/** The columns in their places. The instance makes new objects at each render, so the layout hangs on their names. */
function useLayout(list: ListDefinition, table: Table): TableLayout {
  const left = table.getLeftVisibleLeafColumns().map((column) => column.id);
  const center = table.getCenterVisibleLeafColumns().map((column) => column.id);
  const right = table.getRightVisibleLeafColumns().map((column) => column.id);
  const names = [left, center, right].map((ids) => ids.join(',')).join('|');
  // biome-ignore lint/correctness/useExhaustiveDependencies: `names` stands for the three arrays, which are new each time
  return useMemo(() => tableLayout(list, { left, center, right }), [list, names]);
}

export function ListTable(props: ListTableProps): ReactElement {
  const table = useTable(props);
  const layout = useLayout(props.list, table);
  return <ListGrid {...props} table={table} layout={layout} />;
}
