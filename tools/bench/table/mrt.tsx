/** mantine-react-table with its own header, body and looks; `?virtual` takes its virtualisation of rows and columns. */
import '@mantine/core/styles.css';
import 'mantine-react-table/styles.css';
import { MantineProvider } from '@mantine/core';
import { MantineReactTable, type MRT_ColumnDef, useMantineReactTable } from 'mantine-react-table';
import { type ReactElement, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { acarsColumns } from '../../../src/screens/acars/acars-columns.ts';
import { found, host, offer, rowsWanted } from './page.ts';
import { type BenchRow, benchRows } from './rows.ts';

const isVirtual = new URLSearchParams(location.search).has('virtual');
const columns: MRT_ColumnDef<BenchRow>[] = acarsColumns.map((column) => ({
  accessorKey: column.key,
  header: column.header,
}));
let showPage: (page: number) => void = () => {};

function Page(): ReactElement {
  const [rows, setRows] = useState(() => benchRows(rowsWanted()));
  useEffect(() => {
    showPage = (page) => setRows(benchRows(rowsWanted(), page));
  }, []);
  const table = useMantineReactTable({
    columns,
    data: rows,
    defaultColumn: { size: 180, minSize: 100, maxSize: 1120 },
    enableColumnResizing: true,
    columnResizeMode: 'onEnd',
    enableColumnPinning: true,
    initialState: { columnPinning: { left: ['acarsDateTime'] }, density: 'xs' },
    enablePagination: false,
    enableTopToolbar: false,
    enableBottomToolbar: false,
    enableStickyHeader: true,
    enableRowVirtualization: isVirtual,
    enableColumnVirtualization: isVirtual,
    mantineTableContainerProps: { className: 'container', style: { height: 800, maxHeight: 800 } },
  });
  return (
    <MantineProvider forceColorScheme="light">
      <MantineReactTable table={table} />
    </MantineProvider>
  );
}

createRoot(host()).render(<Page />);
let page = 0;
offer({
  scroller: () => found('.container'),
  nextPage: () => showPage(++page),
  resizeHandle: () => found('th:nth-of-type(2) .mrt-table-head-cell-resize-handle'),
});
