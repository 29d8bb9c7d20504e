import type { ReactElement } from 'react';
import { useMedia } from '../../list/use-media.ts';
import { BottomRow } from './BottomRow.tsx';
import { Overview } from './overview/Overview.tsx';
import styles from './StartCard.module.css';

/** /overview: the overview on its own screen. */
export default function OverviewScreen(): ReactElement {
  // As in Overview.module.css.
  const isNarrow = useMedia('(max-width: 959px)');
  return (
    <>
      <div className={styles.page}>
        <Overview heading="h1" />
      </div>
      {isNarrow ? <BottomRow /> : null}
    </>
  );
}
