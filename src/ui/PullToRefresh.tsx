/** Pulling the top of a scroll container down requests its data again. Touch only: other input has a button or a key. */
import { IconArrowDown, IconRefresh } from '@tabler/icons-react';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import styles from './PullToRefresh.module.css';

/** From here a release refreshes. */
const actsFromPx = 72;
const maxPx = 96;
/** The finger moves farther than the sign. */
const resistance = 0.5;

type PullToRefreshProps = {
  /** null until it is drawn. */
  readonly scroller: HTMLElement | null;
  readonly onRefresh: () => void;
};

/** First child of the scroller. */
export function PullToRefresh({ scroller, onRefresh }: PullToRefreshProps): ReactElement | null {
  const [pulled, setPulled] = useState(0);
  const refresh = useRef(onRefresh);
  refresh.current = onRefresh;
  useEffect(() => {
    if (!scroller) return;
    let startY: number | null = null;
    let now = 0;
    const set = (px: number): void => {
      now = px;
      setPulled(px);
    };
    const start = ({ touches }: TouchEvent): void => {
      startY = touches.length === 1 && scroller.scrollTop <= 0 ? (touches[0]?.clientY ?? null) : null;
    };
    const move = ({ touches }: TouchEvent): void => {
      const y = touches[0]?.clientY;
      if (startY === null || y === undefined) return;
      if (scroller.scrollTop > 0) startY = null;
      set(startY === null ? 0 : Math.max(0, Math.min(maxPx, (y - startY) * resistance)));
    };
    const end = (): void => {
      if (startY !== null && now >= actsFromPx) refresh.current();
      startY = null;
      set(0);
    };
    const cancel = (): void => {
      startY = null;
      set(0);
    };
    const passive = { passive: true };
    scroller.addEventListener('touchstart', start, passive);
    scroller.addEventListener('touchmove', move, passive);
    scroller.addEventListener('touchend', end);
    scroller.addEventListener('touchcancel', cancel);
    return () => {
      scroller.removeEventListener('touchstart', start);
      scroller.removeEventListener('touchmove', move);
      scroller.removeEventListener('touchend', end);
      scroller.removeEventListener('touchcancel', cancel);
    };
  }, [scroller]);
  if (pulled === 0) return null;
  const isDue = pulled >= actsFromPx;
  return (
    <div className={styles.place} aria-hidden="true">
      <span className={styles.sign} data-due={isDue || undefined} style={{ translate: `-50% ${pulled - 44}px` }}>
        {isDue ? <IconRefresh size={18} /> : <IconArrowDown size={18} />}
        {isDue ? 'Release to refresh' : 'Pull to refresh'}
      </span>
    </div>
  );
}
