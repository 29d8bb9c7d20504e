/** Column width during a drag, written to grid variables. Renders only when columns enter or leave the view. */
import { useCallback, useRef } from 'react';
import { clampWidth } from './column-widths.ts';
import type { ScrollView } from './scroll-view.ts';
import { type PlacedColumn, type TableLayout, type Widths, widthVariables } from './table-layout.ts';

export type ColumnDrag = {
  readonly move: (placed: PlacedColumn, width: number) => void;
  readonly end: () => void;
  /** Widths before the drag. */
  readonly cancel: () => void;
};

/** `current` = rendered widths, including a drag in progress. */
export function useColumnDrag(
  scroller: HTMLElement | null,
  view: ScrollView,
  layout: TableLayout,
  widths: Widths,
  onWidths: (widths: Widths) => void,
): { readonly current: { readonly current: Widths }; readonly drag: ColumnDrag } {
  const dragged = useRef(false);
  const current = useRef(widths);
  if (!dragged.current) current.current = widths;

  const draw = useCallback(
    (next: Widths) => {
      if (!scroller) return;
      const before = widthVariables(layout, current.current);
      current.current = next;
      for (const [name, value] of Object.entries(widthVariables(layout, next)))
        if (before[name] !== value) scroller.style.setProperty(name, value);
      view.refresh();
    },
    [scroller, view, layout],
  );
  const move = (placed: PlacedColumn, width: number): void => {
    const { key } = placed.column;
    dragged.current = true;
    if (scroller) scroller.dataset.dragging = String(placed.index);
    const next = clampWidth(width);
    if (current.current[key] !== next) draw({ ...current.current, [key]: next });
  };
  const end = (): void => {
    if (!dragged.current) return;
    dragged.current = false;
    scroller?.removeAttribute('data-dragging');
    onWidths(current.current);
  };
  const cancel = (): void => {
    dragged.current = false;
    scroller?.removeAttribute('data-dragging');
    draw(widths);
  };
  return { current, drag: { move, end, cancel } };
}
