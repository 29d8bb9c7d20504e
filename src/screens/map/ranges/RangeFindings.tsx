/** Where the range of a chosen station differs from its month, in the panel next to the map. */
import type { ReactElement } from 'react';
import styles from './RangeFindings.module.css';
import { rangeFindings } from './range-features.ts';
import { useRanges } from './use-ranges.ts';

export function RangeFindings(): ReactElement | null {
  const ranges = useRanges();
  const findings = ranges ? rangeFindings(ranges.value) : [];
  if (findings.length === 0) return null;
  return (
    <ul className={styles.findings} aria-label="Findings of ranges">
      {findings.map((finding) => (
        <li key={finding}>{finding}</li>
      ))}
    </ul>
  );
}
