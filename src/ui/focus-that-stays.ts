/** Keeps the focus near rows that their own buttons remove: on the body a keyboard would start again at the top of the screen. */
import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';

/** Handlers for the element around the rows. If the focused button is gone, `next` gets the focus. Call it in the component that renders the rows. */
export function useFocusThatStays(next: RefObject<HTMLElement | null>): {
  onFocus: () => void;
  onBlur: (event: FocusEvent) => void;
} {
  const isHere = useRef(false);
  useEffect(() => {
    if (isHere.current && document.activeElement === document.body) next.current?.focus({ preventScroll: true });
  });
  const onFocus = (): void => {
    isHere.current = true;
  };
  const onBlur = ({ target, currentTarget, relatedTarget }: FocusEvent): void => {
    if (target.isConnected && !currentTarget.contains(relatedTarget)) isHere.current = false;
  };
  return { onFocus, onBlur };
}
