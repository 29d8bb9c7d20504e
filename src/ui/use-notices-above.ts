/**
 * For what stands at the lower edge of a screen and is to be read: notices stand above it as long as it is there.
 * Must not: know notices.
 */
import { type RefObject, useLayoutEffect } from 'react';

/** Of NoticeHost.module.css. */
const bottomVariable = '--dl-notices-bottom';
const gapPx = 8;

/** The element lies at the lower edge of its parent, with which it goes up and down. */
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
