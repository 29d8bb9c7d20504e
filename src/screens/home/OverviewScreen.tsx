import { type ReactElement, useState } from 'react';
import { useMedia } from '../../list/use-media.ts';
import { BottomRow } from './BottomRow.tsx';
import { Overview } from './overview/Overview.tsx';
import styles from './StartCard.module.css';

/** /overview: the overview on its own screen. */
export default function OverviewScreen(): ReactElement {
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  // As in Overview.module.css.
  const isNarrow = useMedia('(max-width: 959px)');
  return (
    <>
      {/* The row is below what scrolls, not over it: no target is covered. */}
      <div ref={setScroller} className={styles.scroller}>
        <div className={styles.page}>
          <Overview heading="h1" scroller={scroller} />
        </div>
      </div>
      {isNarrow ? <BottomRow /> : null}
    </>
  );
}
