/**
 * Table of a list, and the only importer of mantine-react-table: visible columns by side and the menu of a column. It keeps no state: each
 * change goes to the list's state, pinned columns last as long as the table. Never pass it rows or mount its body: it would copy and
 * measure every row.
 */

import {
  MRT_ColumnActionMenu,
  type MRT_ColumnDef,
  type MRT_TableInstance,
  useMantineReactTable,
} from 'mantine-react-table';
import { type ReactElement, useMemo, useState } from 'react';
import { specTexts } from '../../lib/spec-texts.ts';
import { clampWidth, columnWidth, type ListDefinition } from '../define-list.ts';
import { inOverlay } from '../overlay.ts';
import { columnsWithoutPlace } from './few-columns.ts';
import { ListGrid, type ListTableProps } from './ListGrid.tsx';
import type { ColumnMenu } from './ListHeader.tsx';
import { type TableLayout, tableLayout } from './table-layout.ts';

type Table = MRT_TableInstance<Record<string, unknown>>;
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
    right: list.columns.filter(({ isPinned }) => isPinned).map(({ key }) => key),
  }));
  const placeless = useMemo(
    () => columnsWithoutPlace(list, hidden, props.maxColumns ?? null),
    [list, hidden, props.maxColumns],
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
    // 'grid' without growing: the other grid mode adds a spacer column.
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
      // Columns without space were not hidden by the user.
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

/** Column layout. The instance creates new objects in each render, so it depends on their names. */
function useLayout(list: ListDefinition, table: Table): TableLayout {
  const left = table.getLeftVisibleLeafColumns().map((column) => column.id);
  const center = table.getCenterVisibleLeafColumns().map((column) => column.id);
  const right = table.getRightVisibleLeafColumns().map((column) => column.id);
  const names = [left, center, right].map((ids) => ids.join(',')).join('|');
  // biome-ignore lint/correctness/useExhaustiveDependencies: `names` represents the three arrays, which are new each time
  return useMemo(() => tableLayout(list, { left, center, right }), [list, names]);
}

export function ListTable(props: ListTableProps): ReactElement {
  const table = useTable(props);
  const layout = useLayout(props.list, table);
  const columnMenu: ColumnMenu = (key, events) => {
    const header = table.getFlatHeaders().find((one) => one.column.id === key);
    return header ? (
      <MRT_ColumnActionMenu
        header={header}
        table={table}
        portalProps={inOverlay(props.list)}
        returnFocus={false}
        {...events}
      />
    ) : null;
  };
  return <ListGrid {...props} columnMenu={columnMenu} layout={layout} />;
}
