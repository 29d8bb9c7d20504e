/** Visible part of a scroll container, read once per scroll. Never measure while rows render: each reading forces a layout. */
import { useSyncExternalStore } from 'react';

/** Pixels. */
export type View = { readonly top: number; readonly left: number; readonly width: number; readonly height: number };
const nowhere: View = { top: 0, left: 0, width: 0, height: 0 };
export type ScrollView = {
  readonly get: () => View;
  readonly subscribe: (listener: () => void) => () => void;
  /** Reads again at once, after our own scrolling or resizing. */
  readonly refresh: () => void;
};

export function watchScroll(scroller: HTMLElement): ScrollView {
  const read = (): View => ({
    top: scroller.scrollTop,
    left: scroller.scrollLeft,
    width: scroller.clientWidth,
    height: scroller.clientHeight,
  });
  let view = read();
  const listeners = new Set<() => void>();
  const refresh = (): void => {
    view = read();
    for (const listener of listeners) listener();
  };
  const observer = new ResizeObserver(refresh);
  return {
    get: () => view,
    refresh,
    subscribe: (listener) => {
      if (listeners.size === 0) {
        view = read();
        observer.observe(scroller);
        scroller.addEventListener('scroll', refresh, { passive: true });
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        observer.disconnect();
        scroller.removeEventListener('scroll', refresh);
      };
    },
  };
}

/** Two positions derived from the view. Renders only when one changes. */
export function useWindow(
  view: ScrollView,
  calculate: (view: View) => readonly [first: number, last: number],
): readonly [first: number, last: number] {
  const snapshot = useSyncExternalStore(view.subscribe, () => calculate(view.get()).join(' '));
  const [first = 0, last = 0] = snapshot.split(' ').map(Number);
  return [first, last];
}

/** Used until the element exists. */
export const nothingInView: ScrollView = {
  get: () => nowhere,
  refresh: () => {},
  subscribe: () => () => {},
};
