/** Baseline of the export: write-excel-file as documented, plain values, in a worker. */
import writeExcelFile, { type SheetData } from 'write-excel-file/universal';
import type { SheetColumn } from '../../../src/list/export/sheet.ts';

type Requested = { readonly columns: readonly SheetColumn[] } | { readonly text: string } | { readonly finish: true };
const page = globalThis as unknown as {
  postMessage(message: unknown): void;
  onmessage: ((event: { readonly data: Requested }) => void) | null;
};

let columns: readonly SheetColumn[] = [];
const data: SheetData = [];

page.onmessage = async ({ data: requested }) => {
  if ('columns' in requested) {
    columns = requested.columns;
    data.push(columns.map((column) => column.header));
    page.postMessage(null);
  } else if ('text' in requested) {
    const { acarsMessages } = JSON.parse(requested.text) as { acarsMessages: Record<string, string>[] };
    for (const row of acarsMessages)
      data.push(columns.map(({ key, kind }) => (kind === 'instant' ? new Date(row[key] ?? 0) : (row[key] ?? null))));
    page.postMessage(null);
  } else {
    const options = { sheet: 'AKRX Messages', dateFormat: 'yyyy-mm-dd hh:mm:ss', stickyRowsCount: 1 };
    page.postMessage(await writeExcelFile(data, options).toBlob());
  }
};
