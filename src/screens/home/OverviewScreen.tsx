import { type ReactElement, useState } from 'react';
import shared from '../../ui/shared.module.css';
import { Overview } from './Overview.tsx';
import styles from './StartCard.module.css';

/** /overview: the overview on its own screen. */
export default function OverviewScreen(): ReactElement {
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  return (
    <div ref={setScroller} className={shared.scroller}>
      <div className={styles.page}>
        <Overview heading="h1" scroller={scroller} />
      </div>
    </div>
  );
}
