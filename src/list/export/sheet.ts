/** Contents of an export for both writers: columns, row limit, second sheet. */
import type { KindName } from '../../../contract/kinds.ts';
import { fieldValue, kindOf } from '../cells.ts';
import type { ListDefinition } from '../define-list.ts';

export type SheetColumn = {
  readonly key: string;
  /** As in the list's column: for fields with an object. */
  readonly part?: string;
  /** Header of the table, without the unit (XLS-01). */
  readonly header: string;
  readonly kind: KindName;
  /** Decimals. */
  readonly decimals?: number;
  /** As in the list's column. */
  readonly named?: { readonly value: number; readonly name: string };
  /** In characters, as in spreadsheets. */
  readonly width: number;
};
/** A line of the second sheet. Instants are epoch ms. */
export type AboutLine = readonly [label: string, value: string | number | { readonly instantMs: number }];
export type Sheet = { readonly name: string; readonly columns: readonly SheetColumn[] };

/** C78: an export of all that match stops here. */
export const maxRows = 100_000;
/** Up to here write-excel-file writes the workbook of the rows that are loaded; beyond, the streaming writer. */
export const maxLibraryRows = 10_000;
export const aboutSheetName = 'About this export';

/** Characters not allowed in a sheet name, and its maximum length. */
const notInName = /[\\/?*[\]:]/g;
const longestName = 31;

const partMark = ' (part)';
/** Name of the first sheet. `isPart` = the server has more rows: the file name is fixed (C78), so the sheet shows it. */
export const sheetName = ({ name }: Pick<Sheet, 'name'>, isPart: boolean): string =>
  isPart ? `${name.slice(0, longestName - partMark.length)}${partMark}` : name;

/** Sheet of a list: all columns in table order, hidden ones included, except those that the list omits (C78). */
export function sheetOf(list: ListDefinition): Sheet {
  const left = new Set<string>(list.export?.without);
  return {
    name: (list.export?.fileName ?? list.title).replace(notInName, ' ').slice(0, longestName),
    columns: list.columns
      .filter((column) => !left.has(column.key))
      .map((column) => {
        const kind = column.part === undefined ? kindOf(list, column.key) : 'text';
        return {
          key: column.key,
          header: column.header,
          kind,
          ...(column.part === undefined ? {} : { part: column.part }),
          ...(column.decimals === undefined ? {} : { decimals: column.decimals }),
          ...(column.named === undefined ? {} : { named: column.named }),
          width: Math.max(column.header.length + 3, widthOfKind[kind]),
        };
      }),
  };
}

/** Cell value: that of the row, or its text. */
export function valueIn(
  { named, ...column }: Pick<SheetColumn, 'key' | 'part' | 'named'>,
  row: Readonly<Record<string, unknown>>,
): unknown {
  const value = fieldValue(column, row);
  return named !== undefined && value === named.value ? named.name : value;
}

/** Units of the columns, for the second sheet: a header with a unit would differ from the column name. */
export function unitLines(list: ListDefinition, sheet: Sheet): readonly AboutLine[] {
  const exported = new Set(sheet.columns.map((column) => column.key));
  return list.columns
    .filter((column) => column.unit && exported.has(column.key))
    .map((column) => [`Unit of ${column.header}`, column.unit ?? ''] as const);
}

const widthOfKind: Readonly<Record<KindName, number>> = {
  instant: 20,
  day: 12,
  code: 12,
  text: 60,
  number: 12,
  flag: 8,
  object: 40,
};

// ---- Interface of a writer: workbooks by library-writer.ts (few rows) and stream-writer.ts (many), text by text-writers.ts.

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
