/** AG Grid Community with all modules: the same columns, widths and row height, default virtualisation. */
import { AllCommunityModule, createGrid, type GridApi, ModuleRegistry } from 'ag-grid-community';
import { found, host, offer } from './page.ts';
import type { BenchRow } from './rows.ts';
import { benchRows, list } from './subject.ts';

ModuleRegistry.registerModules([AllCommunityModule]);
const grid: GridApi<BenchRow> = createGrid<BenchRow>(host(), {
  rowData: benchRows(),
  columnDefs: list.columns.map((column, index) => ({
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
  nextPage: () => grid.setGridOption('rowData', benchRows(++page)),
  resizeHandle: () => found(`.ag-header-cell[col-id="${list.columns[1]?.key}"] .ag-header-cell-resize`),
});
