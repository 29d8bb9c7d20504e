/** Expanded rows: any number below their row, or one next to the table. */
import { useCallback, useMemo, useState } from 'react';
import { rowKey } from '../../data/list-resource.ts';
import type { AnyRow } from '../define-list.ts';

export type OpenRows = {
  /** Row keys, as in the table. */
  readonly open: ReadonlySet<string>;
  /** Wide screens: the expanded row is in a panel next to the table. */
  readonly isSideBySide: boolean;
  readonly toggle: (key: string, row: AnyRow) => void;
};

const none: ReadonlyMap<string, AnyRow> = new Map();
const untouched = { pageKey: null, rows: none };

/**
 * `pageKey` names the query: with other rows all are collapsed except `first`, which is expanded initially. `shown` = the row of the
 * panel.
 */
export function useOpenRows(
  pageKey: string,
  isSideBySide: boolean,
  first: AnyRow | null = null,
): OpenRows & { readonly shown: AnyRow | null; readonly closeAll: () => void } {
  const [state, setState] = useState<{ pageKey: string | null; rows: ReadonlyMap<string, AnyRow> }>(untouched);
  const atFirst = useMemo(() => (first ? new Map([[rowKey(first), first]]) : none), [first]);
  const rows = state.pageKey === pageKey ? state.rows : atFirst;
  const shown = isSideBySide ? ([...rows].at(-1) ?? null) : null;
  const toggle = useCallback(
    (key: string, row: AnyRow) =>
      setState((old) => {
        const before = old.pageKey === pageKey ? old.rows : atFirst;
        const next = new Map(isSideBySide && !before.has(key) ? [] : before);
        if (!next.delete(key)) next.set(key, row);
        return { pageKey, rows: next };
      }),
    [pageKey, isSideBySide, atFirst],
  );
  const closeAll = useCallback(() => setState({ pageKey, rows: none }), [pageKey]);
  const shownKey = shown?.[0] ?? null;
  const open = useMemo(
    () => new Set(isSideBySide ? (shownKey === null ? [] : [shownKey]) : rows.keys()),
    [rows, isSideBySide, shownKey],
  );
  return { open, isSideBySide, toggle, shown: shown?.[1] ?? null, closeAll };
}
