/** Touch on a card: a swipe to a side, or a long press. The menu button of the card has the same actions. */
import { type PointerEvent, type PointerEventHandler, useEffect, useRef, useState } from 'react';

/** Shorter movements are a tap. */
const slopPx = 10;
/** From here a release acts. */
export const actsFromPx = 72;
const mostPx = 120;
const longPressMs = 500;
/** The browser's own gesture back begins at the edge. */
const edgePx = 24;

type Gestures = {
  /** null = that side has no action. */
  readonly onRight: (() => void) | null;
  readonly onLeft: (() => void) | null;
  readonly onLong: () => void;
};
type CardGestures = {
  /** Pixels by which the card is moved, right positive. */
  readonly offset: number;
  readonly handlers: Readonly<
    Record<'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel', PointerEventHandler>
  >;
};
type Touch = {
  readonly x: number;
  readonly y: number;
  isSwipe: boolean;
  readonly timer: ReturnType<typeof setTimeout>;
};

export function useCardGestures({ onRight, onLeft, onLong }: Gestures): CardGestures {
  const [offset, setOffset] = useState(0);
  const touch = useRef<Touch | null>(null);
  const end = (): void => {
    if (touch.current) clearTimeout(touch.current.timer);
    touch.current = null;
    setOffset(0);
  };
  useEffect(() => () => clearTimeout(touch.current?.timer), []);
  const limited = (dx: number): number => Math.max(onLeft ? -mostPx : 0, Math.min(onRight ? mostPx : 0, dx));
  return {
    offset,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        end();
        if (event.pointerType !== 'touch' || !event.isPrimary || event.clientX < edgePx) return;
        const timer = setTimeout(() => {
          end();
          swallowClick();
          onLong();
        }, longPressMs);
        touch.current = { x: event.clientX, y: event.clientY, isSwipe: false, timer };
      },
      onPointerMove: (event: PointerEvent) => {
        const from = touch.current;
        if (!from) return;
        const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
        if (!from.isSwipe) {
          if (Math.hypot(dx, dy) < slopPx) return;
          clearTimeout(from.timer);
          if (Math.abs(dx) < Math.abs(dy)) return end();
          from.isSwipe = true;
          event.currentTarget.setPointerCapture(event.pointerId);
        }
        setOffset(limited(dx));
      },
      onPointerUp: (event: PointerEvent) => {
        const from = touch.current;
        end();
        if (!from?.isSwipe) return;
        swallowClick();
        const dx = limited(event.clientX - from.x);
        if (dx >= actsFromPx) onRight?.();
        else if (dx <= -actsFromPx) onLeft?.();
      },
      onPointerCancel: end,
    },
  };
}

/** The click that ends a gesture is none: it would close the menu that a long press opened below the finger. */
function swallowClick(): void {
  const swallow = (event: Event): void => {
    event.preventDefault();
    event.stopPropagation();
    leave();
  };
  const leave = (): void => {
    removeEventListener('click', swallow, { capture: true });
    removeEventListener('pointerdown', leave, { capture: true });
    removeEventListener('keydown', leave, { capture: true });
  };
  addEventListener('click', swallow, { capture: true });
  addEventListener('pointerdown', leave, { capture: true });
  addEventListener('keydown', leave, { capture: true });
}
