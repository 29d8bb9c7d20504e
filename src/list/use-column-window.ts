import { type RefObject, useCallback } from 'react';
import { type ScrollView, useWindow, type View } from './scroll-view.ts';
import { columnsInView, type TableLayout, type Widths } from './table-layout.ts';

/** Visible unpinned columns. `widths` is read each time: a drag renders nothing. */
export function useColumnWindow(
  view: ScrollView,
  layout: TableLayout,
  widths: RefObject<Widths>,
  isPinned: boolean,
): readonly [first: number, last: number] {
  const calculate = useCallback(
    ({ left, width }: View) => columnsInView(layout, widths.current, { scrollLeft: left, width, isPinned }),
    [layout, widths, isPinned],
  );
  return useWindow(view, calculate);
}
