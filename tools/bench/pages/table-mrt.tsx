/** mantine-react-table with its own header and body. `?virtual` uses its virtualisation. */
import '@mantine/core/styles.css';
import 'mantine-react-table/styles.css';
import { MantineProvider } from '@mantine/core';
import { MantineReactTable, type MRT_ColumnDef, useMantineReactTable } from 'mantine-react-table';
import { type ReactElement, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { BenchRow } from '../rows.ts';
import { benchRows, found, host, list, offer } from './table-page.ts';

const isVirtual = new URLSearchParams(location.search).has('virtual');
const columns: MRT_ColumnDef<BenchRow>[] = list.columns.map((column) => ({
  accessorKey: column.key,
  header: column.header,
}));
let showPage: (page: number) => void = () => {};

function Page(): ReactElement {
  const [rows, setRows] = useState(() => benchRows());
  useEffect(() => {
    showPage = (page) => setRows(benchRows(page));
  }, []);
  const table = useMantineReactTable({
    columns,
    data: rows,
    defaultColumn: { size: 180, minSize: 100, maxSize: 1120 },
    enableColumnResizing: true,
    columnResizeMode: 'onEnd',
    enableColumnPinning: true,
    initialState: { columnPinning: { left: list.columns.slice(0, 1).map((column) => column.key) }, density: 'xs' },
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
