import type { MRT_TableInstance } from 'mantine-react-table';
import type { Sort } from '../../contract/order.ts';
import type { AnyRow, ListDefinition } from './define-list.ts';
import type { Widths } from './table-layout.ts';
import type { OpenRows } from './use-open-rows.ts';

export type Table = MRT_TableInstance<AnyRow & Record<string, unknown>>;
export type ListTableProps = {
  readonly list: ListDefinition;
  readonly rows: readonly AnyRow[];
  /** Rows of the pages before. */
  readonly offset: number;
  /** All rows; -1 = not known. */
  readonly count: number;
  /** Changes with each new query: the table then starts at its top. */
  readonly pageKey: string;
  readonly isStored: boolean;
  readonly isChanging: boolean;
  readonly sort: Sort | null;
  readonly onSort: (sort: Sort | null) => void;
  readonly hidden: readonly string[];
  readonly onHidden: (hidden: readonly string[]) => void;
  /** RESP-02; null = as many as are not hidden. */
  readonly maxColumns?: number | null;
  readonly widths: Widths;
  readonly onWidths: (widths: Widths) => void;
  /** The text column takes the free width. */
  readonly isTextWide: boolean;
  readonly openRows: OpenRows;
};
