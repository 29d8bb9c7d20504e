/** The grid cell in the Tab order. Focus follows it when its element appears. */
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Cell } from './grid-keys.ts';

type ActiveCell = {
  readonly active: Cell;
  readonly setActive: (cell: Cell) => void;
  /** A cell to focus once it renders. */
  readonly cellToFocus: RefObject<Cell | null>;
  readonly hasFocus: boolean;
  readonly setHasFocus: (hasFocus: boolean) => void;
  /** Call after each render. */
  readonly settleFocus: () => void;
};

export function useActiveCell(
  scroller: HTMLElement | null,
  size: { readonly rows: number; readonly cols: number },
  pageKey: string,
): ActiveCell {
  const [chosen, setActive] = useState<Cell>({ row: 0, col: 0 });
  const [hasFocus, setHasFocus] = useState(false);
  const cellToFocus = useRef<Cell | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows were requested
  useEffect(() => {
    setActive((old) => (old.row < 0 ? old : { row: 0, col: old.col }));
  }, [pageKey]);
  const row = Math.min(chosen.row, size.rows - 1);
  const col = Math.max(0, Math.min(chosen.col, size.cols - 1));
  const active = useMemo(() => ({ row, col }), [row, col]);

  const settleFocus = useCallback(() => {
    if (!scroller) return;
    const goal = cellToFocus.current;
    const cell = goal && scroller.querySelector<HTMLElement>(`[data-row="${goal.row}"][data-col="${goal.col}"]`);
    if (cell) {
      cellToFocus.current = null;
      cell.focus({ preventScroll: true });
    } else if (goal || (hasFocus && document.activeElement === document.body)) {
      // The focused row was scrolled out of the document: the grid keeps the focus, the next arrow key returns to the row.
      scroller.focus({ preventScroll: true });
    }
    // Tab reaches the grid even while its active cell is not rendered.
    scroller.tabIndex = scroller.querySelector('[data-col][tabindex="0"]') ? -1 : 0;
  }, [scroller, hasFocus]);
  useLayoutEffect(settleFocus);
  return { active, setActive, cellToFocus, hasFocus, setHasFocus, settleFocus };
}
