/**
 * What makes a workbook out of rows. Two do: library-writer.ts for few rows, stream-writer.ts for many.
 * Must not: hold code of either.
 */
import type { AboutLine } from './sheet.ts';

export type SheetWriter = {
  /** Rows by wire field; fields that the sheet does not name are left out. One call at a time. */
  add(rows: readonly Readonly<Record<string, unknown>>[]): Promise<void>;
  /** Closes the workbook; nothing can be added then. */
  finish(about: readonly AboutLine[]): Promise<Blob>;
};

export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** Number formats of the cells. */
export const formats = { instant: 'yyyy-mm-dd hh:mm:ss', day: 'yyyy-mm-dd' } as const;
/** More digits than any column declares. */
export const mostDecimals = 6;
export const decimalsFormat = (decimals: number): string => (decimals > 0 ? `0.${'0'.repeat(decimals)}` : '0');
/** Column widths of the second sheet. */
export const aboutWidths = [32, 60] as const;
