/**
 * What an export holds, said once for both writers: its columns, its rows' limit, and what the second sheet tells about it.
 * Must not: write a file, or touch the DOM (the worker reads it too).
 */
import type { KindName } from '../../../contract/kinds.ts';
import { fieldValue, kindOf } from '../cells.ts';
import type { ListDefinition } from '../define-list.ts';

export type SheetColumn = {
  readonly key: string;
  /** As the list's column has it: where the field holds an object. */
  readonly part?: string;
  /** As the table's header says it, without the unit (XLS-01). */
  readonly header: string;
  readonly kind: KindName;
  /** Digits after the point. */
  readonly decimals?: number;
  /** As the list's column has it. */
  readonly named?: { readonly value: number; readonly name: string };
  /** In characters, as spreadsheets reckon. */
  readonly width: number;
};
/** A line of the second sheet. Instants are epoch ms. */
export type AboutLine = readonly [label: string, value: string | number | { readonly instantMs: number }];
export type Sheet = { readonly name: string; readonly columns: readonly SheetColumn[] };

/** C78: an export of all that match stops here. */
export const mostRows = 100_000;
/** Up to here write-excel-file writes the workbook of the rows that are loaded; beyond, the streaming writer. */
export const mostLibraryRows = 10_000;
export const aboutSheetName = 'About this export';

/** Characters that no name of a sheet may have, and how long it may be. */
const notInName = /[\\/?*[\]:]/g;
const longestName = 31;

/** The sheet of a list: all its columns in the table's order but those that the list leaves out; hidden ones too (C78). */
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

/** What stands in the cell: the row's value, or the word that it stands for. */
export function valueIn(
  { named, ...column }: Pick<SheetColumn, 'key' | 'part' | 'named'>,
  row: Readonly<Record<string, unknown>>,
): unknown {
  const value = fieldValue(column, row);
  return named !== undefined && value === named.value ? named.name : value;
}

/** The units of the columns, for the second sheet: a header that carried its unit would not be the column's name any more. */
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
