/** The selected row of a view for reading: it stays selected while others load, and steps over the ends of a page. */
import { useRef, useState } from 'react';
import { rowKey } from '../../data/list-resource.ts';
import type { AnyRow, ViewProps } from '../define-list.ts';

export type RowCursor = {
  readonly index: number;
  readonly row: AnyRow | null;
  readonly select: (index: number) => void;
  /** To the next or previous row, over the end of the page. */
  readonly step: (by: 1 | -1) => void;
  readonly canStep: (by: 1 | -1) => boolean;
};

/** Index of the selected row: by its key, else the end of the page from which it was entered. Pure. */
export function cursorIndex(
  keys: readonly string[],
  selected: { readonly key: string | null; readonly isFromEnd: boolean },
): number {
  const at = selected.key === null ? -1 : keys.indexOf(selected.key);
  return at >= 0 ? at : selected.isFromEnd ? keys.length - 1 : 0;
}

type Selected = { readonly pageKey: string; readonly key: string | null; readonly isFromEnd: boolean };

/** `firstKey` = key of the row that is selected at first. */
export function useRowCursor(
  { rows, pageKey, isChanging, onNextPage, onPreviousPage }: ViewProps,
  firstKey: string | null = null,
): RowCursor {
  const [selected, setSelected] = useState<Selected>({ pageKey, key: firstKey, isFromEnd: false });
  const entersFromEnd = useRef(false);
  // Rows of another query: the selection starts at the end from which its page was entered.
  if (selected.pageKey !== pageKey && !isChanging) {
    setSelected({ pageKey, key: null, isFromEnd: entersFromEnd.current });
    entersFromEnd.current = false;
  }
  const index = cursorIndex(
    rows.map((row) => rowKey(row)),
    selected,
  );
  const select = (next: number): void => {
    const row = rows[next];
    if (row) setSelected({ ...selected, key: rowKey(row) });
  };
  const canStep = (by: 1 | -1): boolean =>
    rows[index + by] !== undefined || (by === 1 ? onNextPage : onPreviousPage) !== null;
  return {
    index,
    row: rows[index] ?? null,
    select,
    canStep,
    step: (by) => {
      if (isChanging) return;
      if (rows[index + by]) select(index + by);
      else {
        entersFromEnd.current = by === -1;
        (by === 1 ? onNextPage : onPreviousPage)?.();
      }
    },
  };
}
