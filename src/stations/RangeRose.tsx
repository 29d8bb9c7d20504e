/** Ranges by direction: the last 24 hours filled, the usual ones dashed. */
import clsx from 'clsx';
import type { ReactElement } from 'react';
import { useUnits } from '../objects/units-choice.ts';
import shared from '../ui/shared.module.css';
import styles from './RangeRose.module.css';
import { type Bearings, rangeText, rosePath } from './rose-shape.ts';

type Props = { readonly day: Bearings; readonly usual: Bearings; readonly rimNmi: number; readonly className?: string };

export function RangeRose({ day, usual, rimNmi, className }: Props): ReactElement {
  const units = useUnits();
  return (
    <svg
      className={clsx(shared.rigid, className)}
      viewBox="0 0 100 100"
      role="img"
      aria-label={rangeText(day, units, true) ?? 'No ranges'}
    >
      <circle className={styles.ring} cx="50" cy="50" r="48" />
      <circle className={styles.ring} cx="50" cy="50" r="32" />
      <circle className={styles.ring} cx="50" cy="50" r="16" />
      <path className={styles.now} d={rosePath(day, rimNmi)} />
      <path className={styles.usual} d={rosePath(usual, rimNmi)} />
    </svg>
  );
}
