/** Lifts notices above the calling element at the bottom of a screen while it is mounted. */
import { type RefObject, useLayoutEffect } from 'react';

/** Variable of NoticeHost.module.css. */
const bottomVariable = '--dl-notices-bottom';
const gapPx = 8;

/** The element is at the bottom of its parent and moves with it. */
export function useNoticesAbove(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const below = element.current;
    if (!below?.parentElement) return;
    const { style } = document.documentElement;
    const place = (): void =>
      style.setProperty(bottomVariable, `${Math.round(innerHeight - below.getBoundingClientRect().top) + gapPx}px`);
    const observer = new ResizeObserver(place);
    for (const one of [below, below.parentElement]) observer.observe(one);
    return () => {
      observer.disconnect();
      style.removeProperty(bottomVariable);
    };
  }, [element]);
}
