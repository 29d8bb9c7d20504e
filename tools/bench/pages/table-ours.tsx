/** The product's table with a real list definition and given rows. */
import '../../../src/ui/tokens.css';
import '../../../src/ui/base.css';
import '../../../src/app/mantine.css';
import { MantineProvider } from '@mantine/core';
import { type ReactElement, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { resolver, theme } from '../../../src/app/theme.ts';
import { useOpenRows } from '../../../src/list/detail/use-open-rows.ts';
import { overlayId } from '../../../src/list/overlay.ts';
import { ListTable } from '../../../src/list/table/ListTable.tsx';
import { benchRows, found, host, list, offer } from './table-page.ts';

const nothing: readonly string[] = [];
let showPage: (page: number) => void = () => {};

function Page(): ReactElement {
  const [{ page, rows }, setRows] = useState(() => ({ page: 0, rows: benchRows() }));
  const [widths, setWidths] = useState<Readonly<Record<string, number>>>({});
  const openRows = useOpenRows(String(page), false);
  useEffect(() => {
    showPage = (next) => setRows({ page: next, rows: benchRows(next) });
  }, []);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={resolver} forceColorScheme="light">
      <ListTable
        list={list}
        rows={rows}
        offset={page * rows.length}
        count={rows.length}
        pageKey={String(page)}
        isStored={false}
        isChanging={false}
        sort={null}
        onSort={() => {}}
        hidden={nothing}
        isTextWide={false}
        onHidden={() => {}}
        widths={widths}
        onWidths={setWidths}
        openRows={openRows}
      />
      <div id={overlayId(list)} />
    </MantineProvider>
  );
}

createRoot(host()).render(<Page />);
let page = 0;
offer({
  scroller: () => found('[role="grid"]'),
  nextPage: () => showPage(++page),
  resizeHandle: () => found('[role="columnheader"][data-col="1"] [data-handle]'),
});
