import type { ReactElement } from 'react';
import { useMedia } from '../list/use-media.ts';
import { RangeChip } from '../range/RangeChip.tsx';
import { useRange } from '../range/range-store.ts';
import { useRangeAddress } from '../range/use-range-address.ts';
import styles from './RangeBar.module.css';

/** The range below the header of narrow screens, and in the address of every screen. */
export function RangeBar(): ReactElement | null {
  useRangeAddress();
  const { range } = useRange();
  const isNarrow = useMedia('(max-width: 959px)');
  return range && isNarrow ? (
    <section className={styles.bar} aria-label="Range of all screens">
      <RangeChip />
    </section>
  ) : null;
}
