/**
 * Which rows of the table are open: under themselves, any number, or beside the table, one at a time.
 * Must not: draw.
 */
import { useCallback, useMemo, useState } from 'react';
import { rowKey } from '../api/queries.ts';
import type { AnyRow } from './define-list.ts';

export type OpenRows = {
  /** Keys of the rows, as the table gives them. */
  readonly open: ReadonlySet<string>;
  /** Wide screens: the open row stands in a panel beside the table, not under itself. */
  readonly isBeside: boolean;
  readonly toggle: (key: string, row: AnyRow) => void;
};

const none: ReadonlyMap<string, AnyRow> = new Map();
const untouched = { pageKey: null, rows: none };

/**
 * `pageKey` names the rows that were asked for: with other rows all are closed but `first`, which is open from the start. `shown` = the row of the
 * panel beside.
 */
export function useOpenRows(
  pageKey: string,
  isBeside: boolean,
  first: AnyRow | null = null,
): OpenRows & { readonly shown: AnyRow | null; readonly closeAll: () => void } {
  const [state, setState] = useState<{ pageKey: string | null; rows: ReadonlyMap<string, AnyRow> }>(untouched);
  const atFirst = useMemo(() => (first ? new Map([[rowKey(first), first]]) : none), [first]);
  const rows = state.pageKey === pageKey ? state.rows : atFirst;
  const shown = isBeside ? ([...rows].at(-1) ?? null) : null;
  const toggle = useCallback(
    (key: string, row: AnyRow) =>
      setState((old) => {
        const before = old.pageKey === pageKey ? old.rows : atFirst;
        const next = new Map(isBeside && !before.has(key) ? [] : before);
        if (!next.delete(key)) next.set(key, row);
        return { pageKey, rows: next };
      }),
    [pageKey, isBeside, atFirst],
  );
  const closeAll = useCallback(() => setState({ pageKey, rows: none }), [pageKey]);
  const shownKey = shown?.[0] ?? null;
  const open = useMemo(
    () => new Set(isBeside ? (shownKey === null ? [] : [shownKey]) : rows.keys()),
    [rows, isBeside, shownKey],
  );
  return { open, isBeside, toggle, shown: shown?.[1] ?? null, closeAll };
}
