import { useCallback, useRef, useSyncExternalStore } from 'react';
import { columnsInView, type TableLayout, type Widths } from './table-layout.ts';

/** The loose columns in view; renders only when the first or the last of them changes. */
export function useColumnWindow(
  scroller: HTMLElement | null,
  layout: TableLayout,
  widths: Widths,
): readonly [first: number, last: number] {
  const latest = useRef({ layout, widths });
  latest.current = { layout, widths };
  const subscribe = useCallback(
    (listener: () => void) => {
      if (!scroller) return () => {};
      const observer = new ResizeObserver(listener);
      observer.observe(scroller);
      scroller.addEventListener('scroll', listener, { passive: true });
      return () => {
        observer.disconnect();
        scroller.removeEventListener('scroll', listener);
      };
    },
    [scroller],
  );
  const snapshot = useSyncExternalStore(subscribe, () => {
    const view = scroller
      ? { scrollLeft: scroller.scrollLeft, width: scroller.clientWidth }
      : { scrollLeft: 0, width: 0 };
    return columnsInView(latest.current.layout, latest.current.widths, view).join('-');
  });
  const [first = 0, last = 0] = snapshot.split('-').map(Number);
  return [first, last];
}
