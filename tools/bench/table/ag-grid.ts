/** AG Grid Community with all its modules and its own theme; the same columns, widths and row height, its virtualisation as it comes. */
import { AllCommunityModule, createGrid, type GridApi, ModuleRegistry } from 'ag-grid-community';
import { acarsColumns } from '../../../src/screens/acars/acars-columns.ts';
import { found, host, offer, rowsWanted } from './page.ts';
import { type BenchRow, benchRows } from './rows.ts';

ModuleRegistry.registerModules([AllCommunityModule]);
const grid: GridApi<BenchRow> = createGrid<BenchRow>(host(), {
  rowData: benchRows(rowsWanted()),
  columnDefs: acarsColumns.map((column, index) => ({
    field: column.key,
    headerName: column.header,
    width: 180,
    ...(index === 0 ? { pinned: 'left' as const } : {}),
  })),
  defaultColDef: { minWidth: 100, maxWidth: 1120, resizable: true, sortable: true },
  rowHeight: 29,
  headerHeight: 34,
  getRowId: ({ data }) => data.id,
});

let page = 0;
offer({
  scroller: () => found('.ag-grid-viewport'),
  nextPage: () => grid.setGridOption('rowData', benchRows(rowsWanted(), ++page)),
  resizeHandle: () => found('.ag-header-cell[col-id="tail"] .ag-header-cell-resize'),
});
