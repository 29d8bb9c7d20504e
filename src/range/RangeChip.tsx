import { IconClock, IconX } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { useNow } from '../data/use-now.ts';
import { PlainButton } from '../ui/PlainButton.tsx';
import styles from './RangeChip.module.css';
import { rangeText, setRange, useRange } from './range.ts';

const tickMs = 60_000;

/** The range that every screen follows, with a cross. Nothing without a range. */
export function RangeChip(): ReactElement | null {
  const { range } = useRange();
  const now = useNow(tickMs);
  if (!range) return null;
  const text = rangeText(range, now);
  return (
    <span className={styles.chip}>
      <IconClock size={16} aria-hidden="true" />
      <span>
        {text} <b>for every list, chart and map</b>
      </span>
      <PlainButton look="icon" aria-label={`Clear the range ${text}`} onClick={() => setRange(null)}>
        <IconX size={16} aria-hidden="true" />
      </PlainButton>
    </span>
  );
}
