import type { ReactElement } from 'react';
import styles from './ProgressBar.module.css';

/** `share` 0 to 1, null = unknown. `text` describes the progress. */
export function ProgressBar({
  label,
  share,
  text,
}: {
  label: string;
  share: number | null;
  text: string;
}): ReactElement {
  return (
    <div
      className={styles.track}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(share === null ? {} : { 'aria-valuenow': Math.round(share * 100), 'aria-valuetext': text })}
    >
      <div className={styles.bar} style={{ width: `${(share ?? 0) * 100}%` }} />
    </div>
  );
}
