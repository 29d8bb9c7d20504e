import type { ReactElement } from 'react';
import { serverNow } from '../../../api/send.ts';
import { utcMoment } from '../../../lib/time.ts';
import styles from './RangeLegend.module.css';
import { rangeTitle } from './range-features.ts';
import { useRanges } from './use-ranges.ts';

/** Which line is which. Nothing without ranges. */
export function RangeLegend(): ReactElement | null {
  const ranges = useRanges();
  if (!ranges || ranges.value.length === 0) return null;
  return (
    <section className={styles.legend} aria-label="Station ranges" data-uncovered>
      <span>
        <i className={styles.day} aria-hidden="true" />
        {rangeTitle(ranges.value)}
      </span>
      <span>
        <i className={styles.month} aria-hidden="true" />
        Farthest of 30 days{ranges.source === 'stored' ? `, as of ${utcMoment(ranges.dataAt, serverNow())}` : ''}
      </span>
    </section>
  );
}
