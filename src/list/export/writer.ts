/** Interface of a writer: workbooks by library-writer.ts (few rows) and stream-writer.ts (many), text by text-writers.ts. */
import type { AboutLine } from './sheet.ts';

export type SheetWriter = {
  /** Rows by wire field. Fields that the sheet does not name are omitted. One call at a time. */
  add(rows: readonly Readonly<Record<string, unknown>>[]): Promise<void>;
  /** Closes the file. `about` and `name` (of the first sheet) are for workbooks. */
  finish(about: readonly AboutLine[], name: string): Promise<Blob>;
};

export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** Number formats of the cells. */
export const formats = { instant: 'yyyy-mm-dd hh:mm:ss', day: 'yyyy-mm-dd' } as const;
/** More digits than any column declares. */
export const maxDecimals = 6;
export const decimalsFormat = (decimals: number): string => (decimals > 0 ? `0.${'0'.repeat(decimals)}` : '0');
/** Column widths of the second sheet. */
export const aboutWidths = [32, 60] as const;
